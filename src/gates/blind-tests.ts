import { posix } from 'node:path';
import type { EvidenceRef } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TestCase } from '#contracts/test-run.ts';
import { runAll, unmeasurable } from './proofs/run-all.ts';
import type { TreeRunner } from './tree-runner.ts';

/** Tests written by an author who has not seen the code they are for. */
export interface BlindFile {
  readonly path: string;
  readonly text: string;
}

export interface TakenBlind {
  readonly files: readonly BlindFile[];
  /** Tests that pass on main: they require nothing new. */
  readonly notRed: readonly string[];
  readonly dropped: readonly { readonly name: string; readonly why: string }[];
  readonly evidence: readonly EvidenceRef[];
}

/** The author's files compared with main: only new test files, and tests that pass there already do not count. */
export async function takeBlindTests(
  treeRunner: TreeRunner,
  { base, work }: { readonly base: TreeHash; readonly work: TreeHash },
  signal: AbortSignal,
): Promise<TakenBlind> {
  const runners = await treeRunner.runners(base);
  const changed = (await treeRunner.diff(base, work)).files;
  const isTest = (path: string): boolean => runners.some((runner) => runner.isTestFile(path));
  const taken = changed.filter(({ path, status }) => status === 'added' && isTest(path)).map(({ path }) => path);
  const dropped = changed
    .filter(({ path }) => !taken.includes(path))
    .map(({ path }) => ({ name: path, why: 'it is not a new test file' }));
  const texts = await treeRunner.readAll(work, taken);
  const files = [...texts].map(([path, text]) => ({ path, text }));
  if (files.length === 0) return { files, notRed: [], dropped, evidence: [] };
  const { tests: all, evidence } = await runAll(treeRunner, await treeRunner.write(base, texts), runners, signal, {
    only: taken,
  });
  const tests = all.filter((test) => files.some((file) => isOf(test, file)));
  const notRed = tests.filter(({ state }) => state !== 'failed').map(({ id }) => id);
  return { files, notRed, evidence, dropped: [...dropped, ...notRed.map((name) => ({ name, why: PASSES }))] };
}

const PASSES = 'it passes on main, so it shows nothing new';

export interface BlindRun {
  /** Failed twice, and was red on main. */
  readonly failed: readonly TestCase[];
  readonly passed: number;
  readonly dropped: readonly { readonly name: string; readonly why: string }[];
  readonly evidence: readonly EvidenceRef[];
}

/** Runs them on what was submitted. A failing test is run once more: only what fails again is reported. */
export async function runBlindTests(
  treeRunner: TreeRunner,
  { base, tree, files, notRed }: { base: TreeHash; tree: TreeHash } & Pick<TakenBlind, 'files' | 'notRed'>,
  signal: AbortSignal,
): Promise<BlindRun> {
  if (files.length === 0) return { failed: [], passed: 0, dropped: [], evidence: [] };
  const runners = await treeRunner.runners(base);
  const there = new Set(await treeRunner.list(tree));
  const placed = files.map((file) => ({ ...file, at: there.has(file.path) ? beside(file.path) : file.path }));
  const blind = new Map<string, string | null>(placed.map(({ at, text }) => [at, text]));
  const run = async (edits: ReadonlyMap<string, string | null>) => {
    const paths = placed.map(({ at }) => at);
    const seen = await runAll(treeRunner, await treeRunner.write(tree, edits), runners, signal, { only: paths });
    return {
      ...seen,
      tests: seen.tests.filter((test) => placed.some(({ at, text }) => isOf(test, { path: at, text }))),
    };
  };
  const { files: changed } = await treeRunner.diff(base, tree);
  const own = changed.filter(({ path, status }) => status === 'added' && runners.some((each) => each.isTestFile(path)));
  const alone = new Map([...own.map(({ path }) => [path, null] as const), ...blind]);
  // Both authors may use the same name for a test; in one package of Go, for example, that does not compile.
  const together = await run(blind);
  const edits = together.tests.length === 0 && own.length > 0 ? alone : blind;
  const first = edits === alone ? await run(alone) : together;
  const nothing = unmeasurable(first);
  const red = ({ id, file }: TestCase): boolean => {
    const own = placed.find(({ at }) => at === file);
    return !notRed.includes(own ? id.replace(own.at, own.path) : id);
  };
  const dropped = nothing
    ? placed.map(({ path }) => ({ name: path, why: `it could not be run: ${nothing.message}` }))
    : placed
        .filter(({ at, text }) => !first.tests.some((test) => isOf(test, { path: at, text })))
        .map(({ path }) => ({ name: path, why: 'it does not load with the change: it expects something else' }));
  const suspects = first.tests.filter((test) => test.state === 'failed' && red(test));
  const again = suspects.length === 0 ? null : await run(edits);
  const failed = suspects.filter(({ id }) => again?.tests.some((test) => test.id === id && test.state === 'failed'));
  const passed = first.tests.filter((test) => test.state === 'passed' && red(test)).length;
  return { failed, passed, dropped, evidence: [...first.evidence, ...(again?.evidence ?? [])] };
}

/** Where tests are reported by their package, not by their file, the file is the one that names them. */
export function isOf({ file, suites, title }: TestCase, { path, text }: BlindFile): boolean {
  if (file === path || file !== posix.dirname(path)) return file === path;
  const name = suites[0] ?? title;
  return new RegExp(`(?<!\\w)${name.replace(/\W/g, '\\$&')}(?!\\w)`).test(text);
}

/** The author of the change chose the same name: both are run. */
const beside = (path: string): string =>
  posix.join(posix.dirname(path), posix.basename(path).replace(/^(test_)?/, '$1assay_blind_'));
