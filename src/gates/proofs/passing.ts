import { accepted, both, type EvidenceRef, type Refusal, refused, unmeasured } from '#contracts/gate.ts';
import { toJson } from '#contracts/json.ts';
import { alongside } from '../alongside.ts';
import type { InventoryChange } from '../inventory/compare.ts';
import { withoutIdleUnits } from '../ledger/idle-units.ts';
import { knownOnMain } from '../ledger/known-on-main.ts';
import { brokenOnMain } from '../ledger/main-run.ts';
import { rememberRun } from '../ledger/tree-run.ts';
import type { Proof, ProofOrder } from '../proof.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { runWatched, type WatchedOrder, type WatchedRun } from '../watched/watched-run.ts';
import { changeEvidence } from './change-evidence.ts';
import { commitHook, type Hooked } from './commit-hook.ts';
import { writtenNameOf } from './is-run-of.ts';
import { notRunProblems } from './not-run.ts';
import { preflight } from './preflight.ts';
import { notAccepted, type ProofInputs } from './proof-inputs.ts';
import { overran, unmeasurable, type WholeRun } from './run-all.ts';
import { runProblems } from './run-problems.ts';
import { withOldData } from './with-old-data.ts';
import { withoutNewFiles } from './without-new-files.ts';

/** What a kind of step requires in addition. */
export interface Passing {
  readonly gate: string;
  /** Which changes of tests are refused. */
  readonly change: InventoryChange;
  /** What to do after a refused change of a test. */
  readonly honest: string;
  readonly more: (run: WholeRun) => Promise<AskedMore> | AskedMore;
}

export interface AskedMore {
  readonly problems: readonly Refusal[];
  readonly evidence?: readonly EvidenceRef[];
  /** Why it could not be measured. */
  readonly unmeasured?: Refusal;
}

/** All tests pass, none was weakened, and the preflight holds. */
export async function provePassing(
  treeRunner: TreeRunner,
  order: ProofOrder,
  inputs: ProofInputs,
  passing: Passing,
  signal: AbortSignal,
): Promise<Proof> {
  const [first, ...rest] = [...inputs.tampering, ...weakened(passing)];
  if (first)
    return notAccepted(passing.gate, [first, ...rest], await changeEvidence(treeRunner, order, [first, ...rest]));

  const running = runWatched(treeRunner, watchedOrder(order, inputs, await changedSince(treeRunner, order)), signal);
  // In parallel with the tests, in a checkout and a sandbox of its own: its result is needed only if they pass.
  const checking = alongside((stop) => checks(treeRunner, order, stop), signal);
  try {
    return await judge(treeRunner, order, inputs, passing, await running, checking.result, signal);
  } finally {
    await checking.stop();
  }
}

async function judge(
  treeRunner: TreeRunner,
  order: ProofOrder,
  inputs: ProofInputs,
  passing: Passing,
  run: WatchedRun,
  checking: ReturnType<typeof checks>,
  signal: AbortSignal,
): Promise<Proof> {
  const { gate, more } = passing;
  const refusedRun = { lock: null, run: null, output: run.output };
  await rememberRun(treeRunner, order.tree, run);
  const nothing =
    unmeasurable(run) ?? overran(run) ?? (await brokenOnMain(treeRunner, order.base, inputs.runners, run, signal));
  const runners = nothing && (await withoutIdleUnits(treeRunner, order, inputs.runners, run, signal));
  if (runners) return provePassing(treeRunner, order, { ...inputs, runners }, passing, signal);
  if (nothing) return { ...refusedRun, verdict: unmeasured(gate, nothing, run.evidence), failed: false };
  const failed = run.tests.some(({ state }) => state === 'failed');
  const known = await knownOnMain(
    treeRunner,
    { main: order.base, tree: order.tree, runners: inputs.runners },
    run,
    signal,
  );
  const red = runProblems(run, known);
  const asked = await more(run);
  const evidence = [...run.evidence, ...known.evidence, ...(asked.evidence ?? [])];
  if (asked.unmeasured) return { ...refusedRun, verdict: unmeasured(gate, asked.unmeasured, evidence), failed };
  const [problem, ...problems] = [
    ...run.untrue,
    ...red,
    ...asked.problems,
    ...(red.length > 0 ? [] : await notRunProblems(treeRunner, order, inputs, run, signal)),
    ...(red.length > 0 ? [] : await withoutNewFiles(treeRunner, order, inputs, signal)),
    ...(red.length > 0 ? [] : await withOldData(treeRunner, order, inputs, signal)),
  ];
  if (problem) return { ...refusedRun, verdict: refused(gate, [problem, ...problems], evidence), failed };
  const [checked, kept] = await Promise.all([checking, keepRun(treeRunner, order, run)]);
  const verdict = both(accepted(gate, evidence), checked.verdict);
  const told = [run.output, known.note, checked.output];
  const output = told.filter((text) => text !== '').join('\n\n');
  return { verdict, failed, lock: null, run: kept, output };
}

/** The project's preflight, and the hooks that git would run before a commit; the output worth reading. */
async function checks(
  treeRunner: TreeRunner,
  { base, tree, preflight: command }: ProofOrder,
  signal: AbortSignal,
): Promise<Hooked> {
  const checked = await preflight(treeRunner, tree, command, signal);
  if (checked.verdict.verdict !== 'accepted') return checked;
  const hooked = await commitHook(treeRunner, { base, tree }, signal);
  return { verdict: both(checked.verdict, hooked.verdict), output: hooked.output };
}

/** The differences between the tests and main's. */
function watchedOrder(
  { base, tree }: ProofOrder,
  { runners, after }: ProofInputs,
  changed: ReadonlySet<string>,
): WatchedOrder {
  return { base, tree, runners, files: after, changed };
}

const changedSince = async (treeRunner: TreeRunner, { base, tree }: ProofOrder): Promise<Set<string>> =>
  new Set((await treeRunner.diff(base, tree)).files.map(({ path }) => path));

/** Existing tests may be added to, not changed, moved, muted or removed. */
function weakened({ change, honest }: Passing): Refusal[] {
  const refusal = (code: string, file: string, message: string, next: string): Refusal => ({
    code,
    message,
    next,
    file,
  });
  return [
    ...change.removed.map((test) =>
      refusal(
        'TEST_REMOVED',
        test.file,
        `${writtenNameOf(test)} is missing: deleted, renamed or moved`,
        'Restore it as it was.',
      ),
    ),
    ...change.changed.map(({ before }) =>
      refusal('TEST_CHANGED', before.file, `${writtenNameOf(before)} was changed after it was red`, honest),
    ),
    ...change.muted.map(({ test, mark }) =>
      refusal('TEST_MUTED', test.file, `${writtenNameOf(test)} is marked ${mark}`, 'Remove the mark.'),
    ),
    ...change.rebound.map(({ file, what }) =>
      refusal('TEST_SETUP_CHANGED', file, `${file}: ${what}`, 'Import it from where it came from.'),
    ),
    ...change.around.map(({ file, what }) =>
      refusal('TEST_SETUP_CHANGED', file, `${file}: ${what}`, 'Restore it: tests depend on it.'),
    ),
    ...change.opaque.map((file) => refusal('TEST_CHANGED', file, `${file} holds tests and was changed`, honest)),
  ];
}

/** Outcomes by test, for the next REFACTOR. */
const keepRun = (treeRunner: TreeRunner, { tree }: ProofOrder, { tests, output }: WholeRun): Promise<EvidenceRef> =>
  treeRunner.keep(
    'tests',
    output.split('\n')[0] ?? '',
    tree,
    toJson(
      tests.map(({ id, state }) => ({ id, state })),
      'run',
    ),
  );
