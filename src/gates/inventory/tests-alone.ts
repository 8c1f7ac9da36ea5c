import { posix } from 'node:path';
import type { TreeHash } from '#contracts/ids.ts';
import { escapePattern } from '#contracts/text.ts';
import { isBesideTests } from '../tamper/beside-tests.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { withTestsOf } from './with-tests-of.ts';

interface Change {
  readonly base: TreeHash;
  readonly head: TreeHash;
  /** Changed files. */
  readonly paths: readonly string[];
  /** Of the base. */
  readonly runners: readonly ProjectRunner[];
}

/** The code of the base with the tests of the head: its test files, and in Rust the tests in source files. */
export async function testsAlone(
  treeRunner: Pick<TreeRunner, 'overlay' | 'readAll' | 'write'>,
  { base, head, paths, runners }: Change,
): Promise<TreeHash> {
  const isBeside = isBesideTests(runners);
  const tests = await treeRunner.overlay(base, head, paths.filter(isBeside));
  if (!runners.some(({ runner }) => runner === 'cargo test')) return tests;
  const sources = paths.filter((path) => path.endsWith('.rs') && !isBeside(path));
  const [before, after] = await Promise.all([treeRunner.readAll(base, sources), treeRunner.readAll(head, sources)]);
  const edits = new Map<string, string>();
  for (const [path, text] of after) {
    const red = withTestsOf(path, before.get(path) ?? '', text);
    if (red !== null) edits.set(path, red);
  }
  for (const path of [...edits.keys()].filter((each) => !before.has(each))) declare(path, { before, after, edits });
  return edits.size === 0 ? tests : treeRunner.write(tests, edits);
}

/** The tests of a new file are part of the crate only where another file declares its module. */
function declare(
  path: string,
  texts: {
    readonly before: ReadonlyMap<string, string>;
    readonly after: ReadonlyMap<string, string>;
    readonly edits: Map<string, string>;
  },
): void {
  const isFolder = posix.basename(path) === 'mod.rs';
  const folder = posix.dirname(isFolder ? posix.dirname(path) : path);
  const name = isFolder ? posix.basename(posix.dirname(path)) : posix.basename(path, '.rs');
  const declaration = new RegExp(`^[ \\t]*(?:pub(?:\\([^)]*\\))?[ \\t]+)?mod[ \\t]+${escapePattern(name)};`, 'm');
  const parents = [`${folder}.rs`, ...['mod.rs', 'lib.rs', 'main.rs'].map((file) => posix.join(folder, file))];
  for (const parent of parents) {
    const line = declaration.exec(texts.after.get(parent) ?? '')?.[0];
    const was = texts.before.get(parent);
    if (line === undefined || was === undefined || declaration.test(was)) continue;
    texts.edits.set(parent, `${(texts.edits.get(parent) ?? was).trimEnd()}\n\n${line.trim()}\n`);
  }
}
