import { randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { profileFor } from '#project/test-runners/profiles.ts';
import { isLockfile } from '../tamper/lockfile-change.ts';
import { isManifest } from '../tamper/manifest-change.ts';
import type { TreeRunner } from '../tree-runner.ts';
import type { ChangedCode } from './changed-code.ts';
import { NOTHING, type Part } from './part.ts';

/**
 * Files that the runner itself reads decide how work is measured. A test of ours that uses nothing of the project is
 * run alone, and which files of the change were read is observed from outside: no list of names is needed, and no
 * program inside can hide a read. For code, what loaded it is observed (`observe`).
 */
export async function readByRunner(
  treeRunner: TreeRunner,
  { base, tree }: { readonly base: TreeHash; readonly tree: TreeHash },
  code: ChangedCode,
  signal: AbortSignal,
): Promise<Part> {
  const { runner, sources } = code;
  const model = [...code.tests, ...code.near][0]?.path;
  const blank = model === undefined ? null : blankTest(runner.runner, model);
  const known = new Set(sources.map(({ path }) => path));
  const asked = (await treeRunner.diff(base, tree)).files
    .filter(({ status, kind, path }) => status !== 'deleted' && kind === 'file' && !known.has(path))
    .map(({ path }) => path)
    .filter((path) => !runner.isTestFile(path) && !isManifest(path) && !isLockfile(path));
  if (!blank || asked.length === 0) return NOTHING;
  const select = { type: 'files' as const, files: [posix.relative(runner.root, blank.path)] };
  const prepared = await treeRunner.write(tree, new Map([[blank.path, blank.text]]));
  const { value, evidence, read } = await treeRunner.test(
    { tree: prepared, of: tree, runner, select, reads: asked },
    signal,
  );
  if (value.outcome.type !== 'ran' || !read) {
    const why = read === null ? 'this file system does not report reads' : 'an empty test did not run';
    const doubt = `whether the test runner itself reads ${asked.slice(0, 3).join(', ')} could not be observed: ${why}`;
    return { ...NOTHING, doubts: asked.some((path) => !isProse(path)) ? [doubt] : [], evidence: [evidence] };
  }
  return {
    findings: read.filter((path) => !isProse(path)).map(findingOf),
    doubts: read.filter(isProse).map((path) => `${path} was changed, and the test runner reads it by itself`),
    evidence: [evidence],
  };
}

const isProse = (path: string): boolean => /\.(md|txt|rst)$|(^|\/)\.gitignore$/.test(path);

const findingOf = (file: string): Finding => ({
  ...{ file, line: null, severity: 'critical' },
  message:
    'the test runner reads this file by itself, even when no test uses it, so it decides how work is measured, like configuration. A person can change it on main',
});

/** An empty test, beside one of the project's and named like it. */
function blankTest(runner: string, model: string): { readonly path: string; readonly text: string } | null {
  const { blankTest: text, family } = profileFor(runner);
  if (text === null) return null;
  const key = randomBytes(4).toString('hex');
  const name = posix.basename(model);
  const [suffix = ''] = /([._-](test|spec))?\.\w+$/.exec(name) ?? [];
  const own = family !== 'python' ? `blank${key}${suffix}` : /^test/.test(name) ? `test_${key}.py` : `${key}_test.py`;
  return { path: posix.join(posix.dirname(model), own), text };
}
