import { createHash } from 'node:crypto';
import type { HookFact, ImportFact, TestFact } from '#code/facts/fact-types.ts';
import { factsOf } from '#code/facts/facts.ts';
import { readSource } from '#code/facts/read-source.ts';
import { grammarOf } from '#code/symbols/languages.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { nearestOf } from '../runners/nearest-of.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { codeOf, restOf } from './rest-of-file.ts';
import { testRegion } from './test-regions.ts';

/** One test as it is written. */
export interface WrittenTest {
  readonly file: string;
  readonly runner: ProjectRunner;
  /** Suites and title. */
  readonly path: readonly string[];
  readonly titleKind: TestFact['titleKind'];
  readonly hash: string;
  /** Marks of its own and of the suites around it: `skip`, `only`, `xfail` … */
  readonly marks: readonly string[];
  readonly fact: TestFact;
}

export interface TestFile {
  readonly path: string;
  readonly runner: ProjectRunner;
  readonly text: string;
  /** Null where the language cannot be parsed: then the file counts as a whole. */
  readonly tests: readonly WrittenTest[] | null;
  /** Hooks, by name and place. */
  readonly hooks: ReadonlyMap<string, string>;
  /** The code between the tests, line by line; without imports by name. */
  readonly rest: readonly string[];
  /** What each imported name refers to. */
  readonly bindings: ReadonlyMap<string, TestBinding>;
  /** The text without imports and comments. */
  readonly code: string;
  /** Names that an import could replace: a local variable of that name stays what it is. Absent: not read. */
  readonly outer?: ReadonlySet<string>;
  /** Set where tests are in the same file as their code: `text` is only theirs. */
  readonly region?: true;
}

export type TestBinding = Pick<ImportFact, 'module' | 'name'>;

/** Every test file of a tree, as it is written. */
export async function inventoryOf(
  treeRunner: TreeRunner,
  tree: TreeHash,
  runners: readonly ProjectRunner[],
): Promise<Map<string, TestFile>> {
  const files = await treeRunner.list(tree);
  const found = new Map<string, TestFile>();
  const texts = await treeRunner.readAll(
    tree,
    files.filter((path) => runners.some((runner) => runner.isTestFile(path))),
  );
  for (const [path, text] of texts) {
    const runner = runners.find((each) => each.isTestFile(path));
    if (runner) found.set(path, await readTestFile(path, text, runner));
  }
  for (const [path, file] of await regionsIn(treeRunner, tree, files, runners))
    if (!found.has(path)) found.set(path, file);
  return found;
}

/** Tests in the same file as their code. */
async function regionsIn(
  treeRunner: TreeRunner,
  tree: TreeHash,
  files: readonly string[],
  runners: readonly ProjectRunner[],
): Promise<Map<string, TestFile>> {
  const crates = runners.filter((each) => each.runner === 'cargo test');
  if (crates.length === 0) return new Map();
  const sources = await treeRunner.readAll(
    tree,
    files.filter((path) => path.endsWith('.rs')),
  );
  return new Map(
    [...sources].flatMap(([path, whole]) => {
      const text = testRegion(path, whole);
      const runner = nearestOf(crates, path);
      if (text === null || runner === null) return [];
      const opaque = { tests: null, hooks: new Map(), rest: [digest(text)], bindings: new Map(), code: text };
      return [[path, { path, runner, text, region: true as const, ...opaque }] as const];
    }),
  );
}

export async function readTestFile(path: string, text: string, runner: ProjectRunner): Promise<TestFile> {
  const grammar = grammarOf(path);
  const read = grammar === undefined ? null : await readSource(text, grammar);
  if (!read?.ok || read.source.tree.errors.length > 0) {
    const rest = [digest(text)];
    return { path, runner, text, tests: null, hooks: new Map(), rest, bindings: new Map(), code: text };
  }
  const { tree } = read.source;
  const facts = factsOf(read.source);
  const { tests, hooks } = facts.tests();
  const leaves = tests.flatMap(testLeavesOf);
  return {
    path,
    runner,
    text,
    tests: leaves.map((fact) => ({
      file: path,
      runner,
      path: fact.path,
      titleKind: fact.titleKind,
      hash: fact.hash,
      marks: [...fact.modifiers, ...fact.inherited],
      fact,
    })),
    hooks: new Map(hooks.map((hook, at) => [hookName(hook, hooks.slice(0, at)), hook.hash])),
    rest: restOf(tree, leaves),
    bindings: new Map(facts.imports.flatMap(bound)),
    code: codeOf(tree),
    outer: facts.outerNames(),
  };
}

const bound = ({ local, localModule, module, name, typeOnly }: ImportFact): [string, TestBinding][] =>
  local === undefined || typeOnly ? [] : [[local, { module: localModule ?? module, name }]];

/** By its place; two with one name in one suite are distinguished by their order. */
function hookName({ name, path }: HookFact, earlier: readonly HookFact[]): string {
  const place = [...path, name].join(' > ');
  const same = earlier.filter((each) => [...each.path, each.name].join(' > ') === place).length;
  return same === 0 ? place : `${place} (${same + 1})`;
}

export const testLeavesOf = (fact: TestFact): TestFact[] =>
  fact.kind === 'test' ? [fact] : fact.children.flatMap(testLeavesOf);

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);

/** A test by its place; two with one name are distinguished by their order. */
export function byName(tests: readonly WrittenTest[]): Map<string, WrittenTest> {
  const named = new Map<string, WrittenTest>();
  for (const test of tests) {
    const name = [test.file, ...test.path].join(' > ');
    let key = name;
    for (let n = 2; named.has(key); n++) key = `${name} (${n})`;
    named.set(key, test);
  }
  return named;
}
