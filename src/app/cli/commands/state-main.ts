import { EXIT } from '#contracts/errors.ts';
import { isFlaky, LATEST_LEDGER, MainLedger } from '#gates/ledger/main-ledger.ts';
import { systemClock } from '#host/clock.ts';
import { homeOf } from '#host/home.ts';
import { measurementsOf, topOf } from '../../project/open-project.ts';
import type { Cli, JsonOption } from '../context.ts';

/** Tests that fail on main too, as they were measured last: what no verdict counts. */
export async function showMain({ screen, env }: Cli, { json }: JsonOption): Promise<number> {
  const repository = await topOf(process.cwd(), env);
  const kept = await measurementsOf(homeOf(env), repository, systemClock).recall(LATEST_LEDGER);
  const ledger = MainLedger.safeParse(kept);
  const { tree, failures } = ledger.success ? ledger.data : { tree: null, failures: [] };
  const told = failures.map((each) => ({ ...each, kind: isFlaky(each) ? 'flaky' : 'red' }));
  if (json) screen.json({ tree, failures: told });
  else if (told.length === 0) screen.out('No test is known to fail on main. It is asked when one fails on a branch.');
  else for (const { kind, id, failed, runs } of told) screen.out(`${kind}  ${id}  (${failed} of ${runs} runs of main)`);
  return EXIT.done;
}
