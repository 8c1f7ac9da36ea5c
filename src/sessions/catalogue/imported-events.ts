import type { AgentEvent } from '#contracts/agent.ts';
import type { ChatActivity, TurnPart } from '#contracts/chat-turn.ts';
import { isJsonObject, type Json } from '#contracts/json.ts';

export interface ImportedEvent {
  readonly at: number;
  readonly event: AgentEvent;
}

/** Pure. Events that a turn shows as these parts: the inverse of `TurnView`. */
export const importedEvents = (parts: readonly TurnPart[], at: number): ImportedEvent[] =>
  parts.flatMap((part): ImportedEvent[] =>
    part.type === 'text'
      ? [{ at, event: { type: 'text_complete', turn: part.id.replace(/^text:/, ''), text: part.text, final: false } }]
      : activityEvents(part.activity),
  );

function activityEvents({ id, kind, title, state, startedAt, endedAt, detail, parent }: ChatActivity): ImportedEvent[] {
  const at = startedAt;
  const under = parent === null ? {} : { parent };
  if (kind === 'thinking') {
    const text = typeof detail === 'string' ? detail : '';
    return [{ at, event: { type: 'thinking_delta', turn: id.replace(/^thinking:/, ''), text, ...under } }];
  }
  if (kind === 'status') {
    return state === 'failed'
      ? [{ at, event: { type: 'error', error: { code: 'TOLD', message: title } } }]
      : [{ at, event: { type: 'status', message: title } }];
  }
  const begun = {
    type: 'tool_start',
    id,
    tool: textIn(detail, 'tool') ?? title,
    input: member(detail, 'input'),
    ...under,
  } as const;
  if (state === 'running' || state === 'stopped') return [{ at, event: begun }];
  const text = textIn(detail, 'output') ?? '';
  return [
    { at, event: begun },
    { at: endedAt ?? at, event: { type: 'tool_result', id, ok: state === 'done', text, ...under } },
  ];
}

const member = (value: Json, name: string): Json => (isJsonObject(value) ? (value[name] ?? null) : null);

function textIn(value: Json, name: string): string | null {
  const found = member(value, name);
  return typeof found === 'string' ? found : null;
}
