import { readFacts } from '#code/facts/facts.ts';
import { isMutantLanguage } from '#code/mutants/languages.ts';
import { grammarOf } from '#code/symbols/languages.ts';
import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TestCase } from '#contracts/test-run.ts';
import { plural } from '#contracts/text.ts';
import { isMuted } from '../inventory/compare.ts';
import type { WrittenTest } from '../inventory/test-inventory.ts';
import { KNOWN_PYTHON } from '../known-python.ts';
import { brokenCodeTimeout } from '../ledger/tree-times.ts';
import { isRunOf, writtenNameOf } from '../proofs/is-run-of.ts';
import { protectionOf } from '../tamper/protected-paths.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import type { ChangedCode, ChangedSource } from './changed-code.ts';
import { type Gut, gutted } from './gut-edits.ts';
import { reachedFrom } from './modules-of.ts';
import { NOTHING, type Part } from './part.ts';

/**
 * Whether each test that the change touches fails when the code does. All changed functions are made to throw, then to
 * return nonsense; a test that passes both times does not call them, mocks them, or checks nothing.
 */
export async function canFail(
  treeRunner: TreeRunner,
  { base, tree }: { readonly base: TreeHash; readonly tree: TreeHash },
  code: ChangedCode,
  signal: AbortSignal,
): Promise<Part> {
  const tests = code.tests.flatMap((file) => file.tests ?? []).filter((test) => !isMuted(test) && isTestOfCode(test));
  if (tests.length === 0) return NOTHING;
  const first = await pass(treeRunner, tree, code, code.sources, tests, signal);
  // A test of older code may pass: then it must fail when everything its file imports is gutted.
  const widened =
    first.both.length === 0 ? [] : await importedBy(treeRunner, tree, code.runner, code.sources, first.both);
  const second = widened.length === 0 ? first : await pass(treeRunner, tree, code, widened, first.both, signal);
  const weak = second.both;
  const was = weak.length === 0 ? [] : await wasWeak(treeRunner, base, code, weak, signal);
  const findings = weak.filter((test) => !was.includes(test)).map((test) => cannotFail(test, code.sources));
  const unread = first.nonsense.filter((test) => !first.both.includes(test));
  // If one test does not check the result, others may; where none does, nothing was shown.
  const isAlone = unread.length > 0 && first.nonsense.length === tests.length;
  const blind =
    isAlone && !(await othersNotice(treeRunner, tree, code, first.failed, signal)) ? unread.slice(0, 1) : [];
  findings.push(...blind.map((test) => looksAtNothing(test, code.sources)));
  const doubts = [
    ...unread.map((test) => `${writtenNameOf(test)} passes although the changed functions return nonsense`),
    ...was.map((test) => `${writtenNameOf(test)} passes whatever the code does, as before this change`),
  ];
  const passed = {
    both: weak.map(writtenNameOf),
    nonsenseOnly: unread.map(writtenNameOf),
    asBefore: was.map(writtenNameOf),
  };
  const summary = `${plural(tests.length, 'test')} ran on emptied code, ${weak.length} did not notice`;
  return { findings, doubts, evidence: [await treeRunner.keep('mutants', summary, tree, passed)] };
}

interface Passed {
  /** None of the code could be gutted: then a pass says nothing. */
  readonly untouched: boolean;
  readonly both: readonly WrittenTest[];
  readonly nonsense: readonly WrittenTest[];
  /** Every test that failed on nonsense, including those whose text does not show what they call. */
  readonly failed: readonly TestCase[];
}

/** It calls functions of the project; a test of a constant or of a file has nothing that could be gutted. */
const isTestOfCode = ({ fact, file }: WrittenTest): boolean =>
  fact.calls.some(
    ({ binding }) =>
      (binding.to === 'import' && isOwn(binding.module, file)) || ('via' in binding && binding.via === 'fixture'),
  );

const isOwn = (module: string, file: string): boolean =>
  file.endsWith('.py') ? !KNOWN_PYTHON.test(module) : /^([.#~]|@\/)/.test(module);

async function pass(
  treeRunner: TreeRunner,
  tree: TreeHash,
  { runner }: Pick<ChangedCode, 'runner'>,
  sources: readonly ChangedSource[],
  tests: readonly WrittenTest[],
  signal: AbortSignal,
): Promise<Passed> {
  const files = [...new Set(tests.map(({ file }) => fromRoot(file, runner.root)))];
  let untouched = true;
  let ran: readonly TestCase[] = [];
  const survivors = async (gut: Gut): Promise<readonly WrittenTest[]> => {
    const edits = new Map<string, string>();
    for (const source of sources) {
      const text = await gutted(source, gut, source);
      if (text !== null) edits.set(source.path, text);
    }
    if (edits.size === 0) return [];
    untouched = false;
    const hollow = await treeRunner.write(tree, edits);
    const order = { tree: hollow, runner, select: { type: 'files' as const, files } };
    const { value } = await treeRunner.test(
      { ...order, timeoutMs: await brokenCodeTimeout(treeRunner, tree, runner) },
      signal,
    );
    if (value.outcome.type !== 'ran' && value.outcome.type !== 'broken') return [];
    ran = value.tests;
    return tests.filter((test) => passes(value.tests, test, runner.root));
  };
  const nonsense = await survivors('nonsense');
  const failed = ran.filter(({ state }) => state === 'failed');
  const throws = nonsense.length === 0 ? [] : await survivors('throws');
  return { untouched, nonsense, failed, both: nonsense.filter((test) => throws.includes(test)) };
}

/**
 * Whether another test beside them checks the result, though its text does not show the call: a body that a helper
 * makes (`test('…', processCSS('a', 'b'))`). A test that fails on the unchanged code shows nothing.
 */
async function othersNotice(
  treeRunner: TreeRunner,
  tree: TreeHash,
  { runner }: Pick<ChangedCode, 'runner'>,
  failed: readonly TestCase[],
  signal: AbortSignal,
): Promise<boolean> {
  const files = [...new Set(failed.map(({ file }) => file))];
  if (files.length === 0) return false;
  const order = { tree, runner, select: { type: 'files' as const, files } };
  const { value } = await treeRunner.test(
    { ...order, timeoutMs: await brokenCodeTimeout(treeRunner, tree, runner) },
    signal,
  );
  const passed = new Set(value.tests.filter(({ state }) => state === 'passed').map(({ id }) => id));
  return failed.some(({ id }) => passed.has(id));
}

const fromRoot = (path: string, root: string): string => (root === '.' ? path : path.slice(root.length + 1));

function passes(ran: readonly TestCase[], test: WrittenTest, root: string): boolean {
  const own = ran.filter((each) => isRunOf({ ...each, file: root === '.' ? each.file : `${root}/${each.file}` }, test));
  return own.length > 0 && own.every(({ state }) => state === 'passed');
}

/** Every function of the project's files that the test files import. */
async function importedBy(
  treeRunner: TreeRunner,
  tree: TreeHash,
  runner: ProjectRunner,
  sources: readonly ChangedSource[],
  tests: readonly WrittenTest[],
): Promise<ChangedSource[]> {
  const files = await treeRunner.list(tree);
  const wanted = new Set(sources.map(({ path }) => path));
  for (const file of new Set(tests.map((test) => test.file))) {
    const text = (await treeRunner.read(tree, file)) ?? '';
    for (const path of await reachedFrom(file, text, files, (each) => treeRunner.read(tree, each)))
      if (!runner.isTestFile(path) && protectionOf(path) !== 'test-support') wanted.add(path);
  }
  const found: ChangedSource[] = [];
  for (const path of wanted) {
    const language = grammarOf(path);
    const text = await treeRunner.read(tree, path);
    if (text === null || language === undefined || !isMutantLanguage(language)) continue;
    found.push({ path, language, text, functions: await functionsOf(text, language) });
  }
  return found;
}

async function functionsOf(text: string, language: string): Promise<ChangedSource['functions']> {
  const read = await readFacts(text, language);
  if (!read.ok) return [];
  return read.facts.symbols
    .filter(({ kind, hasBody }) => hasBody && /^(function|method|constructor|getter|setter)$/.test(kind))
    .map(({ path, at, exported, parameters }) => ({
      name: path,
      line: text.slice(0, at).split('\n').length,
      exported,
      parameters: parameters.length,
    }));
}

/** Tests that are unchanged since main, and were as weak there: not caused by this change. */
async function wasWeak(
  treeRunner: TreeRunner,
  base: TreeHash,
  { before, runner }: ChangedCode,
  tests: readonly WrittenTest[],
  signal: AbortSignal,
): Promise<readonly WrittenTest[]> {
  const old = tests.filter((test) =>
    before.get(test.file)?.tests?.some(({ path, hash }) => hash === test.hash && path.join() === test.path.join()),
  );
  if (old.length === 0) return [];
  const sources = await importedBy(treeRunner, base, runner, [], old);
  const { both, untouched } = await pass(treeRunner, base, { runner }, sources, old, signal);
  // Where main's version of the code cannot be found from the test, the test cannot be shown to have been stronger.
  return untouched ? old : both;
}

function looksAtNothing(test: WrittenTest, sources: readonly ChangedSource[]): Finding {
  const names = sources.flatMap(({ functions }) => functions.map(({ name }) => name));
  const message = `no test checks what ${names.slice(0, 3).join(', ')} return${names.length === 1 ? 's' : ''}: ${writtenNameOf(test)} still passes when the result is replaced by nonsense. Assert the expected result`;
  return { file: test.file, line: test.fact.lines.first, severity: 'critical', message };
}

function cannotFail(test: WrittenTest, sources: readonly ChangedSource[]): Finding {
  const names = sources.flatMap(({ functions }) => functions.map(({ name }) => name));
  const what =
    names.length === 0
      ? 'all the code that it imports throws'
      : `${names.slice(0, 3).join(', ')} always throw${names.length === 1 ? 's' : ''}`;
  return {
    file: test.file,
    line: test.fact.lines.first,
    severity: 'critical',
    message: `${writtenNameOf(test)} passes although ${what}: the code is mocked, never called, or its result is not checked. A test must fail when the code fails`,
  };
}
