import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { projectTopOf, requireConfig } from '#attempts/open-project.ts';
import { AssayError, EXIT } from '#contracts/errors.ts';
import { readConfig } from '#project/config/read-config.ts';
import { type PlanReading, readPlan } from '#workflows/gated-pr/plan.ts';
import type { Cli, JsonOption } from '../context.ts';
import type { Screen } from '../screen.ts';
import { plural } from '../words.ts';

/** Shows how a plan is parsed, before work on it begins. */
export async function planCheck({ screen, env }: Cli, file: string | undefined, { json }: JsonOption): Promise<number> {
  const path = file === undefined ? await configured(env) : resolve(file);
  const text = await readFile(path, 'utf8').catch(() => {
    throw new AssayError('FILE_MISSING', `there is no plan at ${path}`, {
      next: 'Write it, name another, or set it with `assay init --plan FILE`.',
    });
  });
  const reading = readPlan(text);
  const { items, by, problems } = reading;
  const fits = problems.length === 0 && items.length > 0;
  const shown = relative(process.cwd(), path) || path;
  if (json) screen.json({ plan: shown, fits, by, items, problems });
  else show(screen, shown, reading);
  return fits ? EXIT.done : EXIT.usage;
}

async function configured(env: Cli['env']): Promise<string> {
  const repository = await projectTopOf(process.cwd(), env);
  const { plan } = requireConfig(await readConfig(repository), repository);
  if (plan !== undefined) return join(repository, plan);
  throw new AssayError('CONFIG_INVALID', 'the configuration names no plan', {
    next: 'Name one: assay plan check FILE.',
  });
}

const READ_AS = {
  headings: 'a heading for each PR',
  checklist: 'a list with a line for each PR',
  none: 'no plan',
};

function show({ out, paint }: Screen, path: string, { items, by, problems, hint }: PlanReading): void {
  const open = items.filter(({ done }) => !done);
  out(`${paint('bold', path)}: read as ${READ_AS[by]}; ${plural(items.length, 'PR')}, ${open.length} open`);
  for (const item of items) {
    const mark = item.done ? paint('green', '✓') : item === open[0] ? paint('cyan', '→') : '·';
    const commit = item.commit === null ? '' : paint('dim', ` ${item.commit.slice(0, 12)}`);
    out(`  ${mark} ${paint('dim', `line ${item.line}`)}  ${item.title}${commit}`);
  }
  for (const problem of problems) out(`  ${paint('red', '✗')} ${problem}`);
  if (hint !== undefined) out(`  ${paint('yellow', '!')} ${hint}`);
  const [next] = open;
  if (problems.length === 0) out(next ? `next: ${next.title}` : 'Nothing is open.');
}
