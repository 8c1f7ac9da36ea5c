import { AgentEvent } from '#contracts/agent.ts';
import { toJson } from '#contracts/json.ts';
import type { Redactor } from '#host/redact.ts';
import { type ChunkRedactor, redactChunks } from '#host/redact-stream.ts';

type Delta = Extract<AgentEvent, { type: 'text_delta' | 'thinking_delta' }>;

/** Removes secrets from a stream of events. Text in pieces is held back where a secret may have begun. */
export function redactedEvents(redactor: Redactor): (event: AgentEvent) => AgentEvent[] {
  const open = new Map<string, { readonly chunks: ChunkRedactor; readonly last: Delta }>();
  const rest = (isOf: (delta: Delta) => boolean): AgentEvent[] =>
    [...open].flatMap(([key, { chunks, last }]) => {
      if (!isOf(last)) return [];
      open.delete(key);
      const text = chunks.end();
      return text === '' ? [] : [{ ...last, text }];
    });
  return (event) => {
    if (event.type === 'text_delta' || event.type === 'thinking_delta') {
      const key = `${event.type}/${event.turn}`;
      const chunks = open.get(key)?.chunks ?? redactChunks(redactor);
      open.set(key, { chunks, last: event });
      const text = chunks.push(event.text);
      return text === '' ? [] : [{ ...event, text }];
    }
    if (event.type === 'text_withdrawn') {
      for (const [key, { last }] of open) if (last.turn === event.turn) open.delete(key);
      return [event];
    }
    const before = 'turn' in event ? rest(({ turn }) => turn === event.turn) : rest(() => event.type === 'complete');
    return [...before, AgentEvent.parse(redactor.json(toJson(event, 'event')))];
  };
}
