import { measurementsOf, topOf } from '#attempts/open-project.ts';
import { EXIT } from '#contracts/errors.ts';
import { isFlaky, LATEST_LEDGER, MainLedger } from '#gates/ledger/main-ledger.ts';
import { LATEST_TIMES, MainTimes } from '#gates/ledger/main-run.ts';
import { timeLimit } from '#gates/ledger/time-limit.ts';
import { systemClock } from '#host/clock.ts';
import { homeOf } from '#host/home.ts';
import type { Cli, JsonOption } from '../context.ts';

/** Tests that fail on main too, as they were measured last: what no verdict counts; and how long main took. */
export async function showMain({ screen, env }: Cli, { json }: JsonOption): Promise<number> {
  const repository = await topOf(process.cwd(), env);
  const { recall } = measurementsOf(homeOf(env), repository, systemClock);
  const ledger = MainLedger.safeParse(await recall(LATEST_LEDGER));
  const taken = MainTimes.safeParse(await recall(LATEST_TIMES));
  const times = taken.success ? taken.data.times.map((each) => ({ ...each, limitMs: timeLimit(each.ms) })) : [];
  const { tree, failures } = ledger.success ? ledger.data : { tree: null, failures: [] };
  const told = failures.map((each) => ({ ...each, kind: isFlaky(each) ? 'flaky' : 'red' }));
  if (json) screen.json({ tree, failures: told, times });
  else if (told.length === 0) screen.out('No test is known to fail on main. It is asked when one fails on a branch.');
  else for (const { kind, id, failed, runs } of told) screen.out(`${kind}  ${id}  (${failed} of ${runs} runs of main)`);
  if (!json)
    for (const { runner, root, ms, limitMs } of times)
      screen.out(
        `time  ${runner} in ${root}: ${(ms / 1000).toFixed(1)} s on main; a run may take ${Math.round(limitMs / 60_000)} min ("timeout" of "test" in .assay/config.json sets another limit)`,
      );
  return EXIT.done;
}
