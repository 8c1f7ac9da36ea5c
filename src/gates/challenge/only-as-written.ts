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
import { type Said, UNMEASURED } from './part.ts';
import { sourcesBefore } from './sources-before.ts';

/**
 * Tests that pass on the code as it is written, and not when the same code is written otherwise. One that main has too,
 * and that bears watching no better there, speaks of itself and not of the change.
 */
export async function onlyAsWritten(
  treeRunner: TreeRunner,
  { base, tree }: { readonly base: TreeHash; readonly tree: TreeHash },
  code: ChangedCode,
  { files, seen }: { readonly files: ChangedCode['tests']; readonly seen: Observation },
  signal: AbortSignal,
): Promise<Said> {
  const { outcome, tests } = seen.run;
  if (outcome.type === 'ran' && tests.every(({ state }) => state !== 'failed')) return NOTHING_SAID;
  const bare = await runBare(treeRunner, tree, code, files, signal);
  const gone = lost(bare, seen.run);
  if (gone.length === 0) return NOTHING_SAID;
  const again = await observe(treeRunner, tree, code, { files, masked: false }, signal);
  const steady = lost(bare, again.run).filter((id) => gone.includes(id));
  const known = withOldTests(bare, steady, code);
  const [first] = without(
    steady,
    known.length > 0 ? await lostOnMain(treeRunner, { base, tree }, code, files, signal) : [],
    known,
  );
  if (first === undefined) return NOTHING_SAID;
  const message = `${first} passes as written but fails when the same code is instrumented: it depends on the text of the code, or cannot run while watched, so its result proves nothing. Test what the code does; a person can waive this`;
  return {
    findings: [{ ...{ file: code.sources[0]?.path ?? '', line: null, severity: 'major', code: UNMEASURED }, message }],
    doubts: [],
  };
}

const NOTHING_SAID: Said = { findings: [], doubts: [] };

const without = (ids: readonly string[], onMain: readonly string[], known: readonly string[]): string[] =>
  ids.filter((id) => !(known.includes(id) && onMain.includes(id)));

/** Of these runs, those whose tests are written as they were: nobody made them for this change. Pure. */
export function withOldTests({ tests }: TestEvidence, ids: readonly string[], code: ChangedCode): string[] {
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
  { base, tree }: { readonly base: TreeHash; readonly tree: TreeHash },
  code: ChangedCode,
  files: ChangedCode['tests'],
  signal: AbortSignal,
): Promise<string[]> {
  const old = files.flatMap(({ path }) => code.before.get(path) ?? []);
  const was = { runner: code.runner, sources: await sourcesBefore(treeRunner, { base, tree }, code.sources) };
  const watch = (): Promise<Observation> => observe(treeRunner, base, was, { files: old, masked: false }, signal);
  const [bare, one] = await Promise.all([runBare(treeRunner, base, code, old, signal), watch()]);
  const gone = lost(bare, one.run);
  if (gone.length === 0) return [];
  const two = await watch();
  return lost(bare, two.run).filter((id) => gone.includes(id));
}

async function runBare(
  treeRunner: TreeRunner,
  tree: TreeHash,
  { runner }: ChangedCode,
  files: ChangedCode['tests'],
  signal: AbortSignal,
): Promise<TestEvidence> {
  const select = { type: 'files' as const, files: files.map(({ path }) => posix.relative(runner.root, path)) };
  return (await treeRunner.test({ tree, runner, select }, signal)).value;
}
