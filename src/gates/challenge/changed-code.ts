import { bodyHash } from '#code/facts/body-hash.ts';
import { readFacts } from '#code/facts/facts.ts';
import { readSource } from '#code/facts/read-source.ts';
import type { LineRange } from '#code/mutants/mutant.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { Diff } from '#contracts/workspace.ts';
import { profileFor } from '#project/test-runners/profiles.ts';
import { inventoryOf, type TestFile } from '../inventory/test-inventory.ts';
import { filesToMutate } from '../mutation/files-to-mutate.ts';
import type { MutationFile } from '../mutation/mutation-result.ts';
import { protectionOf } from '../tamper/protected-paths.ts';
import { usedBySource } from '../tamper/used-by-source.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { liesAside } from './lies-aside.ts';

export interface ChangedFunction {
  readonly name: string;
  /** Of its name. */
  readonly line: number;
  /** Of its end; unknown: the same. */
  readonly last?: number;
  readonly exported: boolean;
  readonly parameters: number;
}

/** A source file of the change. */
export interface ChangedSource extends MutationFile {
  readonly text: string;
  readonly functions: readonly ChangedFunction[];
  /** Python: names that the module assigns a value without a function body; the value may still be a function. */
  readonly values?: readonly { readonly name: string; readonly line: number }[];
  /** For code in examples, scripts and the like: whether delivered code uses it. */
  readonly used?: boolean;
}

/** The contents of a change, for one of the project's runners. */
export interface ChangedCode {
  readonly runner: ProjectRunner;
  readonly sources: readonly ChangedSource[];
  /** Files in which only comments and whitespace changed. */
  readonly sameProgram: readonly string[];
  /** Test files that the change touches, in their new version. */
  readonly tests: readonly TestFile[];
  /** Other test files near the changed sources; all, where none is touched and none is near. */
  readonly near: readonly TestFile[];
  /** The same files in their old version. */
  readonly before: ReadonlyMap<string, TestFile>;
}

export async function changedCode(
  treeRunner: TreeRunner,
  base: TreeHash,
  tree: TreeHash,
  runner: ProjectRunner,
): Promise<ChangedCode> {
  const diff = await treeRunner.diff(base, tree);
  const files = await treeRunner.list(tree);
  const after = await inventoryOf(treeRunner, tree, [runner]);
  const before = await inventoryOf(treeRunner, base, [runner]);
  const old = await bodiesIn(treeRunner, base, diff);
  const sources: ChangedSource[] = [];
  const sameProgram: string[] = [];
  const useOf = async (path: string): Promise<Pick<ChangedSource, 'used'>> => {
    if (!liesAside(path)) return {};
    const isElsewhere = (each: string): boolean =>
      runner.isTestFile(each) || protectionOf(each) === 'test-support' || liesAside(each);
    return { used: await usedBySource(treeRunner, tree, path, isElsewhere) };
  };
  for (const file of filesToMutate(diff, { adapter: profileFor(runner.runner), files })) {
    const text = await treeRunner.read(tree, file.path);
    if (text === null || !speaks(runner, file.language)) continue;
    const isOfTests = (path: string): boolean => runner.isTestFile(path) || protectionOf(path) === 'test-support';
    if (protectionOf(file.path) !== null && !(await usedBySource(treeRunner, tree, file.path, isOfTests))) continue;
    if (await saysTheSame((await treeRunner.read(base, file.path)) ?? '', text, file.language))
      sameProgram.push(file.path);
    else sources.push({ ...(await sourceOf(file, text, old)), ...(await useOf(file.path)) });
  }
  const changed = new Set(diff.files.map(({ path }) => path));
  const beside = diff.files.filter(({ path }) => !runner.isTestFile(path) && protectionOf(path) === 'test-support');
  // A helper may have changed what any test does; of data only tests that changed with it are known to be meant.
  const isTouched = diff.files.some(({ path }) => runner.isTestFile(path));
  const support = beside.some(({ path }) => !DATA.test(path)) || (beside.length > 0 && !isTouched);
  const tests = [...after.values()].filter((file) => changed.has(file.path) || (support && imports(file)));
  const close = new Set(sources.flatMap(({ near = [] }) => near));
  const others = [...after.values()].filter((file) => !tests.includes(file));
  const near = others.filter(({ path }) => close.has(path));
  return { runner, sources, sameProgram, tests, before, near: tests.length === 0 && near.length === 0 ? others : near };
}

/** The same program, apart from comments. */
async function saysTheSame(before: string, after: string, language: string): Promise<boolean> {
  const [one, two] = [await readSource(before, language), await readSource(after, language)];
  if (!one.ok || !two.ok || one.source.tree.errors.length > 0 || two.source.tree.errors.length > 0) return false;
  return bodyHash(one.source.tree.node(0)) === bodyHash(two.source.tree.node(0));
}

const speaks = ({ runner }: ProjectRunner, language: string): boolean =>
  (profileFor(runner).family === 'python') === (language === 'python');

const DATA = /\.(json|ya?ml|toml|txt|md|html|xml|csv|snap)$/;

/** Depends on a file of the tests' own, which may have changed. */
const imports = ({ bindings, text }: TestFile): boolean =>
  [...bindings.values()].some(({ module }) => /^\.|^tests?\b|conftest/.test(module)) ||
  /\bdef test\w*\(\s*(?:(?:self|cls)\s*,\s*)?(?!(?:self|cls)\b)\w/.test(text);

/** The old bodies of functions, wherever they were: a function that only moved was not changed. */
async function bodiesIn(treeRunner: TreeRunner, base: TreeHash, { files }: Diff): Promise<Set<string>> {
  const hashes = new Set<string>();
  for (const path of new Set(
    files.flatMap(({ path, oldPath }) => [path, ...(oldPath === undefined ? [] : [oldPath])]),
  )) {
    const text = await treeRunner.read(base, path);
    const read = text === null ? null : await readFacts(text, path);
    if (!read?.ok) continue;
    for (const name of new Set(read.facts.symbols.map((symbol) => symbol.path)))
      for (const { hash } of read.facts.bodies(name)) hashes.add(hash);
  }
  return hashes;
}

const VALUES = new Set(['variable', 'constant']);
const FUNCTIONS = new Set(['function', 'method', 'constructor', 'getter', 'setter']);

export async function sourceOf(file: MutationFile, text: string, old: ReadonlySet<string>): Promise<ChangedSource> {
  const read = await readFacts(text, file.path);
  if (!read.ok) return { ...file, text, functions: [] };
  const { facts } = read;
  const own = facts.symbols.filter(({ kind, hasBody }) => hasBody && FUNCTIONS.has(kind));
  const moved = own.filter(({ path }) => {
    const bodies = facts.bodies(path);
    return bodies.length > 0 && bodies.every(({ hash }) => old.has(hash));
  });
  const lines =
    file.lines &&
    withoutLines(
      file.lines,
      moved.map((symbol) => symbol.lines),
    );
  const isChanged = (range: LineRange): boolean =>
    file.lines === undefined || file.lines.some(({ first, last }) => first <= range.last && last >= range.first);
  const lineAt = (at: number): number => text.slice(0, at).split('\n').length;
  const functions = own
    .filter((symbol) => !moved.includes(symbol) && isChanged(symbol.lines))
    .map(({ path, at, lines: { last }, exported, parameters }) => ({
      ...{ name: path, line: lineAt(at), last },
      exported,
      parameters: parameters.length,
    }));
  const values = facts.symbols
    .filter(({ kind, path, lines: own }) => VALUES.has(kind) && !path.includes('.') && isChanged(own))
    .map(({ name, at }) => ({ name, line: lineAt(at) }));
  const isPython = file.language === 'python' && values.length > 0;
  return { ...file, ...(lines ? { lines } : {}), text, functions, ...(isPython ? { values } : {}) };
}

function withoutLines(ranges: readonly LineRange[], gone: readonly LineRange[]): LineRange[] {
  return gone.reduce<LineRange[]>(
    (left, { first, last }) =>
      left.flatMap((range) => [
        ...(range.first < first ? [{ first: range.first, last: Math.min(range.last, first - 1) }] : []),
        ...(range.last > last ? [{ first: Math.max(range.first, last + 1), last: range.last }] : []),
      ]),
    [...ranges],
  );
}
