import { posix } from 'node:path';
import type { Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { DiffFile } from '#contracts/workspace.ts';
import { isSelf, selfName } from '../self-name.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { checksNotRun } from './check-not-run.ts';
import { clashingNames } from './clashing-names.ts';
import { onlyGainsFixtures } from './conftest-change.ts';
import { redirectedEntries } from './entry-change.ts';
import { hiddenCode } from './hidden-code.ts';
import { isLockfile, replacedPackages } from './lockfile-change.ts';
import { changedParts, isManifest, needs } from './manifest-change.ts';
import { type Protection, protectionOf } from './protected-paths.ts';
import { shadowedModules } from './shadows.ts';
import { supportFiles } from './support-files.ts';
import { suppressionsIn } from './suppressions.ts';
import { testLibraryIn } from './test-library.ts';
import { usedBySource } from './used-by-source.ts';
import {
  linked,
  manifestPart,
  protectedFile,
  reachesRunner,
  redirected,
  replacedPackage,
  SINCE_ACCEPTED,
  shadowing,
  suppressed,
} from './words.ts';

export interface TamperOrder {
  readonly base: TreeHash;
  readonly accepted: TreeHash;
  readonly tree: TreeHash;
  readonly runners: readonly ProjectRunner[];
  readonly preflight: string | false | null;
  readonly mayChange: readonly string[];
  /**
   * A RED step writes tests and what they need; later steps do not, or only correct tests that main does not have
   * (`own`).
   */
  readonly testsMayChange: 'all' | 'own' | 'none';
}

/** Whether anything changed that decides how the work is measured. */
export async function checkTamper(treeRunner: TreeRunner, order: TamperOrder): Promise<Refusal[]> {
  const isAllowed = (file: DiffFile): boolean =>
    pathsOf(file).every((path) => order.mayChange.some((pattern) => posix.matchesGlob(path, pattern)));
  const since = async (from: TreeHash) =>
    (await treeRunner.diff(from, order.tree)).files.filter((file) => !isAllowed(file));
  return [
    ...(await sinceBase(treeRunner, order, await since(order.base))),
    ...(await sinceAccepted(treeRunner, order, await since(order.accepted))),
  ];
}

const pathsOf = ({ path, oldPath }: DiffFile): string[] => (oldPath === undefined ? [path] : [path, oldPath]);

/** Configuration, scripts, hooks and packages must be as they are on main, in every step. */
async function sinceBase(treeRunner: TreeRunner, order: TamperOrder, files: readonly DiffFile[]): Promise<Refusal[]> {
  const { base, runners } = order;
  const inputs = await supportFiles(treeRunner, base, order.preflight || null);
  const refusals: Refusal[] = [];
  for (const file of files) {
    const { path } = file;
    const protection = pathsOf(file)
      .map((each) => strictly(each) ?? (inputs.has(each) ? 'scripts' : null))
      .find((found) => found !== null);
    if (protection && !(await isConftestGain(treeRunner, order, file))) refusals.push(protectedFile(file, protection));
    const [before, after] =
      isManifest(path) || isLockfile(path) ? await bothTexts(treeRunner, order, path) : [null, null];
    if (isManifest(path)) refusals.push(...changedParts(path, before, after).map((part) => manifestPart(path, part)));
    if (posix.basename(path) === 'package.json' && before !== null && before !== after) {
      const all = new Set(await treeRunner.list(order.tree));
      refusals.push(...redirectedEntries(path, before, after, all).map((what) => redirected(path, what)));
    }
    if (isLockfile(path)) refusals.push(...replacedPackages(before, after).map((what) => replacedPackage(path, what)));
    const counts = protectionOf(path) !== null || runners.some((runner) => runner.isTestFile(path));
    if (file.kind === 'symlink' && counts) refusals.push(linked(file));
  }
  const added = files.filter(({ status, kind }) => status !== 'modified' && kind !== null).map(({ path }) => path);
  const shadows = await shadowedModules(
    treeRunner,
    base,
    added.filter((path) => path.endsWith('.py')),
  );
  const clashes = added.length === 0 ? [] : clashingNames(files, await treeRunner.list(order.tree));
  return [...refusals, ...clashes, ...shadows.map(({ path, module }) => shadowing(path, module))];
}

const strictly = (path: string): Protection | null => {
  const found = protectionOf(path);
  return found !== null && SINCE_ACCEPTED.has(found) ? null : found;
};

async function bothTexts(
  treeRunner: TreeRunner,
  { base, tree }: TamperOrder,
  path: string,
): Promise<[string | null, string | null]> {
  return [await treeRunner.read(base, path), await treeRunner.read(tree, path)];
}

/** Fixtures that a test must request may be added; the check of test support says when. */
async function isConftestGain(treeRunner: TreeRunner, order: TamperOrder, { path, kind }: DiffFile): Promise<boolean> {
  if (posix.basename(path) !== 'conftest.py' || kind !== 'file') return false;
  const [before, after] = await bothTexts(treeRunner, order, path);
  const tests = (await treeRunner.list(order.base)).filter(
    (each) => posix.basename(each) === 'conftest.py' || order.runners.some((runner) => runner.isTestFile(each)),
  );
  const texts = await Promise.all(tests.map((each) => treeRunner.read(order.base, each)));
  return onlyGainsFixtures(before, after, (name) => texts.some((text) => new RegExp(`\\b${name}\\b`).test(text ?? '')));
}

/** Test support changes in RED steps only; switching a check off is never allowed. */
async function sinceAccepted(
  treeRunner: TreeRunner,
  order: TamperOrder,
  files: readonly DiffFile[],
): Promise<Refusal[]> {
  const isTest = (path: string): boolean => order.runners.some((runner) => runner.isTestFile(path));
  const refusals: Refusal[] = [];
  for (const file of files) {
    if (order.testsMayChange !== 'all' && !isTest(file.path))
      refusals.push(...(await supportChange(treeRunner, order, file, isTest)));
    refusals.push(...hiddenCode(file));
    const silenced = suppressionsIn(file, isTest(file.path));
    const isNotRun = silenced.length === 0 ? () => false : await checksNotRun(treeRunner, order);
    const counted = silenced.filter(({ text }) => !isNotRun(file.path, text));
    refusals.push(...counted.map((found) => suppressed(file.path, found)));
  }
  return refusals;
}

async function supportChange(
  treeRunner: TreeRunner,
  { base, accepted, tree, testsMayChange }: TamperOrder,
  file: DiffFile,
  isTest: (path: string) => boolean,
): Promise<Refusal[]> {
  const { path, status } = file;
  const isBeside = (each: string): boolean => isTest(each) || protectionOf(each) === 'test-support';
  const found = posix.basename(path) === 'conftest.py' ? 'test-support' : protectionOf(path);
  if (found !== null && SINCE_ACCEPTED.has(found)) {
    if (testsMayChange === 'own' && status !== 'added' && (await treeRunner.read(base, path)) === null) return [];
    if (found === 'snapshot' && (await isOfNewTest(treeRunner, accepted, tree, path))) return [];
    const inProduct = await usedBySource(treeRunner, status === 'added' ? tree : accepted, path, isBeside);
    return inProduct ? [] : [protectedFile(file, found)];
  }
  const library =
    (await testLibraryIn(path, await treeRunner.read(tree, path))) ??
    (await testLibraryIn(path, await treeRunner.read(accepted, path)));
  if (library === null || (await isDelivered(treeRunner, base, library))) return [];
  return [reachesRunner(path, library)];
}

/** A library for tests needs the test library at run time, and declares that on main; it may also be that library. */
async function isDelivered(treeRunner: TreeRunner, base: TreeHash, library: string): Promise<boolean> {
  const [name = library] = library.split(/[./]/).filter((part) => part !== '' && !part.startsWith('@'));
  const manifest = (await treeRunner.read(base, 'package.json')) ?? '{}';
  if (isSelf(library, selfName(manifest))) return true;
  return needs(library, manifest) || needs(name, (await treeRunner.read(base, 'pyproject.toml')) ?? '');
}

/** `test/__snapshots__/a.test.ts.snap` belongs to `test/a.test.ts`; a new test brings its snapshot. */
async function isOfNewTest(treeRunner: TreeRunner, accepted: TreeHash, tree: TreeHash, path: string): Promise<boolean> {
  const owner = posix.join(posix.dirname(posix.dirname(path)), posix.basename(path).replace(/\.snap$/, ''));
  return (await treeRunner.read(accepted, owner)) === null && (await treeRunner.read(tree, owner)) !== null;
}
