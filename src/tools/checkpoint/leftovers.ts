import { AssayError } from '#contracts/errors.ts';
import { findTree, killTree } from '#host/kill-tree.ts';

/** The variable that identifies a step's processes, even after the process that started them was killed. */
export const STEP_VARIABLE = 'ASSAY_STEP';

const GRACE_MS = 2_000;

/** The end mark keeps try 1 from matching try 11. */
export const markOf = (run: string, id: string, attempt: number): string => `${run}/${id}/${attempt};`;

/** Marks add up, so that both jobs find the processes of a job inside a step of another. */
export const markedEnv = (env: Readonly<Record<string, string | undefined>>, mark: string): string =>
  [env[STEP_VARIABLE], mark].filter(Boolean).join('');

/** Processes of an interrupted try that are still alive: a kill -9 of their driver does not reach them. */
export const leftoversOf = (mark: string): number[] => findTree(treeOf(mark)).map(({ pid }) => pid);

/** Ends them, so that a step never runs in parallel with its own leftovers. */
export async function endLeftovers(mark: string): Promise<number> {
  const pids = leftoversOf(mark);
  if (pids.length === 0) return 0;
  const survivors = await killTree(treeOf(mark), GRACE_MS);
  if (survivors === 0) return pids.length;
  throw new AssayError('STEP_FAILED', `${survivors} processes of the interrupted try could not be ended`, {
    next: `End them (pids ${pids.join(', ')}), then run the job again.`,
  });
}

const treeOf = (mark: string) => ({ mark, root: null, seen: new Map<number, string>() });
