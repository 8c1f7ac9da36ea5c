import { accepted, both, type EvidenceRef, type Refusal, refused, unmeasured } from '#contracts/gate.ts';
import { toJson } from '#contracts/json.ts';
import { alongside } from '../alongside.ts';
import type { Bench } from '../bench.ts';
import type { Proof, ProofOrder } from '../proof.ts';
import { changeEvidence } from './change-evidence.ts';
import { groundOf, isProof, notAccepted, type ProofGround } from './ground.ts';
import { isRunOf, nameOf } from './is-run-of.ts';
import { notRunProblems } from './not-run.ts';
import { preflight } from './preflight.ts';
import { runAll, unmeasurable, type WholeRun } from './run-all.ts';
import { runProblems } from './run-problems.ts';
import { withOldData } from './with-old-data.ts';
import { withoutNewFiles } from './without-new-files.ts';

const GATE = 'green proof';

/** Whether the very tests that were red pass now, with everything else, and nothing was weakened on the way. */
export async function greenProof(bench: Bench, order: ProofOrder, signal: AbortSignal): Promise<Proof> {
  return provePassing(bench, order, GATE, signal, (ground, run) => lockedProblems(order, ground, run));
}

/** All tests pass, none was weakened, and the preflight holds; `more` is what a kind of step asks for besides. */
export async function provePassing(
  bench: Bench,
  order: ProofOrder,
  gate: string,
  signal: AbortSignal,
  more: More,
): Promise<Proof> {
  const ground = await groundOf(bench, order, false);
  if (isProof(ground)) return ground;
  const [first, ...rest] = [...ground.tampering, ...weakened(ground)];
  if (first) return notAccepted(gate, [first, ...rest], await changeEvidence(bench, order, [first, ...rest]));

  const running = runAll(bench, order.tree, ground.runners, signal);
  // Beside the tests, in a checkout and a sandbox of its own: it is needed only if they pass, and then it is there.
  const checking = alongside((stop) => preflight(bench, order.tree, order.preflight, stop), signal);
  try {
    return await judge(bench, order, gate, ground, await running, checking.result, signal, more);
  } finally {
    await checking.stop();
  }
}

type More = (ground: ProofGround, run: WholeRun) => Promise<readonly Refusal[]> | readonly Refusal[];

async function judge(
  bench: Bench,
  order: ProofOrder,
  gate: string,
  ground: ProofGround,
  run: WholeRun,
  checking: ReturnType<typeof preflight>,
  signal: AbortSignal,
  more: More,
): Promise<Proof> {
  const refusedRun = { lock: null, run: null, output: run.output };
  const nothing = unmeasurable(run);
  if (nothing) return { ...refusedRun, verdict: unmeasured(gate, nothing, run.evidence), failed: false };
  const failed = run.tests.some(({ state }) => state === 'failed');
  const red = runProblems(run);
  const [problem, ...problems] = [
    ...red,
    ...(await more(ground, run)),
    ...(red.length > 0 ? [] : await notRunProblems(bench, order, ground, run, signal)),
    ...(red.length > 0 ? [] : await withoutNewFiles(bench, order, ground, signal)),
    ...(red.length > 0 ? [] : await withOldData(bench, order, ground, signal)),
  ];
  if (problem) return { ...refusedRun, verdict: refused(gate, [problem, ...problems], run.evidence), failed };
  const [checked, kept] = await Promise.all([checking, keepRun(bench, order, run)]);
  const verdict = both(accepted(gate, run.evidence), checked.verdict);
  const output = checked.verdict.verdict === 'accepted' ? run.output : `${run.output}\n\n${checked.output}`;
  return { verdict, failed, lock: null, run: kept, output };
}

/** Tests as they are written may be added to, not changed, moved, muted or taken away. */
function weakened({ change }: ProofGround): Refusal[] {
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
        `${nameOf(test)} is gone: deleted, renamed or moved`,
        'Put it back as it was.',
      ),
    ),
    ...change.changed.map(({ before }) =>
      refusal(
        'TEST_CHANGED',
        before.file,
        `${nameOf(before)} was changed after it was red`,
        'Put it back; a legitimate change of a test is a RED step of its own.',
      ),
    ),
    ...change.muted.map(({ test, mark }) =>
      refusal('TEST_MUTED', test.file, `${nameOf(test)} is marked ${mark}`, 'Take the mark away.'),
    ),
    ...change.rebound.map(({ file, what }) =>
      refusal('TEST_SETUP_CHANGED', file, `${file}: ${what}`, 'Import it from where it came from.'),
    ),
    ...change.around.map(({ file, what }) =>
      refusal('TEST_SETUP_CHANGED', file, `${file}: ${what}`, 'Put it back; tests stand on it.'),
    ),
    ...change.opaque.map((file) =>
      refusal(
        'TEST_CHANGED',
        file,
        `${file} holds tests and was changed`,
        'Put it back; a legitimate change of a test is a RED step of its own.',
      ),
    ),
  ];
}

/** Every locked test ran and passed; counts did not fall, skips did not rise. */
async function lockedProblems(
  order: ProofOrder,
  { after, before }: ProofGround,
  { tests }: WholeRun,
): Promise<Refusal[]> {
  const written = [...after.values()].flatMap((file) => file.tests ?? []);
  const problems: Refusal[] = [];
  for (const locked of order.lock?.tests ?? []) {
    const test = written.find(({ file, path }) => file === locked.file && [file, ...path].join(' > ') === locked.id);
    const ran = test ? tests.filter((each) => isRunOf(each, test)) : [];
    if (ran.length === 0)
      problems.push({
        code: 'LOCKED_TEST_MISSING',
        message: `${locked.id} did not run`,
        next: 'The RED test itself must pass.',
        file: locked.file,
      });
    else if (ran.some(({ state }) => state !== 'passed')) {
      const state = ran.find((each) => each.state !== 'passed')?.state ?? 'failed';
      problems.push({
        code: 'LOCKED_TEST_NOT_PASSED',
        message: `${locked.id} is ${state}`,
        next: 'The RED test itself must pass.',
        file: locked.file,
      });
    }
  }
  const fewer = count(before) - count(after);
  if (fewer > 0)
    problems.push({
      code: 'FEWER_TESTS',
      message: `there are ${fewer} tests fewer than before`,
      next: 'Put them back.',
    });
  return problems;
}

const count = (files: ProofGround['before']): number =>
  [...files.values()].reduce((sum, { tests }) => sum + (tests?.length ?? 0), 0);

/** Outcomes by test, for the next REFACTOR. */
const keepRun = (bench: Bench, { tree }: ProofOrder, { tests, output }: WholeRun): Promise<EvidenceRef> =>
  bench.keep(
    'tests',
    output.split('\n')[0] ?? '',
    tree,
    toJson(
      tests.map(({ id, state }) => ({ id, state })),
      'run',
    ),
  );
