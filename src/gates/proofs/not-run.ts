import type { Refusal } from '#contracts/gate.ts';
import { isMuted } from '../inventory/compare.ts';
import { inventoryOf, type TestFile, type WrittenTest } from '../inventory/test-inventory.ts';
import { mainRun } from '../ledger/main-run.ts';
import type { TreeRun } from '../ledger/tree-run.ts';
import type { ProofOrder } from '../proof.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { isRunOf, writtenNameOf } from './is-run-of.ts';
import type { ProofInputs } from './proof-inputs.ts';
import type { WholeRun } from './run-all.ts';

/**
 * Tests in the source that did not run, or were skipped by something other than a mark of their own. A run that ends
 * early, a table without rows and code that skips its caller's test all look green.
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
  // A test that does not run on main either is excluded by the project: by its configuration, by a condition.
  const old = await inventoryOf(treeRunner, base, runners);
  const known = idle.filter(({ test }) => isIn(old, test));
  const main = await mainRun(treeRunner, base, runners, signal);
  const left = idle.filter((each) => !known.includes(each) || idleness(main.tests, each.test) === null);
  const fresh = left.filter(({ how, test }) => how === NOT_SEEN && !isIn(old, test)).map(({ test }) => test);
  const lost = unclaimed(fresh, { after }, { tests }, main);
  return left
    .filter(({ test }) => !fresh.includes(test) || lost.includes(test))
    .slice(0, MOST)
    .map(({ test, how }) => ({
      code: 'TEST_NOT_RUN',
      message: `${writtenNameOf(test)} ${how}`,
      next: 'Every test must run and pass.',
      file: test.file,
    }));
}

/**
 * Of tests that are not in the report under their names, those that no other entry accounts for: a title that only a
 * run can compute is reported under another name, which was not there before.
 */
export function unclaimed(
  silent: readonly WrittenTest[],
  { after }: Pick<ProofInputs, 'after'>,
  { tests }: Pick<WholeRun, 'tests'>,
  before: TreeRun,
): WrittenTest[] {
  const old = new Set(before.tests.map(({ id }) => id));
  const free = new Map<string, number>();
  for (const ran of tests) {
    const isClaimed = after.get(ran.file)?.tests?.some((test) => isRunOf(ran, test)) ?? false;
    if (!isClaimed && !old.has(ran.id) && ran.state !== 'skipped' && ran.state !== 'todo')
      free.set(ran.file, (free.get(ran.file) ?? 0) + 1);
  }
  return silent.filter(({ file }) => {
    const left = free.get(file) ?? 0;
    free.set(file, left - 1);
    return left <= 0;
  });
}

function idleness(ran: Readonly<TreeRun['tests']>, test: WrittenTest): string | null {
  const own = ran.filter((each) => isRunOf(each, test));
  if (own.length === 0) return NOT_SEEN;
  return own.every(({ state }) => state === 'skipped' || state === 'todo')
    ? `was ${own[0]?.state ?? 'skipped'} while it ran`
    : null;
}

const isIn = (files: ReadonlyMap<string, TestFile>, { file, path }: WrittenTest): boolean =>
  files.get(file)?.tests?.some((test) => test.path.join('\n') === path.join('\n')) ?? false;

/** Not one that is marked, is under a condition, or is in a class whose tests others inherit. */
export function mustRun(test: WrittenTest, text: string): boolean {
  if (isMuted(test) || test.fact.guarded) return false;
  const [suite] = test.path;
  const inherited = test.path.length > 1 && new RegExp(`class\\s+\\w+\\([^)]*\\b${escaped(suite ?? '')}\\b`).test(text);
  return !(test.file.endsWith('.py') && (inherited || /\b__test__\b/.test(text)));
}

const escaped = (text: string): string => text.replace(/\W/g, '\\$&');

const MOST = 5;
const NOT_SEEN = 'did not run';
