import type { Knowledge } from '#knowledge/knowledge.ts';
import { openKnowledge } from './open-knowledge.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Opened when first asked for, and brought up to date before each answer; questions at once share one update. */
export function freshKnowledge(env: Env, folder: string) {
  let opened: Promise<Knowledge> | undefined;
  let updating: Promise<unknown> | undefined;
  return {
    async open(): Promise<Knowledge> {
      opened ??= openKnowledge(env, folder);
      const knowledge = await opened;
      updating ??= knowledge.index().finally(() => {
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
