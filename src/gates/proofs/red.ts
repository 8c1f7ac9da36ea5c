import { accepted, type EvidenceRef, type Refusal, refused, unmeasured } from '#contracts/gate.ts';
import type { Bench } from '../bench.ts';
import type { WrittenTest } from '../inventory/test-inventory.ts';
import { leftoversIn } from '../leftovers.ts';
import type { Proof, ProofOrder } from '../proof.ts';
import { changeEvidence } from './change-evidence.ts';
import { groundOf, isProof, notAccepted, type ProofGround } from './ground.ts';
import { nameOf } from './is-run-of.ts';
import { judgeRed } from './judge-red.ts';
import { lockOf } from './lock.ts';
import { runAll, unmeasurable } from './run-all.ts';

const GATE = 'red proof';

/**
 * Whether new tests fail because behaviour is missing: on an assertion or a symbol that is not there, in the code this
 * change is about, and nothing else fails.
 */
export async function redProof(bench: Bench, order: ProofOrder, signal: AbortSignal): Promise<Proof> {
  const ground = await groundOf(bench, order, 'all');
  if (isProof(ground)) return ground;
  const written = writtenProblems(ground);
  const [first, ...rest] = [...ground.tampering, ...written];
  if (first) return notAccepted(GATE, [first, ...rest], await changeEvidence(bench, order, [first, ...rest]));

  const run = await runAll(bench, order.tree, ground.runners, signal);
  const nothing = unmeasurable(run);
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
  const red = await judgeRed(bench, order, ground, run);
  const { findings, output } = await withLeftovers(bench, order, run.output);
  const evidence = await evidenceOf(bench, order, run.evidence, red.problems);
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
    lock: lockOf(order.tree, red.tests),
    run: null,
    output,
  };
}

/** The review will ask for these to be taken out. Said now, while the test is not locked yet, it costs nothing. */
async function withLeftovers(bench: Bench, { accepted: from, tree }: ProofOrder, output: string) {
  const findings = leftoversIn(await bench.diff(from, tree));
  if (findings.length === 0) return { findings, output };
  const lines = findings.map(({ file, line, message }) => `- ${file}${line === null ? '' : `:${line}`}: ${message}`);
  return {
    findings,
    output: [output, `\nThe review will not let this pass; mend it and submit again:`, ...lines].join('\n'),
  };
}

/** What can be seen without running: a RED step adds or changes tests, and mutes none. */
function writtenProblems({ change }: ProofGround): Refusal[] {
  const { added, changed, removed, muted, opaque, opaqueAdded, rebound } = change;
  const problems: Refusal[] = muted.map(({ test, mark }) => ({
    code: 'TEST_MUTED',
    message: `${test.file}: ${JSON.stringify(test.path.join(' > '))} is marked ${mark}`,
    next: 'Take the mark away: a test that does not count proves nothing.',
    file: test.file,
  }));
  problems.push(
    ...rebound.map(({ file, what }) => ({
      code: 'TEST_SETUP_CHANGED',
      message: `${file}: ${what}`,
      next: 'Import it from where it came from: the tests that were there use it.',
      file,
    })),
  );
  const gone = withoutRenamed(removed, added);
  if (gone.length > 0) {
    problems.push({
      code: 'TESTS_REMOVED',
      message: `tests are gone: ${gone.map(nameOf).join('; ')}`,
      next: 'Put them back, or change what they expect so that they are red; a test may get another name, not another life.',
    });
  }
  if ([...added, ...changed, ...opaque, ...opaqueAdded].length === 0) {
    const next = 'Write the failing test in one of the project’s test files.';
    problems.push({ code: 'NO_NEW_TEST', message: 'no test was added or changed', next });
  }
  return problems;
}

/** A test with another name or place that does the same is the same test. */
function withoutRenamed(removed: readonly WrittenTest[], added: readonly WrittenTest[]): WrittenTest[] {
  const bodies = added.map(({ fact }) => fact.bodyHash);
  return removed.filter(({ fact }) => {
    const at = fact.bodyHash === undefined ? -1 : bodies.indexOf(fact.bodyHash);
    if (at >= 0) bodies.splice(at, 1);
    return at < 0;
  });
}

async function evidenceOf(
  bench: Bench,
  { accepted: from, tree }: ProofOrder,
  runs: readonly EvidenceRef[],
  problems: readonly Refusal[],
) {
  const { files } = await bench.diff(from, tree);
  const summary = `${files.length} file${files.length === 1 ? '' : 's'} changed`;
  return [
    ...runs,
    await bench.keep('diff', summary, tree, {
      from,
      to: tree,
      files: files.map(({ path, status }) => ({ path, status })),
      problems,
    }),
  ];
}
