import { measurementsOf, projectTopOf } from '#attempts/open-project.ts';
import { EXIT } from '#contracts/errors.ts';
import { type KnownImpact, recallImpact } from '#gates/impact/impact-map.ts';
import { isFlaky, LATEST_LEDGER, MainLedger } from '#gates/ledger/main-ledger.ts';
import { LATEST_TIMES, MainTimes } from '#gates/ledger/main-run.ts';
import { timeLimit } from '#gates/ledger/time-limit.ts';
import { systemClock } from '#host/clock.ts';
import { homeOf } from '#host/home.ts';
import type { Cli, JsonOption } from '../context.ts';

/** Main's last measurement: failing tests, which no verdict counts; how long it took; which files its tests reach. */
export async function showMain({ screen, env }: Cli, { json }: JsonOption): Promise<number> {
  const repository = await projectTopOf(process.cwd(), env);
  const { recall } = measurementsOf(homeOf(env), repository, systemClock);
  const ledger = MainLedger.safeParse(await recall(LATEST_LEDGER));
  const taken = MainTimes.safeParse(await recall(LATEST_TIMES));
  const times = taken.success ? taken.data.times.map((each) => ({ ...each, limitMs: timeLimit(each.ms) })) : [];
  const { tree, failures } = ledger.success ? ledger.data : { tree: null, failures: [] };
  const told = failures.map((each) => ({ ...each, kind: isFlaky(each) ? 'flaky' : 'red' }));
  const reach = await Promise.all(
    times.map(async (each) => ({ ...each, known: await recallImpact({ recall }, each) })),
  );
  const impact = reach.flatMap(({ runner, root, known }) =>
    known === null ? [] : [{ runner, root, ...byFile(known) }],
  );
  if (json) screen.json({ tree, failures: told, times, impact });
  else if (told.length === 0) screen.out('No test is known to fail on main. It is asked when one fails on a branch.');
  else for (const { kind, id, failed, runs } of told) screen.out(`${kind}  ${id}  (${failed} of ${runs} runs of main)`);
  if (!json)
    for (const { runner, root, ms, limitMs } of times)
      screen.out(
        `time  ${runner} in ${root}: ${(ms / 1000).toFixed(1)} s on main; a run may take ${Math.round(limitMs / 60_000)} min ("timeout" of "test" in .assay/config.json sets another limit)`,
      );
  if (!json)
    for (const { runner, root, known } of reach)
      if (known !== null) screen.out(`reach ${runner} in ${root}: ${reachWords(known)}`);
  return EXIT.done;
}

/** Paths instead of indexes, to see why a step ran a test file. */
function byFile(known: KnownImpact) {
  if ('why' in known) return known;
  const { tree, files, tests, shared, always } = known;
  const named = Object.entries(tests).map(([test, places]) => [test, places.flatMap((at) => files[at] ?? [])]);
  return { tree, tests: Object.fromEntries(named), shared, always };
}

function reachWords(known: KnownImpact): string {
  if ('why' in known) return `no step is narrowed, since ${known.why}`;
  const tests = Object.keys(known.tests).length;
  const shared = known.shared.length === 0 ? '' : `; ${known.shared.length} files reach them all`;
  const always = known.always.length === 0 ? '' : `; ${known.always.length} run at every step`;
  return `of ${tests} test files it is known which of ${known.files.length} files they load${shared}${always} (--json names them)`;
}
