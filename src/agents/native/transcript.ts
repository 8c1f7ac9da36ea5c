import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type AssistantMessage, ModelMessage, type ToolAnswer } from '#contracts/model.ts';
import { makeFolder } from '#host/make-folder.ts';

const Transcript = z.object({
  v: z.literal(1),
  agent: z.string(),
  messages: z.array(ModelMessage),
});

const Token = z.string().regex(/^native-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

export type LoadedTranscript =
  | { readonly type: 'loaded'; readonly messages: readonly ModelMessage[] }
  | { readonly type: 'unusable'; readonly why: string };

/**
 * Stores a conversation for a later attempt and returns its token. One without a message of the model is not stored.
 */
export async function keepTranscript(
  folder: string,
  agent: string,
  messages: readonly ModelMessage[],
): Promise<string | undefined> {
  if (!messages.some(({ role }) => role === 'assistant')) return undefined;
  const token = `native-${randomUUID()}`;
  const file = join(folder, `${token}.json`);
  await makeFolder(folder);
  // Not synced to the disk: one lost in a crash is noticed when it is read, and the attempt begins again.
  await writeFile(`${file}.tmp`, JSON.stringify({ v: 1, agent, messages: closed(messages) }), { mode: 0o600 });
  await rename(`${file}.tmp`, file);
  return token;
}

/** A conversation that can be continued: it exists, is complete, belongs to this agent, and has messages. */
export async function loadTranscript(
  folder: string | undefined,
  token: string,
  agent: string,
): Promise<LoadedTranscript> {
  if (folder === undefined) return unusable('no conversations are kept here');
  if (!Token.safeParse(token).success) return unusable('this is not a conversation of the native backend');
  const read = await readFile(join(folder, `${token}.json`), 'utf8').then(parsed, () => undefined);
  if (read === undefined) return unusable('it no longer exists, or cannot be read');
  if (read.agent !== agent) return unusable(`it is a conversation of ${read.agent}, not of ${agent}`);
  if (!read.messages.some(({ role }) => role === 'assistant')) return unusable('nothing was said in it');
  if (!isPaired(read.messages)) return unusable('a tool call in it has no result');
  return { type: 'loaded', messages: read.messages };
}

const unusable = (why: string): LoadedTranscript => ({ type: 'unusable', why });

function parsed(text: string): z.infer<typeof Transcript> | undefined {
  try {
    return Transcript.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** An interrupted attempt leaves calls without a result; no provider accepts such a conversation. */
export function closed(messages: readonly ModelMessage[]): ModelMessage[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return [...messages];
  const results: ToolAnswer[] = callsOf(last).map(({ id, name }) => ({
    id,
    name,
    output: 'the attempt ended before this was done',
    isError: true,
  }));
  return results.length === 0 ? [...messages] : [...messages, { role: 'tool', results }];
}

/** Every call is answered by the next message, and nothing else is. */
export function isPaired(messages: readonly ModelMessage[]): boolean {
  return messages.every((message, index) => {
    const next = messages[index + 1];
    const before = messages[index - 1];
    if (message.role === 'tool') return before?.role === 'assistant' && callsOf(before).length > 0;
    if (message.role === 'user') return true;
    const calls = callsOf(message).map(({ id }) => id);
    const answered = next?.role === 'tool' ? next.results.map(({ id }) => id) : [];
    return calls.length === answered.length && calls.every((id) => answered.includes(id));
  });
}

const callsOf = (message: AssistantMessage) => message.parts.filter((part) => part.type === 'tool-call');
