import { EXIT } from '#contracts/errors.ts';
import { withRuns } from '../../open-runs.ts';
import { repairRun } from '../../upkeep/repair-run.ts';
import { type RunCheck, type RunFault, verifyRun } from '../../upkeep/verify-run.ts';
import type { Cli, JsonOption } from '../context.ts';
import { me } from '../me.ts';
import { findRunHere } from '../near-here.ts';
import type { Screen } from '../screen.ts';
import { plural } from '../words.ts';

/** Whether runs can be read to their end, and everything they refer to exists. */
export async function verifyRunsCommand(
  { screen, env }: Cli,
  wanted: string | undefined,
  { json = false }: JsonOption,
): Promise<number> {
  return withRuns(env, async (runs) => {
    const headers = wanted === undefined ? await runs.store.list() : [await findRunHere({ env }, runs, wanted)];
    const checks: RunCheck[] = [];
    for (const header of headers) {
      const check = await verifyRun(runs, header);
      checks.push(check);
      if (!json) show(screen, check);
    }
    const bad = checks.filter(({ troubles }) => troubles.length > 0).length;
    if (json) screen.json({ sound: bad === 0, runs: checks });
    else if (wanted === undefined) {
      screen.out(
        bad === 0
          ? `${plural(checks.length, 'run')}: all sound`
          : `${bad} of ${plural(checks.length, 'run')} not in order`,
      );
    }
    return bad === 0 ? EXIT.done : EXIT.failed;
  });
}

function show({ out, paint }: Screen, { run, title, events, blobs, workspaces, troubles }: RunCheck): void {
  const looked = [
    plural(events, 'event'),
    blobs && plural(blobs, 'blob'),
    workspaces && plural(workspaces, 'workspace'),
  ];
  const mark = troubles.length === 0 ? paint('green', '✓') : paint('red', '✗');
  out(`${mark} ${run}  ${title}: ${looked.filter(Boolean).join(', ')}`);
  for (const trouble of troubles) for (const line of troubleLines(trouble)) out(`    ${line}`);
}

const troubleLines = ({ seen, next }: RunFault): string[] => [seen, ...(next === undefined ? [] : [`→ ${next}`])];

export interface RepairCommandOptions extends JsonOption {
  readonly cut?: boolean;
}

export async function repairCommand(
  { screen, env }: Cli,
  wanted: string,
  { json = false, cut = false }: RepairCommandOptions,
): Promise<number> {
  return withRuns(env, async (runs) => {
    const { run } = await findRunHere({ env }, runs, wanted);
    const repaired = repairRun(runs.home, run, { by: me(), now: runs.clock.now(), cut });
    if (json) screen.json({ run, repaired });
    else if (!repaired) screen.out(`run ${run}: nothing to repair, its log is whole`);
    else {
      const lost = repaired.lost === 0 ? 'no event is lost' : `${plural(repaired.lost, 'event')} cut off`;
      screen.out(`run ${run} is repaired: ${repaired.trouble.seen}; ${lost}`);
      screen.out(`the original log is kept: ${repaired.kept}`);
    }
    return EXIT.done;
  });
}
