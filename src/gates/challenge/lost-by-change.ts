import { posix } from 'node:path';
import type { TreeHash } from '#contracts/ids.ts';
import type { TestEvidence } from '#contracts/test-run.ts';
import { isRunOf } from '../proofs/is-run-of.ts';
import type { TreeRunner } from '../tree-runner.ts';
import type { ChangedCode } from './changed-code.ts';
import { newsOf } from './news.ts';
import { lost } from './observe/judge-run.ts';
import type { Observation } from './observe/observation.ts';
import { observe } from './observe/observe.ts';
import { sourcesBefore } from './sources-before.ts';

interface Trees {
  readonly base: TreeHash;
  readonly tree: TreeHash;
}

/** Which files to run, and whether signs of a test are hidden from the code. */
interface Watching {
  readonly files: ChangedCode['tests'];
  readonly masked: boolean;
}

/**
 * Of tests that fail only while watched, those that concern the change: a test that main has too, and that cannot be
 * watched there either, is not about the change.
 */
export async function lostByChange(
  treeRunner: TreeRunner,
  trees: Trees,
  code: ChangedCode,
  { ran, ids, ...watching }: Watching & { readonly ran: TestEvidence; readonly ids: readonly string[] },
  signal: AbortSignal,
): Promise<string[]> {
  const known = withOldTests(ran, ids, code);
  if (known.length === 0) return [...ids];
  const onMain = await lostOnMain(treeRunner, trees, code, watching, signal);
  return ids.filter((id) => !(known.includes(id) && onMain.includes(id)));
}

/** Of these runs, those whose tests are unchanged: they were not written for this change. Pure. */
function withOldTests({ tests }: TestEvidence, ids: readonly string[], code: ChangedCode): string[] {
  const { runner, before } = code;
  const { isNewTest } = newsOf(code);
  return tests
    .filter(({ id }) => ids.includes(id))
    .filter((ran) => {
      const file = posix.join(runner.root, ran.file);
      const now = [...code.tests, ...code.near].find(({ path }) => path === file);
      if (now === undefined || before.get(file) === undefined) return false;
      if (before.get(file)?.text === now.text) return true;
      const written = (now.tests ?? []).filter((each) => isRunOf({ ...ran, file }, each));
      return written.length > 0 && written.every((each) => !isNewTest(each));
    })
    .map(({ id }) => id);
}

/** What main shows: tests that pass there, and twice do not while the same functions are watched. */
async function lostOnMain(
  treeRunner: TreeRunner,
  { base, tree }: Trees,
  code: ChangedCode,
  { files, masked }: Watching,
  signal: AbortSignal,
): Promise<string[]> {
  const old = files.flatMap(({ path }) => code.before.get(path) ?? []);
  const was = { runner: code.runner, sources: await sourcesBefore(treeRunner, { base, tree }, code.sources) };
  const watch = (): Promise<Observation> => observe(treeRunner, base, was, { files: old, masked }, signal);
  const [bare, one] = await Promise.all([runBare(treeRunner, base, code, old, signal), watch()]);
  const gone = lost(bare, one.run);
  if (gone.length === 0) return [];
  const two = await watch();
  return lost(bare, two.run).filter((id) => gone.includes(id));
}

export async function runBare(
  treeRunner: TreeRunner,
  tree: TreeHash,
  { runner }: ChangedCode,
  files: ChangedCode['tests'],
  signal: AbortSignal,
): Promise<TestEvidence> {
  const select = { type: 'files' as const, files: files.map(({ path }) => posix.relative(runner.root, path)) };
  return (await treeRunner.test({ tree, runner, select }, signal)).value;
}
