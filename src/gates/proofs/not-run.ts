import type { Refusal } from '#contracts/gate.ts';
import type { TestCase } from '#contracts/test-run.ts';
import { isMuted } from '../inventory/compare.ts';
import { inventoryOf, type TestFile, type WrittenTest } from '../inventory/test-inventory.ts';
import type { ProofOrder } from '../proof.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { isRunOf, nameOf } from './is-run-of.ts';
import type { ProofInputs } from './proof-inputs.ts';
import { runAll, type WholeRun } from './run-all.ts';

/**
 * Tests that are written and had no turn, or were skipped by something else than a mark of their own. A run that ends
 * early, a table without rows and code that skips the test it is called from all look green.
 */
export async function notRunProblems(
  treeRunner: TreeRunner,
  { base }: Pick<ProofOrder, 'base'>,
  { after, runners }: Pick<ProofInputs, 'after' | 'runners'>,
  { tests }: Pick<WholeRun, 'tests'>,
  signal: AbortSignal,
): Promise<Refusal[]> {
  const written = [...after.values()].flatMap((file) => (file.tests ?? []).filter((test) => mustRun(test, file.text)));
  const idle = written.flatMap((test) => {
    const how = idleness(tests, test);
    return how === null ? [] : [{ test, how }];
  });
  if (idle.length === 0) return [];
  // One that has no turn on main either is left out by the project: by its configuration, by a condition.
  const old = await inventoryOf(treeRunner, base, runners);
  const known = idle.filter(({ test }) => isIn(old, test));
  const usual = known.length === 0 ? [] : (await runAll(treeRunner, base, runners, signal)).tests;
  return idle
    .filter((each) => !known.includes(each) || idleness(usual, each.test) === null)
    .slice(0, MOST)
    .map(({ test, how }) => ({
      code: 'TEST_NOT_RUN',
      message: `${nameOf(test)} ${how}`,
      next: 'Every test that is written must run and pass.',
      file: test.file,
    }));
}

function idleness(ran: readonly TestCase[], test: WrittenTest): string | null {
  const own = ran.filter((each) => isRunOf(each, test));
  if (own.length === 0) return 'did not run';
  return own.every(({ state }) => state === 'skipped' || state === 'todo')
    ? `was ${own[0]?.state ?? 'skipped'} while it ran`
    : null;
}

const isIn = (files: ReadonlyMap<string, TestFile>, { file, path }: WrittenTest): boolean =>
  files.get(file)?.tests?.some((test) => test.path.join('\n') === path.join('\n')) ?? false;

/** Not one that is marked, stands under a condition, or in a class that others inherit its tests from. */
export function mustRun(test: WrittenTest, text: string): boolean {
  if (isMuted(test) || test.fact.guarded) return false;
  const [suite] = test.path;
  const inherited = test.path.length > 1 && new RegExp(`class\\s+\\w+\\([^)]*\\b${escaped(suite ?? '')}\\b`).test(text);
  return !(test.file.endsWith('.py') && (inherited || /\b__test__\b/.test(text)));
}

const escaped = (text: string): string => text.replace(/\W/g, '\\$&');

const MOST = 5;
