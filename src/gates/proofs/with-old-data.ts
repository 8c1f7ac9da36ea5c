import { posix } from 'node:path';
import type { Refusal } from '#contracts/gate.ts';
import type { WrittenTest } from '../inventory/test-inventory.ts';
import { KNOWN_PYTHON } from '../known-python.ts';
import type { ProofOrder } from '../proof.ts';
import { protectionOf } from '../tamper/protected-paths.ts';
import { isTestData } from '../tamper/test-data.ts';
import { protectedFile } from '../tamper/words.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { isRunOf } from './is-run-of.ts';
import type { ProofInputs } from './proof-inputs.ts';
import { runAll } from './run-all.ts';

/**
 * Data that tests pass to the code or compare with its results can be in any file. If such a file was changed, everything
 * runs once more with its old content: if tests fail then, their expected answers were changed, not the code. Only RED
 * tests may need the new content, and only if it is part of the work: they did not add the file, or they call no code
 * that could use it.
 */
export async function withOldData(
  treeRunner: TreeRunner,
  order: ProofOrder,
  { runners, after }: ProofInputs,
  signal: AbortSignal,
): Promise<Refusal[]> {
  const { base, accepted, tree, lock, mayChange } = order;
  const liesAside = (path: string): boolean =>
    runners.some((runner) => runner.isTestFile(path)) || protectionOf(path) === 'test-support';
  const changed = [];
  for (const file of (await treeRunner.diff(accepted, tree)).files) {
    if (file.status === 'added' || liesAside(file.path) || protectionOf(file.path) !== null) continue;
    if (mayChange.some((pattern) => posix.matchesGlob(file.path, pattern))) continue;
    if (await isTestData(treeRunner, accepted, file.path, liesAside)) changed.push(file);
  }
  if (changed.length === 0) return [];
  const old = await treeRunner.overlay(
    tree,
    accepted,
    changed.map(({ path }) => path),
  );
  const { tests } = await runAll(treeRunner, old, runners, signal);
  const failing = tests.filter(({ state }) => state === 'failed');
  const locked = [...after.values()]
    .flatMap((file) => file.tests ?? [])
    .filter(({ file, path }) => lock?.tests.some(({ id }) => id === [file, ...path].join(' > ')));
  const ofTheirs = new Set((await treeRunner.diff(base, accepted)).files.map(({ path }) => path));
  return changed
    .filter(({ path }) =>
      failing.some((failed) => {
        const test = locked.find((each) => isRunOf(failed, each));
        return test === undefined || (ofTheirs.has(path) && callsCode(test));
      }),
    )
    .map((file) => protectedFile(file, 'test-support'));
}

const callsCode = ({ fact, file }: WrittenTest): boolean =>
  fact.calls.some(
    ({ binding }) =>
      binding.to === 'import' &&
      (file.endsWith('.py') ? !KNOWN_PYTHON.test(binding.module) : /^([./#~]|@\/)/.test(binding.module)),
  );
