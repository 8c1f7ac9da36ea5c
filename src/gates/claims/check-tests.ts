import type { CallFact, ImportFact, TestFact } from '#code/facts/fact-types.ts';
import { readFacts, type SourceFacts } from '#code/facts/facts.ts';
import type { Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { nearestNames } from '#host/nearest-names.ts';
import { testLeavesOf } from '../inventory/test-inventory.ts';
import type { TreeRunner } from '../tree-runner.ts';
import type { ClaimedTest, Coverage, WantedFunction } from './claimed-test.ts';
import { coverageOf, type ProvenTest } from './coverage.ts';
import { calledAs, type FunctionFact, readModule, resolveFunction } from './module-functions.ts';

export interface TestsOrder {
  /** Before this run: existing tests stay as they are. */
  readonly before: TreeHash;
  /** The tree with the tests. */
  readonly tree: TreeHash;
  readonly testPath: string;
  readonly implPath: string;
  readonly language: string;
  readonly sentinel: string;
  readonly claimed: readonly ClaimedTest[];
  readonly wanted: readonly WantedFunction[];
  isModule(imported: string): boolean;
  isProperty(test: TestFact, imports: readonly ImportFact[]): boolean;
}

export interface TestsChecked {
  readonly problems: readonly Refusal[];
  readonly coverage: Coverage;
  /** Tests that existed before and are unchanged. */
  readonly kept: readonly (readonly string[])[];
}

/** Compares what a tests agent claims with the existing tests and the calls that they make. */
export async function checkTests(treeRunner: TreeRunner, order: TestsOrder): Promise<TestsChecked> {
  const text = await treeRunner.read(order.tree, order.testPath);
  const module = await readModule(treeRunner, order.tree, order.implPath, order.language);
  const read = text === null ? null : await readFacts(text, order.language);
  if (text === null || !read?.ok || read.facts.errorLines.length > 0 || module.type !== 'read') {
    const message = text === null ? `${order.testPath} does not exist` : `${order.testPath} cannot be read`;
    return {
      problems: [problem(order, 'CLAIM_NOT_ON_DISK', message, 'Write the tests there.')],
      coverage: coverageOf(order.wanted, []),
      kept: [],
    };
  }
  const { facts } = read;
  const tests = facts.tests().tests.flatMap(testLeavesOf);
  const old = await testsBefore(treeRunner, order);
  const kept = tests.filter((test) => old.some((was) => isSameTest(was, test)));
  const reader: Reader = { order, facts, text, functions: module.functions };
  const problems = [
    ...namesSentinel(order, text),
    ...lostProblems(order, old, tests),
    ...tests.filter((test) => !kept.includes(test)).flatMap((test) => emptyProblems(reader, test)),
    ...order.claimed.flatMap((claim) => claimProblems(reader, claim, tests)),
  ];
  const proven = order.claimed.flatMap((claim): ProvenTest[] => {
    const test = findTest(tests, claim.name);
    if (!test) return [];
    const calls = order.wanted.map(({ name }) => name).filter((name) => callsFunction(reader, test, name));
    return [{ claim, calls, isProperty: order.isProperty(test, facts.imports) }];
  });
  return { problems, coverage: coverageOf(order.wanted, proven), kept: kept.map(({ path }) => path) };
}

interface Reader {
  readonly order: TestsOrder;
  readonly facts: SourceFacts;
  readonly text: string;
  readonly functions: ReadonlyMap<string, FunctionFact>;
}

async function testsBefore(treeRunner: TreeRunner, { before, testPath, language }: TestsOrder): Promise<TestFact[]> {
  const text = await treeRunner.read(before, testPath);
  const read = text === null ? null : await readFacts(text, language);
  return read?.ok ? read.facts.tests().tests.flatMap(testLeavesOf) : [];
}

const isSameTest = (one: TestFact, other: TestFact): boolean =>
  one.hash === other.hash && one.path.join('\n') === other.path.join('\n');

function lostProblems(order: TestsOrder, old: readonly TestFact[], tests: readonly TestFact[]): Refusal[] {
  return old
    .filter((was) => !tests.some((test) => isSameTest(was, test)))
    .map(({ path }) =>
      problem(
        order,
        'TEST_CHANGED',
        `${path.join(' > ')} was there before and was changed or taken out`,
        'Put it back.',
      ),
    );
}

/** A test that expects the skeleton's own error would be red here and wrong for ever. */
function namesSentinel(order: TestsOrder, text: string): Refusal[] {
  if (!new RegExp(`\\b${order.sentinel}\\b`).test(text)) return [];
  const next = 'Test the behaviour that is described, not the skeleton.';
  return [problem(order, 'TEST_NAMES_SENTINEL', `${order.testPath} names ${order.sentinel}`, next)];
}

const MUTED = /^(skip|skipIf|runIf|todo|fails|failing|xfail|only)$/;

function emptyProblems(reader: Reader, test: TestFact): Refusal[] {
  const { order } = reader;
  const name = test.path.join(' > ');
  const mark = [...test.modifiers, ...test.inherited].find((each) => MUTED.test(each));
  if (mark !== undefined)
    return [problem(order, 'TEST_MUTED', `${name} is marked ${mark}`, 'Remove the mark.', test.lines.first)];
  const next = 'Call a function of the module and assert what comes back.';
  const asserts = test.assertions + test.helperAssertions;
  if (asserts === 0) return [problem(order, 'TEST_VACUOUS', `${name} asserts nothing`, next, test.lines.first)];
  if (test.helperAssertions === 0 && test.constantAssertions === test.assertions)
    return [problem(order, 'TEST_VACUOUS', `${name} asserts nothing but constants`, next, test.lines.first)];
  const reaches = test.calls.some((call) => isOurs(call, order)) || usesModule(reader, test);
  return reaches ? [] : [problem(order, 'TEST_VACUOUS', `${name} never uses the module`, next, test.lines.first)];
}

function claimProblems(reader: Reader, claim: ClaimedTest, tests: readonly TestFact[]): Refusal[] {
  const { order } = reader;
  const test = findTest(tests, claim.name);
  if (!test) {
    const [near] = nearestNames(
      claim.name,
      tests.map(({ title }) => title),
    );
    const next =
      near === undefined ? 'Claim the existing tests by their titles.' : `Did you mean ${JSON.stringify(near)}?`;
    return [problem(order, 'CLAIM_NOT_ON_DISK', `no test ${JSON.stringify(claim.name)} is in ${order.testPath}`, next)];
  }
  const problems = claim.targets
    .filter((target) => !callsFunction(reader, test, target))
    .map((target) =>
      problem(
        order,
        'CLAIM_NOT_CALLED',
        `${claim.name} claims to test ${target} and never calls it`,
        `Call ${target} in it, or do not claim it.`,
        test.lines.first,
      ),
    );
  if (claim.isProperty && !order.isProperty(test, reader.facts.imports))
    problems.push(
      problem(
        order,
        'CLAIM_NOT_A_PROPERTY',
        `${claim.name} is claimed as a property and tries no generated input`,
        'Make it one, or claim it as an example.',
        test.lines.first,
      ),
    );
  const known = new Set(order.wanted.flatMap(({ sketches }) => sketches));
  for (const sketch of claim.sketches.filter((each) => !known.has(each)))
    problems.push(
      problem(
        order,
        'CLAIM_UNKNOWN_SKETCH',
        `${claim.name} claims the sketch ${sketch}, which is not in the design`,
        `There is: ${[...known].join(', ')}.`,
      ),
    );
  return problems;
}

function findTest(tests: readonly TestFact[], name: string): TestFact | undefined {
  return (
    tests.find(({ path }) => path.join(' > ') === name || path.join('::') === name || path.join(' ') === name) ??
    tests.find(({ title }) => title === name)
  );
}

/** Whether the test calls it, directly or through functions of its own file. */
function callsFunction(reader: Reader, test: TestFact, name: string): boolean {
  const target = resolveFunction(reader.functions, name);
  const wanted = target ? calledAs(target) : name;
  if (target && (target.kind === 'getter' || target.kind === 'setter')) return readsMember(reader, test, last(wanted));
  const makesOne = test.calls.some((call) => isOurs(call, reader.order) && firstOf(call) === first(wanted));
  return test.calls.some((call) => means(call, wanted, reader, makesOne));
}

/**
 * A callee that only a run could resolve counts if the member has that name: for a parameter, if the test constructs
 * something of that class; for a helper's return value, if the helper itself uses the module.
 */
function means({ binding, callee }: CallFact, wanted: string, { order, facts }: Reader, makesOne: boolean): boolean {
  const isMember = (name: string): boolean => wanted.includes('.') && name.includes('.') && last(name) === last(wanted);
  if (binding.to === 'unknown') return makesOne && isMember(plain(callee));
  if (binding.to === 'local') {
    const [helper, ...rest] = binding.symbol.split('()');
    if (helper === undefined || rest.length === 0 || !isMember(plain(binding.symbol))) return false;
    return facts.calls(plain(helper), true).some((call) => isOurs(call, order));
  }
  if (binding.to !== 'import' || !order.isModule(binding.module)) return false;
  const symbol = plain(binding.symbol);
  return symbol === wanted || isMember(symbol);
}

const isOurs = ({ binding }: CallFact, order: TestsOrder): boolean =>
  binding.to === 'import' && order.isModule(binding.module);

/** A getter is read, not called, so no call shows it. */
function usesModule(reader: Reader, test: TestFact): boolean {
  return [...reader.functions.values()].some(
    ({ kind, path }) => (kind === 'getter' || kind === 'setter') && readsMember(reader, test, last(path)),
  );
}

function readsMember({ facts, text }: Reader, test: TestFact, member: string): boolean {
  const lines = text.split('\n');
  const through = test.calls.flatMap(({ binding }) => (binding.to === 'local' ? [plain(binding.symbol)] : []));
  const places = [
    test.lines,
    ...facts.symbols.filter(({ path }) => through.includes(path)).map((symbol) => symbol.lines),
  ];
  const read = new RegExp(`\\.${member.replace(/[$#]/g, '\\$&')}\\b`);
  return places.some(({ first, last: end }) => read.test(lines.slice(first - 1, end).join('\n')));
}

const plain = (symbol: string): string => symbol.replace(/\(\)|\[\]/g, '').replace(/^default\./, '');
const first = (path: string): string => path.split('.', 1)[0] ?? '';
const firstOf = ({ binding }: CallFact): string => ('symbol' in binding ? first(plain(binding.symbol)) : '');
const last = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

const problem = (order: TestsOrder, code: string, message: string, next: string, line?: number): Refusal => ({
  code,
  message,
  next,
  file: order.testPath,
  ...(line === undefined ? {} : { line }),
});
