import type { Knowledge } from '#knowledge/knowledge.ts';
import type { Runs } from '../runs.ts';
import { openKnowledge } from './open-knowledge.ts';
import { syncHistory } from './sync-history.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Opened when first asked for, and brought up to date before each answer, its history with the runs there are; questions
 * at once share one update.
 */
export function freshKnowledge(env: Env, folder: string, runs?: Pick<Runs, 'store' | 'blobs'>) {
  let opened: Promise<Knowledge> | undefined;
  let updating: Promise<unknown> | undefined;
  const update = async (knowledge: Knowledge): Promise<void> => {
    await knowledge.index();
    if (runs) await syncHistory(knowledge, runs);
  };
  return {
    async open(): Promise<Knowledge> {
      opened ??= openKnowledge(env, folder);
      const knowledge = await opened;
      updating ??= update(knowledge).finally(() => {
        updating = undefined;
      });
      await updating;
      return knowledge;
    },
    async close(): Promise<void> {
      await updating?.catch(() => undefined);
      (await opened?.catch(() => undefined))?.close();
    },
  };
}
