import { z } from 'zod';
import type { AskPerson } from '#contracts/permission.ts';
import { defineTool, type Tool } from '#contracts/tool.ts';

export interface SecretStore {
  /** Whether a source has a secret of that name. */
  has(source: string, name: string): Promise<boolean>;
}

const Name = z.string().regex(/^[\w-]{1,60}$/);

/**
 * An agent that needs a credential asks for it by name. The person types it into a command of ours, which stores it;
 * the agent learns whether it is there, never its value.
 */
export function askSecretTool(store: SecretStore, askPerson: AskPerson): Tool {
  const tool = defineTool({
    name: 'ask_secret',
    title: 'Ask for a secret',
    description:
      'Asks the person to store a secret (a key, a token) for one of their sources. You are told whether it is stored, never what it is. Never ask for a secret in a message.',
    input: z.object({ source: Name, name: Name, why: z.string().min(1).max(500) }),
    output: z.object({ stored: z.boolean() }),
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    examples: [
      { title: 'A key', input: { source: 'tracker', name: 'TOKEN', why: 'The tracker wants a token to list issues.' } },
    ],
    errors: { PERMISSION_DENIED: 'the person said no', SOURCE_SIGN_IN: 'it was not stored' },
    run: async ({ source, name, why }, { signal }) => {
      if (await store.has(source, name)) return stored;
      const command = `assay sources auth ${source} --secret ${name}`;
      const request = {
        ...{ id: 'ask_secret', tool: 'ask_secret', remember: [] },
        action: { type: 'tool' as const, input: { source, name, why, command }, readOnly: true },
        why: `the agent asks for the secret ${name} of ${source}. Store it in a terminal (${command}), then allow; do not type it here`,
      };
      const said = await askPerson(request, signal);
      if (said.answer !== 'allow') {
        const message = `the person gives no secret${said.why === undefined ? '' : `: ${said.why}`}`;
        return { ok: false, error: { code: 'PERMISSION_DENIED', message, next: 'Continue without it.' } };
      }
      if (await store.has(source, name)) return stored;
      const message = `${name} of ${source} is not stored`;
      return { ok: false, error: { code: 'SOURCE_SIGN_IN', message, next: `The person runs: ${command}` } };
    },
  });
  return tool as unknown as Tool;
}

const stored = { ok: true, output: { stored: true }, text: 'it is stored' } as const;
