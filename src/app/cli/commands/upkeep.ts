import { EXIT } from '#contracts/errors.ts';
import { inWords } from '#host/disk-use.ts';
import { sinceOf } from '../../cost/since.ts';
import { withRuns } from '../../open-runs.ts';
import { diskReport } from '../../upkeep/disk.ts';
import { deleteRun, type Pruned, prune } from '../../upkeep/prune.ts';
import { workflowNamed } from '../../workflows.ts';
import type { Cli, JsonOption } from '../context.ts';
import { findRunHere } from '../near-here.ts';
import { requirePerson } from '../person.ts';
import type { Screen } from '../screen.ts';
import { table } from '../table.ts';
import { age, plural } from '../words.ts';

export async function deleteCommand(
  { screen, env }: Cli,
  wanted: string,
  { json = false }: JsonOption,
): Promise<number> {
  return withRuns(env, async (runs) => {
    const run = await findRunHere({ env }, runs, wanted);
    // An agent with a shell must not remove a gate's findings.
    if (workflowNamed(run.graph.name)?.personOnly) requirePerson(`deleting a run of ${run.graph.name}`);
    const pruned = await deleteRun(runs, run, env);
    if (json) screen.json({ run: run.run, ...pruned });
    else show(screen, pruned, { now: runs.clock.now(), dry: false });
    return EXIT.done;
  });
}

export async function pinCommand(
  { screen, env }: Cli,
  wanted: string,
  isPinned: boolean,
  { json = false }: JsonOption,
): Promise<number> {
  return withRuns(env, async (runs) => {
    const { run } = await findRunHere({ env }, runs, wanted);
    await runs.store.pin(run, isPinned);
    if (json) screen.json({ run, pinned: isPinned });
    else
      screen.out(
        isPinned ? `run ${run} is kept: prune and delete leave it alone` : `run ${run} may go with the others`,
      );
    return EXIT.done;
  });
}

export interface PruneCommandOptions extends JsonOption {
  readonly olderThan: string;
  readonly dryRun?: boolean;
}

export async function pruneCommand({ screen, env }: Cli, options: PruneCommandOptions): Promise<number> {
  const { olderThan, dryRun: dry = false, json = false } = options;
  return withRuns(env, async (runs) => {
    const now = runs.clock.now();
    const pruned = await prune(runs, { before: sinceOf(olderThan, now), dry, env });
    if (json) screen.json({ dry, ...pruned });
    else show(screen, pruned, { now, dry });
    return EXIT.done;
  });
}

function show({ out }: Screen, pruned: Pruned, { now, dry }: { readonly now: number; readonly dry: boolean }): void {
  const { runs, collected, workspaces, compacted } = pruned;
  const [gone, is] = dry ? ['would be deleted', 'would go'] : ['deleted', 'gone'];
  out(`${plural(runs.length, 'run')} ${gone}`);
  for (const { run, title, updatedAt } of runs) out(`  ${run}  ${title}  ${age(now - updatedAt)}`);
  for (const [what, { count, bytes }] of Object.entries(collected)) {
    if (count > 0) out(`  ${what}: ${count}, ${inWords(bytes)} ${is}`);
  }
  if (workspaces.length > 0) out(`  workspaces and dependencies: ${workspaces.length} gone`);
  if (compacted === false) out('  the database keeps its room for now: another process is at work in it');
}

/** What uses the space. */
export async function diskCommand({ screen, env }: Cli, { json = false }: JsonOption): Promise<number> {
  return withRuns(env, async (runs) => {
    const report = await diskReport(runs, env);
    if (json) screen.json(report);
    else {
      const columns = [
        { title: 'what', text: ({ what }: (typeof report.rows)[number]) => what },
        { title: 'takes', align: 'right' as const, text: ({ bytes }: (typeof report.rows)[number]) => inWords(bytes) },
        { title: 'where', flexible: true, text: ({ path }: (typeof report.rows)[number]) => path },
      ];
      for (const line of table(columns, report.rows, screen.width, screen.paint)) screen.out(line);
      screen.out(`\n${inWords(report.total)} in all, ${inWords(report.free)} free on this disk`);
      screen.out('assay prune --older-than 30d --dry-run says what could go');
    }
    return EXIT.done;
  });
}
