import { dirname } from 'node:path';
import { z } from 'zod';
import { toErrorInfo } from '#contracts/errors.ts';
import { defineTool, type Tool } from '#contracts/tool.ts';
import { readJsonIfExists, writeJsonAtomic } from '#host/atomic-file.ts';
import { makeFolder } from '#host/make-folder.ts';

const MOST_KEYS = 100;
const MOST_CHARACTERS = 10_000;

const State = z.record(z.string(), z.string());
const Key = z.string().regex(/^[\w.-]{1,80}$/, 'letters, digits, dots and dashes');

/**
 * An agent's notes in a conversation, by key: they survive compaction, a change of the agent's program, and a restart.
 * They are no place for secrets: `clean` removes those that Assay knows.
 */
export function keepStateTool(file: string, clean: (text: string) => string): Tool {
  const tool = defineTool({
    name: 'session_state',
    title: 'Keep something in this conversation',
    description:
      'Keeps short texts of this conversation by key: decisions, names, where you are in a long task. They are still there when earlier messages are not. `set` without a text removes the key.',
    input: z.object({
      do: z.enum(['list', 'get', 'set']),
      key: Key.optional(),
      text: z.string().max(MOST_CHARACTERS).default(''),
    }),
    output: z.object({ keys: z.array(z.string()), text: z.string().nullable() }),
    // It changes only what Assay keeps of this conversation.
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    examples: [
      { title: 'The state of the work', input: { do: 'set', key: 'progress', text: '3 of 7 files are done' } },
    ],
    errors: { USAGE: 'no key is named, or there are too many' },
    run: async ({ do: what, key, text }) => {
      try {
        const state = (await readJsonIfExists(file, State)) ?? {};
        if (what === 'list') return told(state, null);
        if (key === undefined)
          return { ok: false, error: { code: 'USAGE', message: `${what} wants a key`, next: 'Name one.' } };
        if (what === 'get') return told(state, state[key] ?? null);
        const { [key]: _, ...others } = state;
        const after = text === '' ? others : { ...others, [key]: clean(text) };
        if (Object.keys(after).length > MOST_KEYS)
          return {
            ok: false,
            error: { code: 'USAGE', message: `${MOST_KEYS} keys already exist`, next: 'Remove one first.' },
          };
        await makeFolder(dirname(file));
        await writeJsonAtomic(file, after, { mode: 0o600 });
        return told(after, after[key] ?? null);
      } catch (thrown) {
        return { ok: false, error: toErrorInfo(thrown) };
      }
    },
  });
  return tool as unknown as Tool;
}

const told = (state: z.output<typeof State>, text: string | null) => {
  const keys = Object.keys(state).sort();
  return { ok: true as const, output: { keys, text }, text: text ?? (keys.join('\n') || 'nothing is kept yet') };
};
