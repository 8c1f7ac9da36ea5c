import { posix } from 'node:path';
import type { Refusal } from '#contracts/gate.ts';
import type { TestCase, TestFailure } from '#contracts/test-run.ts';
import type { Bench } from '../bench.ts';
import type { WrittenTest } from '../inventory/test-inventory.ts';
import type { ProofOrder } from '../proof.ts';
import { protectionOf } from '../tamper/protected-paths.ts';
import type { ProofGround } from './ground.ts';
import { isRunOf, nameOf } from './is-run-of.ts';
import { mustRun } from './not-run.ts';
import { foreignModule, type OwnModules, ownModules } from './own-modules.ts';
import type { WholeRun } from './run-all.ts';
import { touchesProject } from './touches-project.ts';
import { NO_NETWORK, wantsNetwork } from './wants-network.ts';

export interface RedJudgement {
  readonly problems: readonly Refusal[];
  /** The tests that are red rightly. */
  readonly tests: readonly WrittenTest[];
}

/** Holds what failed against what was written. */
export async function judgeRed(
  bench: Bench,
  order: ProofOrder,
  ground: ProofGround,
  run: WholeRun,
): Promise<RedJudgement> {
  const fresh = [...ground.change.added, ...ground.change.changed.map(({ after }) => after)];
  const { opaque, opaqueAdded } = ground.change;
  const helpers = (await bench.diff(order.accepted, order.tree)).files
    .map(({ path }) => path)
    .filter((path) => protectionOf(path) === 'test-support');
  const files = new Set([...fresh.map(({ file }) => file), ...opaque, ...opaqueAdded, ...helpers]);
  const failing = run.tests.filter(({ state }) => state === 'failed');
  const problems: Refusal[] = [];
  const own = ownModules(await bench.list(order.base), await bench.read(order.base, 'package.json'));
  problems.push(...brokenProblems(run, files, own), ...unrelated(failing, fresh, files));
  const unloaded = new Set(
    run.runs.flatMap(({ runner, result }) =>
      result.outcome.type === 'broken'
        ? result.outcome.failures.flatMap(({ file }) => (file === undefined ? [] : [posix.join(runner.root, file)]))
        : [],
    ),
  );
  // A new helper that lacks what is to be brought keeps the tests that use it from loading.
  const byHelper = helpers.some((path) => unloaded.has(path));
  const isUnloaded = (test: WrittenTest): boolean =>
    unloaded.has(test.file) || (byHelper && !run.tests.some(({ file }) => file === test.file));
  const textOf = ({ file }: WrittenTest): string => ground.after.get(file)?.text ?? '';
  const idle = fresh.filter(
    (test) => mustRun(test, textOf(test)) && !isUnloaded(test) && !run.tests.some((ran) => isRunOf(ran, test)),
  );
  // A runner that stops at a file which does not load has run nothing, and says nothing about the others.
  problems.push(...(problems.length === 0 && run.tests.length > 0 ? idle.map(notRun) : []));
  const red = fresh.filter((test) => isUnloaded(test) || failing.some((failed) => isRunOf(failed, test)));
  if (problems.length === 0 && red.length === 0 && fresh.length > 0) {
    const next =
      'A RED test fails until the behaviour is there. If it is there already, this step is not needed: say so in `blocker`.';
    problems.push({ code: 'RED_PASSES', message: `the new tests pass already: ${fresh.map(nameOf).join('; ')}`, next });
  }
  for (const { before, after } of ground.change.changed) {
    if (problems.length > 0 || red.includes(after)) continue;
    const next = 'Put it back: a test that is changed must be red, or it was weakened.';
    problems.push({
      code: 'TEST_WEAKENED',
      message: `${nameOf(before)} was changed and passes`,
      next,
      file: after.file,
    });
  }
  for (const test of red) {
    const failure = failing.find((failed) => isRunOf(failed, test))?.failure;
    const wrong = failure ? wrongKind(test, failure, ground, own) : null;
    if (wrong) problems.push(wrong);
    const vacuous = await touchesProject(bench, order.tree, test, ground);
    if (vacuous) problems.push(vacuous);
  }
  return { problems, tests: red };
}

/** A file that does not load is RED only where it lacks what this change is to bring. */
function brokenProblems({ runs }: WholeRun, files: ReadonlySet<string>, own: OwnModules): Refusal[] {
  return runs.flatMap(({ runner, result }) => {
    const { outcome } = result;
    if (outcome.type === 'no-tests') {
      return [
        {
          code: 'NO_TEST_RAN',
          message: `${result.runner}: ${outcome.why}`,
          next: 'Make the new test one that the runner finds.',
        },
      ];
    }
    if (outcome.type !== 'broken') return [];
    const foreign = outcome.failures.map(({ message }) => foreignModule(message, own)).find((name) => name !== null);
    if (foreign !== undefined) return [foreignImport(foreign)];
    const lacking = outcome.kind === 'missing-symbol' && outcome.failures.length > 0;
    const ours = outcome.failures.every(
      ({ file, kind }) => kind === 'missing-symbol' && file !== undefined && files.has(posix.join(runner.root, file)),
    );
    if (lacking && ours) return [];
    return [
      {
        code: 'RED_BROKEN',
        message: `the run is broken, not red (${outcome.kind}): ${outcome.message}`,
        next: 'The test must load and fail on an assertion, or on a symbol of the code under change that is not there yet.',
      },
    ];
  });
}

function unrelated(failing: readonly TestCase[], fresh: readonly WrittenTest[], files: ReadonlySet<string>): Refusal[] {
  const others = failing.filter(
    (failed) =>
      !fresh.some((test) => isRunOf(failed, test)) &&
      !(files.has(failed.file) && fresh.every(({ file }) => file !== failed.file)),
  );
  if (others.length === 0) return [];
  const names = others
    .slice(0, 5)
    .map(({ id }) => id)
    .join('; ');
  return [
    {
      code: 'UNRELATED_FAILURE',
      message: `tests that are not of this step fail: ${names}`,
      next: others.some(wantsNetwork)
        ? NO_NETWORK
        : 'They passed before, or are not this step’s: make them pass again.',
    },
  ];
}

export function wrongKind(
  test: WrittenTest,
  failure: TestFailure,
  { runners }: Pick<ProofGround, 'runners'>,
  own: OwnModules,
): Refusal | null {
  const inTest =
    failure.file === undefined ||
    runners.some((runner) => runner.isTestFile(posix.join(runner.root, failure.file ?? '')));
  const foreign = failure.kind === 'missing-symbol' ? foreignModule(failure.message, own) : null;
  if (foreign !== null) return foreignImport(foreign);
  // A name that the test never imported is a slip of the test, not something that the code lacks.
  const slip = failure.kind === 'missing-symbol' && inTest && UNDEFINED.test(failure.message);
  if ((failure.kind === 'assertion' || failure.kind === 'missing-symbol') && !slip) return null;
  if (failure.kind === 'exception' && !inTest) return null;
  return {
    code: 'RED_WRONG_REASON',
    message: `${nameOf(test)} fails by ${failure.kind}${failure.file ? ` at ${failure.file}:${failure.line ?? '?'}` : ''}: ${failure.message.split('\n')[0]}`,
    next: 'It must fail on an assertion about the behaviour that is missing, or on a symbol that is not there yet.',
    file: test.file,
  };
}

const UNDEFINED = /^(ReferenceError: )?[\w$]+ is not defined\b|^NameError: /;

const foreignImport = (name: string): Refusal => ({
  code: 'RED_BROKEN',
  message: `the test needs ${JSON.stringify(name)}, which is neither installed nor part of this project`,
  next: 'Import what this change is to bring. A new module of the project can be created empty in this step.',
});

const notRun = (test: WrittenTest): Refusal => ({
  code: 'TEST_NOT_RUN',
  message: `${nameOf(test)} did not run: the project's runner does not find it, or it has no rows`,
  next: 'Put it where the project’s tests are, under a name that its configuration includes.',
  file: test.file,
});
