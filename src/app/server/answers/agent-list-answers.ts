import { bundledDefinitions } from '#agents/definitions/bundled.ts';
import { findDefinitions } from '#agents/definitions/find-definitions.ts';
import { problemText } from '#agents/definitions/problem.ts';
import type { AgentList, agentListRoutes } from '#contracts/http/agent-list-routes.ts';
import { homeOf } from '#host/home.ts';
import { findProject } from '#sessions/chat/find-project.ts';
import { sourceFiles } from '#sources/open-source.ts';
import type { SourceConfig } from '#sources/source-config.ts';
import type { Handlers } from '../bind.ts';
import type { ServerContext } from '../server-context.ts';

export const agentListAnswers = ({ env }: ServerContext): Handlers<typeof agentListRoutes> => ({
  agentList: ({ query }) => agentListIn(query.folder ?? process.cwd(), env),
});

async function agentListIn(from: string, env: ServerContext['env']): Promise<AgentList> {
  // An imported conversation names a folder of another machine. The answer says which folder it is about.
  const { folder, project } = await findProject(from).catch(() => findProject(process.cwd()));
  const home = homeOf(env);
  const found = await findDefinitions({ folder, project, home: home.root, person: env.HOME });
  const bundled = await bundledDefinitions();
  const whose = (file: string) => (file.startsWith(`${project}/`) ? ('project' as const) : ('person' as const));
  const withBundled = <T extends { readonly name: string; readonly file: string }>(
    own: ReadonlyMap<string, T>,
    ours: ReadonlyMap<string, T>,
  ) => [
    ...[...own.values()].map((each) => ({ each, from: whose(each.file) })),
    ...[...ours.values()].filter(({ name }) => !own.has(name)).map((each) => ({ each, from: 'assay' as const })),
  ];
  return {
    folder,
    agents: withBundled(found.agents, bundled.agents).map(
      ({ each: { name, description, model = null }, from: by }) => ({
        ...{ name, description, model, from: by },
      }),
    ),
    skills: withBundled(found.skills, bundled.skills).map(({ each: { name, description, forModels }, from: by }) => ({
      ...{ name, description, forModels, from: by },
    })),
    sources: (await sourceFiles(home).list()).map((source) => ({
      ...{ name: source.name, type: source.type, where: whereOf(source), readOnly: source.readOnly },
    })),
    problems: found.problems.map(problemText),
  };
}

/** Only the program of a command: arguments may contain what a person would not show. */
function whereOf(source: SourceConfig): string {
  if (source.type === 'mcp-stdio') return source.command;
  if (source.type === 'openapi') return source.document;
  if (source.type === 'folder') return source.folder;
  if (source.type === 'web-search') return source.provider;
  const { origin, pathname } = new URL(source.url);
  return `${origin}${pathname}`;
}
