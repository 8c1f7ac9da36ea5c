import { accepted, type EvidenceRef, type Refusal, refused, unmeasured } from '#contracts/gate.ts';
import { alongside } from '../alongside.ts';
import { onceNote } from '../ledger/failed-once.ts';
import { withoutIdleUnits } from '../ledger/idle-units.ts';
import { keepKnown, knownNote } from '../ledger/main-ledger.ts';
import { brokenOnMain } from '../ledger/main-run.ts';
import { rememberRun } from '../ledger/tree-run.ts';
import { leftoversIn } from '../leftovers.ts';
import type { Proof, ProofOrder } from '../proof.ts';
import { isBesideTests } from '../tamper/beside-tests.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { changeEvidence } from './change-evidence.ts';
import { judgeRed } from './judge-red.ts';
import { lockOf } from './lock.ts';
import { preflight } from './preflight.ts';
import { isProof, notAccepted, type ProofInputs, proofInputsOf } from './proof-inputs.ts';
import { overran, runAll, unmeasurable, type WholeRun } from './run-all.ts';

const GATE = 'red proof';

/**
 * Whether tests of this step fail because behaviour is missing, and nothing else fails that main does not show. Which
 * tests belong to this step is decided by their text and by the runner's reports on both trees.
 */
export async function redProof(treeRunner: TreeRunner, order: ProofOrder, signal: AbortSignal): Promise<Proof> {
  const inputs = await proofInputsOf(treeRunner, order, 'all');
  if (isProof(inputs)) return inputs;
  const isBeside = isBesideTests(inputs.runners);
  const { files } = await treeRunner.diff(order.accepted, order.tree);
  const written = writtenProblems(
    inputs,
    files.some(({ path }) => isBeside(path)),
  );
  const [first, ...rest] = [...inputs.tampering, ...written];
  if (first) return notAccepted(GATE, [first, ...rest], await changeEvidence(treeRunner, order, [first, ...rest]));

  // In parallel with the tests: what it reports about them can still be fixed, since they are not locked yet.
  const checking = alongside((stop) => preflight(treeRunner, order.tree, order.preflight, stop), signal);
  try {
    const run = await runAll(treeRunner, order.tree, inputs.runners, signal);
    await rememberRun(treeRunner, order.tree, run);
    return await judge(treeRunner, order, inputs, run, checking.result, signal);
  } finally {
    await checking.stop();
  }
}

async function judge(
  treeRunner: TreeRunner,
  order: ProofOrder,
  inputs: ProofInputs,
  run: WholeRun,
  checking: ReturnType<typeof preflight>,
  signal: AbortSignal,
): Promise<Proof> {
  const nothing =
    unmeasurable(run) ?? overran(run) ?? (await brokenOnMain(treeRunner, order.base, inputs.runners, run, signal));
  if (nothing && (await withoutIdleUnits(treeRunner, order, inputs.runners, run, signal)))
    return redProof(treeRunner, order, signal);
  if (nothing) {
    return {
      verdict: unmeasured(GATE, nothing, run.evidence),
      failed: false,
      lock: null,
      run: null,
      output: run.output,
    };
  }
  const failed =
    run.tests.some(({ state }) => state === 'failed') ||
    run.runs.some(({ result }) => result.outcome.type === 'broken');
  const red = await judgeRed(treeRunner, order, inputs, run, signal);
  const note = [knownNote(red.known), onceNote(red.once)].filter((each) => each !== '').join('\n\n');
  const { findings, output } = await withLeftovers(
    treeRunner,
    order,
    note === '' ? run.output : `${run.output}\n\n${note}`,
  );
  const known = await keepKnown(treeRunner, order.base, red.known);
  const evidence = await evidenceOf(treeRunner, order, [...run.evidence, ...known], red.problems);
  const [problem, ...problems] = red.problems;
  if (problem) {
    return {
      verdict: refused(GATE, [problem, ...problems], evidence, findings),
      failed,
      lock: null,
      run: null,
      output,
    };
  }
  return {
    verdict: accepted(GATE, evidence, findings),
    failed,
    lock: lockOf(order.tree, red, inputs.runners),
    run: null,
    output: [output, unchecked(await checking)].join(''),
  };
}

/**
 * No reason to refuse: missing code fails a type check, too. Errors that would remain could no longer be fixed once the
 * tests are locked.
 */
function unchecked({ verdict, output }: Awaited<ReturnType<typeof preflight>>): string {
  if (verdict.verdict !== 'refused') return '';
  const said = `\n\nThe preflight fails on this (${verdict.reasons[0]?.message}). GREEN needs it to, and these tests are locked once accepted: fix what it reports about them now, and submit again. What it reports about code that is still missing can stay.`;
  return `${said}\n${output.trim().slice(-SHOWN)}`;
}
const SHOWN = 2000;

/** The review will ask to remove these. Reported now, while the test is not locked yet, it costs nothing. */
async function withLeftovers(treeRunner: TreeRunner, { accepted: from, tree }: ProofOrder, output: string) {
  const findings = leftoversIn(await treeRunner.diff(from, tree));
  if (findings.length === 0) return { findings, output };
  const lines = findings.map(({ file, line, message }) => `- ${file}${line === null ? '' : `:${line}`}: ${message}`);
  return {
    findings,
    output: [output, `\nThe review will not accept this; fix it and submit again:`, ...lines].join('\n'),
  };
}

/** Checks without a run: a RED step adds or changes tests, and mutes none. */
function writtenProblems({ change }: ProofInputs, beside: boolean): Refusal[] {
  const { added, changed, muted, opaque, opaqueAdded, around, rebound } = change;
  const problems: Refusal[] = muted.map(({ test, mark }) => ({
    code: 'TEST_MUTED',
    message: `${test.file}: ${JSON.stringify(test.path.join(' > '))} is marked ${mark}`,
    next: 'Remove the mark: a test that is not run proves nothing.',
    file: test.file,
  }));
  problems.push(
    ...rebound.map(({ file, what }) => ({
      code: 'TEST_SETUP_CHANGED',
      message: `${file}: ${what}`,
      next: 'Import it from where it came from: existing tests use it.',
      file,
    })),
  );
  if (!beside && [...added, ...changed, ...opaque, ...opaqueAdded, ...around].length === 0) {
    const next = 'Write the failing test in one of the project’s test files.';
    problems.push({ code: 'NO_NEW_TEST', message: 'no test was added or changed', next });
  }
  return problems;
}

async function evidenceOf(
  treeRunner: TreeRunner,
  { accepted: from, tree }: ProofOrder,
  runs: readonly EvidenceRef[],
  problems: readonly Refusal[],
) {
  const { files } = await treeRunner.diff(from, tree);
  const summary = `${files.length} file${files.length === 1 ? '' : 's'} changed`;
  return [
    ...runs,
    await treeRunner.keep('diff', summary, tree, {
      from,
      to: tree,
      files: files.map(({ path, status }) => ({ path, status })),
      problems,
    }),
  ];
}
