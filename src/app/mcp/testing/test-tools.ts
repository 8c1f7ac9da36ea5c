import { z } from 'zod';
import { defineTool, type Tool } from '#contracts/tool.ts';

/** Tools with every behaviour the shell must handle. `note` records what a client cannot see. */
export function testTools(note: (what: string) => void): Tool[] {
  const holds = new Map<string, () => void>();

  const echo = defineTool({
    name: 'echo',
    title: 'Echo',
    description: 'Says it again.',
    input: z.object({ text: z.string(), times: z.number().int().min(1).max(3).default(1) }),
    output: z.object({ said: z.array(z.string()) }),
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    examples: [{ title: 'Twice', input: { text: 'hello', times: 2 } }],
    errors: {},
    overrun: 'stop',
    run: async ({ text, times }) => ({ ok: true, output: { said: Array.from({ length: times }, () => text) } }),
  });

  /** Runs until `release` is called with the same key, or until it is aborted. */
  const hold = defineTool({
    errors: {},
    name: 'hold',
    title: 'Hold',
    description: 'Waits to be released.',
    input: z.object({ key: z.string() }),
    output: z.object({ held: z.string() }),
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    examples: [{ title: 'Hold a', input: { key: 'a' } }],
    overrun: 'ticket',
    run: ({ key }, { signal, progress }) =>
      new Promise((resolve) => {
        holds.set(key, () => {
          progress(`releasing ${key}`);
          resolve({ ok: true, output: { held: key }, text: `held ${key}` });
        });
        signal.addEventListener('abort', () => {
          note(`aborted ${key}`);
          resolve({ ok: false, error: { code: 'NODE_ABORTED', message: `${key} was aborted` } });
        });
        note(`holding ${key}`);
        progress(`holding ${key}`);
      }),
  });

  const release = defineTool({
    name: 'release',
    title: 'Release',
    description: 'Releases a hold.',
    input: hold.input,
    annotations: hold.annotations,
    examples: hold.examples,
    errors: {},
    output: z.object({ released: z.boolean() }),
    overrun: 'stop',
    run: async ({ key }) => {
      holds.get(key)?.();
      return { ok: true, output: { released: holds.delete(key) } };
    },
  });

  const misbehave = defineTool({
    ...echo,
    name: 'misbehave',
    title: 'Misbehave',
    description: 'Fails in the named way.',
    input: z.object({ how: z.enum(['refuse', 'throw', 'lie', 'print', 'deaf']) }),
    examples: [],
    run: async ({ how }, context) => {
      if (how === 'refuse')
        return { ok: false, error: { code: 'RUN_UNKNOWN', message: 'No run r1.', next: 'List them.' } };
      if (how === 'throw') throw new Error('it broke');
      if (how === 'lie') return JSON.parse('{"ok": true, "output": {"said": "not a list"}}');
      if (how === 'deaf') {
        setInterval(() => {}, 1_000);
        note('deaf');
        await new Promise(() => {});
      }
      console.log('printed by a tool');
      return { ok: true, output: { said: [JSON.stringify(context.env ?? {})] } };
    },
  });

  return [echo, hold, release, misbehave];
}
