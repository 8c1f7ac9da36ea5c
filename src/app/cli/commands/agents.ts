import { join } from 'node:path';
import type { AgentDefinition } from '#agents/definitions/agent-definition.ts';
import { bundledDefinitions } from '#agents/definitions/bundled.ts';
import { findDefinitions } from '#agents/definitions/find-definitions.ts';
import { readInstructions } from '#agents/definitions/instructions.ts';
import { type DefinitionProblem, problemText } from '#agents/definitions/problem.ts';
import { listSources } from '#agents/definitions/sources.ts';
import { EXIT } from '#contracts/errors.ts';
import { homeOf } from '#host/home.ts';
import { findProject } from '#sessions/chat/find-project.ts';
import type { Cli, JsonOption } from '../context.ts';
import { cut } from '../fit.ts';

/** What was found, and what is wrong with it. Exit code 1 where a definition cannot be used. */
export async function listAgents(
  { screen, env }: Cli,
  from: string | undefined,
  { json = false }: JsonOption,
): Promise<number> {
  const { folder, project } = await findProject(from ?? process.cwd());
  const { agents, skills, problems } = await findDefinitions({
    folder,
    project,
    home: homeOf(env).root,
    person: env.HOME,
  });
  const bundled = await bundledDefinitions();
  const instructions = await readInstructions(folder, project);
  const all = [...problems, ...instructions.problems, ...(await aboutSources(agents.values(), folder, project))];
  const failed = all.some(({ severity }) => severity === 'error');
  if (json) {
    screen.json({
      project,
      agents: [...agents.values()].map(({ instructions: _, ...agent }) => agent),
      skills: [...skills.values()].map(({ body: _, ...skill }) => skill),
      instructions: instructions.files.map(({ path }) => join(project, path)),
      bundled: { agents: [...bundled.agents.keys()], skills: [...bundled.skills.keys()] },
      problems: all,
    });
    return failed ? EXIT.failed : EXIT.done;
  }
  const { out, paint, width } = screen;
  const list = (title: string, entries: readonly { name: string; description: string; file: string }[]): void => {
    out(paint('bold', title));
    if (entries.length === 0) out(paint('dim', '  none'));
    for (const { name, description, file } of entries) {
      out(
        `  ${paint('cyan', name)}  ${cut(description.replaceAll(/\s+/g, ' '), Math.max(20, width - name.length - 4))}`,
      );
      out(paint('dim', `    ${file}`));
    }
  };
  list('Agents', [...agents.values()]);
  list('Skills', [...skills.values()]);
  list(
    'Bundled agents',
    [...bundled.agents.values()].filter(({ name }) => !agents.has(name)),
  );
  list(
    'Bundled skills',
    [...bundled.skills.values()].filter(({ name }) => !skills.has(name)),
  );
  out(paint('bold', 'Instructions'));
  for (const { path } of instructions.files) out(`  ${path}`);
  if (instructions.files.length === 0) out(paint('dim', '  none'));
  if (all.length > 0) out(paint('bold', 'Problems'));
  for (const problem of all) out(`  ${paint(problem.severity === 'error' ? 'red' : 'yellow', problemText(problem))}`);
  return failed ? EXIT.failed : EXIT.done;
}

/** Patterns that match nothing here. File contents are not shown. */
async function aboutSources(
  agents: Iterable<AgentDefinition>,
  folder: string,
  project: string,
): Promise<readonly DefinitionProblem[]> {
  const problems: DefinitionProblem[] = [];
  for (const { sources, file } of agents) {
    problems.push(...(await listSources({ sources, file, folder, project, mayRead: async () => false })).problems);
  }
  return problems;
}
