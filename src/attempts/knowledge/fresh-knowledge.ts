import type { Runs } from '#engine/runs.ts';
import type { Knowledge } from '#knowledge/knowledge.ts';
import { syncHistory } from './sync-history.ts';

export interface OpenedKnowledge {
  /** Brought up to date first; simultaneous questions share one update. */
  open(): Promise<Knowledge>;
  /** As it was left. */
  peek(): Promise<Knowledge>;
  close(): Promise<void>;
}

/** Opened on first use, and brought up to date before each answer, including the history of existing runs. */
export function freshKnowledge(
  openIt: () => Promise<Knowledge>,
  runs?: Pick<Runs, 'store' | 'blobs'>,
): OpenedKnowledge {
  let opened: Promise<Knowledge> | undefined;
  let updating: Promise<unknown> | undefined;
  const peek = (): Promise<Knowledge> => (opened ??= openIt());
  const update = async (knowledge: Knowledge): Promise<void> => {
    await knowledge.index();
    if (runs) await syncHistory(knowledge, runs);
  };
  return {
    peek,
    async open() {
      const knowledge = await peek();
      updating ??= update(knowledge).finally(() => {
        updating = undefined;
      });
      await updating;
      return knowledge;
    },
    async close() {
      await updating?.catch(() => undefined);
      (await opened?.catch(() => undefined))?.close();
      opened = undefined;
    },
  };
}
