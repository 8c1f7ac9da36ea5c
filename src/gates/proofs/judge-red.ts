import { posix } from 'node:path';
import type { Refusal } from '#contracts/gate.ts';
import type { TestCase } from '#contracts/test-run.ts';
import type { WrittenTest } from '../inventory/test-inventory.ts';
import { touchedBy } from '../inventory/touched-tests.ts';
import { type FailedOnce, failedOnce } from '../ledger/failed-once.ts';
import { type KnownFailure, mainShows } from '../ledger/main-ledger.ts';
import { mainRun } from '../ledger/main-run.ts';
import { type TreeRun, treeRun } from '../ledger/tree-run.ts';
import type { ProofOrder } from '../proof.ts';
import { isBesideTests } from '../tamper/beside-tests.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { isRunInside, isRunOf, writtenNameOf } from './is-run-of.ts';
import { mustRun, unclaimed } from './not-run.ts';
import { foreignModule, type OwnModules, ownModules } from './own-modules.ts';
import type { ProofInputs } from './proof-inputs.ts';
import { foreignImport, type RedReasonInputs, wrongReason } from './red-reason.ts';
import { goneByReport, goneByText, onlyGrew } from './replaced.ts';
import type { WholeRun } from './run-all.ts';
import { splitUp } from './split-up.ts';
import { touchesProject } from './touches-project.ts';
import { NO_NETWORK, wantsNetwork } from './wants-network.ts';

export interface RedJudgement {
  readonly problems: readonly Refusal[];
  /** The written tests that are red for the right reason. */
  readonly tests: readonly WrittenTest[];
  /** Those that only the runner reports: rows of a table, tests of a loop, languages that are not parsed here. */
  readonly told: readonly TestCase[];
  /** Files that do not load, because they need code that this change still has to add. */
  readonly unloaded: readonly string[];
  /** Failures that main shows too. */
  readonly known: readonly KnownFailure[];
  /** Tests of main that failed only in this one run. */
  readonly once: readonly FailedOnce[];
}

/**
 * Compares the failures with the source, and with the tests' results before the step: a test belongs to this step if
 * its text is new, if it is reached by what changed beside tests and did not fail before, or if it was not reported
 * before.
 */
export async function judgeRed(
  treeRunner: TreeRunner,
  order: ProofOrder,
  inputs: ProofInputs,
  run: WholeRun,
  signal: AbortSignal,
): Promise<RedJudgement> {
  const { runners, change } = inputs;
  const fresh = [...change.added, ...change.changed.map(({ after }) => after)];
  const diff = (await treeRunner.diff(order.accepted, order.tree)).files.map(({ path }) => path);
  const isTouched = await touchedBy(treeRunner, order.tree, runners, diff);
  const isBeside = isBesideTests(runners);
  const files = new Set([...diff.filter(isBeside), ...change.opaque, ...change.opaqueAdded]);
  const own = ownModules(await treeRunner.list(order.base), await treeRunner.read(order.base, 'package.json'), {
    cargo: await treeRunner.read(order.base, 'Cargo.toml'),
    composer: await treeRunner.read(order.base, 'composer.json'),
  });

  const failing = run.tests.filter(({ state }) => state === 'failed');
  const unexplained = failing.filter((failed) => !fresh.some((test) => isRunOf(failed, test)));
  const unloaded = unloadedIn(run);
  const isUnread = fresh.length === 0 || change.opaque.length > 0 || change.around.length > 0;
  const beforeRun = (): Promise<TreeRun> =>
    (order.accepted === order.base ? mainRun : treeRun)(treeRunner, order.accepted, runners, signal);
  const before = unexplained.length > 0 || isUnread || unloaded.size > 0 ? await beforeRun() : null;
  const failedBefore = new Set(before?.tests.flatMap(({ id, state }) => (state === 'failed' ? [id] : [])));
  const reported = new Set(before?.tests.map(({ id }) => id));
  // The file that the runner names may only load the one that was written: `readdirSync('issues').forEach(require)`.
  const isNew = ({ id, file }: TestCase): boolean =>
    before !== null && !reported.has(id) && !before.broken.includes(file);
  const told = unexplained.filter((test) => (isTouched(test.file) || isNew(test)) && !failedBefore.has(test.id));
  const others = unexplained.filter((failed) => !told.includes(failed));
  const known = await mainShows(treeRunner, order.base, runners, others, signal);
  const suspects = others.filter(({ id }) => !known.some((each) => each.id === id));
  const once = await failedOnce(treeRunner, { main: order.base, tree: order.tree, runners, run, suspects }, signal);
  const isKnown = new Set([...known, ...once].map(({ id }) => id));

  const problems: Refusal[] = [
    ...brokenProblems(run, files, own, { before, told }),
    ...unrelated(others.filter(({ id }) => !isKnown.has(id))),
  ];
  // A new helper may need code that the change still has to add: then the tests that use it do not load.
  const byHelper = [...files].some((path) => unloaded.has(path) && !runners.some((runner) => runner.isTestFile(path)));
  const isUnloaded = (test: WrittenTest): boolean =>
    (unloaded.has(test.file) && before?.broken.includes(test.file) !== true) ||
    (byHelper && !run.tests.some(({ file }) => file === test.file));
  const textOf = ({ file }: WrittenTest): string => inputs.after.get(file)?.text ?? '';
  const silent = fresh.filter(
    (test) => mustRun(test, textOf(test)) && !isUnloaded(test) && !run.tests.some((ran) => isRunOf(ran, test)),
  );
  const idle = silent.length === 0 ? [] : unclaimed(silent, inputs, run, await beforeRun());
  // A runner that stops at a file which does not load has run nothing, and says nothing about the others.
  problems.push(...(problems.length === 0 && run.tests.length > 0 ? idle.map(notRun) : []));
  const red = fresh.filter((test) => isUnloaded(test) || failing.some((failed) => isRunOf(failed, test)));
  const isOld = (file: string): boolean => before?.broken.includes(file) === true;
  const lacking = [...unloaded].filter(
    (file) => files.has(file) && !isOld(file) && !red.some((test) => test.file === file),
  );
  const never = [...unloaded].filter((file) => files.has(file) && isOld(file));
  // The reason why a test does not load may be reported for another file: a package that it imports.
  const isBroken = run.runs.some(({ result }) => result.outcome.type === 'broken');
  if (isBroken && red.length + told.length + lacking.length === 0)
    never.push(...new Set(silent.map(({ file }) => file)));
  if (problems.length === 0 && never.length > 0) problems.push(neverLoaded(never));
  if (problems.length === 0 && red.length + told.length + lacking.length === 0) problems.push(nothingRed(fresh));
  if (problems.length === 0) {
    // Tests that are reported under another name count as red if any test of their file is red.
    const isRed = new Set([...red, ...silent.filter(({ file }) => told.some((each) => each.file === file))]);
    problems.push(
      ...goneByText(inputs, isRed),
      ...(before ? goneByReport(before, run, { isTouched, told, inputs }) : []),
    );
    problems.push(...(await weakened(inputs, red, run, beforeRun)));
  }
  const at: RedReasonInputs = { runners, own, textOf: (path) => inputs.after.get(path)?.text ?? null };
  for (const test of red) {
    const failure = failing.find((failed) => isRunOf(failed, test))?.failure;
    const wrong = failure
      ? await wrongReason({ name: writtenNameOf(test), file: test.file, lines: test.fact.lines }, failure, at)
      : null;
    if (wrong) problems.push(wrong);
    const vacuous = await touchesProject(treeRunner, order.tree, test, inputs);
    if (vacuous) problems.push(vacuous);
  }
  for (const { id, file, failure } of told) {
    const wrong = failure ? await wrongReason({ name: id, file }, failure, at) : null;
    if (wrong) problems.push(wrong);
  }
  return { problems, tests: red, told, unloaded: lacking, known, once };
}

/** Files that did not load, from the project's top. */
const unloadedIn = ({ runs }: WholeRun): ReadonlySet<string> =>
  new Set(
    runs.flatMap(({ runner, result: { outcome } }) =>
      outcome.type === 'broken'
        ? outcome.failures.flatMap(({ file }) => (file === undefined ? [] : [posix.join(runner.root, file)]))
        : [],
    ),
  );

/** A file that does not load is RED only if it needs code that this change still has to add. */
function brokenProblems(
  { runs }: WholeRun,
  files: ReadonlySet<string>,
  own: OwnModules,
  { before, told }: { readonly before: TreeRun | null; readonly told: readonly TestCase[] },
): Refusal[] {
  return runs.flatMap(({ runner, result }) => {
    const { outcome } = result;
    if (outcome.type === 'no-tests') {
      return [
        {
          code: 'NO_TEST_RAN',
          message: `${result.runner}: ${outcome.why}`,
          next: 'Put the new test where the runner finds it.',
        },
      ];
    }
    if (outcome.type !== 'broken') return [];
    const isOld = (file: string | undefined): boolean =>
      file !== undefined && before?.broken.includes(posix.join(runner.root, file)) === true;
    const failures = outcome.failures.filter(({ file }) => !isOld(file));
    if (failures.length === 0 && outcome.failures.length > 0) return [];
    const foreign = failures.map(({ message }) => foreignModule(message, own)).find((name) => name !== null);
    if (foreign !== undefined) return [foreignImport(foreign)];
    const ours = failures.every(({ file, kind }) => {
      const path = file === undefined ? null : posix.join(runner.root, file);
      // A crash that the runner attributes to a test of this step is how that test fails.
      if (kind === 'crash') return told.some((test) => test.file === path);
      return kind === 'missing-symbol' && path !== null && files.has(path);
    });
    if (failures.length > 0 && ours) return [];
    return [
      {
        code: 'RED_BROKEN',
        message: `the run is broken, not red (${outcome.kind}): ${outcome.message}`,
        next: 'The test must load and fail on an assertion, or on a symbol that this change will add.',
      },
    ];
  });
}

function unrelated(others: readonly TestCase[]): Refusal[] {
  if (others.length === 0) return [];
  const names = others
    .slice(0, 5)
    .map(({ id }) => id)
    .join('; ');
  return [
    {
      code: 'UNRELATED_FAILURE',
      message: `unrelated tests fail: ${names}`,
      next: others.some(wantsNetwork)
        ? NO_NETWORK
        : 'They pass on main, and this step should not affect them: make them pass again.',
    },
  ];
}

const neverLoaded = (files: readonly string[]): Refusal => ({
  code: 'RED_BROKEN',
  message: `${files.slice(0, 5).join(', ')} did not load before this step either, so nothing in it was measured`,
  next: 'If it needs another runner or an install, a person sets that up ("test" in .assay/config.json).',
});

function nothingRed(fresh: readonly WrittenTest[]): Refusal {
  if (fresh.length === 0) {
    const next = 'Write or change a test that fails until the behaviour exists.';
    return { code: 'NO_NEW_TEST', message: 'no test fails that passed before this step', next };
  }
  const next =
    'A RED test fails until the behaviour exists. If it exists already, this step is not needed: explain that in `blocker`.';
  return { code: 'RED_PASSES', message: `the new tests pass already: ${fresh.map(writtenNameOf).join('; ')}`, next };
}

/**
 * A test whose text changed is red, or checks everything it checked and more, or gave a part of it to new tests: then all
 * parts that passed still pass.
 */
async function weakened(
  { change, before, after }: ProofInputs,
  red: readonly WrittenTest[],
  { tests }: WholeRun,
  beforeRun: () => Promise<TreeRun>,
): Promise<Refusal[]> {
  const passed = new Set(tests.flatMap(({ id, state }) => (state === 'passed' ? [id] : [])));
  const heirs = change.added.flatMap((test) =>
    red.includes(test) || tests.some((ran) => ran.state === 'passed' && isRunOf(ran, test))
      ? [{ test, isRed: red.includes(test) }]
      : [],
  );
  const refusals: Refusal[] = [];
  for (const pair of change.changed) {
    const isOf = (ran: TestCase): boolean => isRunOf(ran, pair.after) || isRunInside(ran, pair.after);
    if (red.includes(pair.after) || tests.some((ran) => ran.state === 'failed' && isOf(ran))) continue;
    const isWhole = async (): Promise<boolean> =>
      (await beforeRun()).tests.every(
        (ran) => ran.state !== 'passed' || !isRunOf(ran, pair.before) || passed.has(ran.id),
      );
    if ((onlyGrew(pair, before, after) || splitUp(pair, heirs, before, after)) && (await isWhole())) continue;
    const next = 'Restore it: a changed test must be red, otherwise it was weakened.';
    const message = `${writtenNameOf(pair.before)} was changed and still passes`;
    refusals.push({ code: 'TEST_WEAKENED', message, next, file: pair.after.file });
  }
  return refusals;
}

const notRun = (test: WrittenTest): Refusal => ({
  code: 'TEST_NOT_RUN',
  message: `${writtenNameOf(test)} did not run: the project's runner does not find it, or it has no cases`,
  next: 'Put it next to the project’s tests, under a name that the runner’s configuration includes.',
  file: test.file,
});
