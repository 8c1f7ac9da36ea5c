import type { Json } from '#contracts/json.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { answeringTurn } from '../chat/answering-turn.ts';
import { ChatState, TurnInput } from '../chat/chat-types.ts';

/** A text in a conversation, by the id of the turn that shows it. */
export interface SaidWords {
  readonly turn: string;
  readonly by: 'person' | 'agent';
  readonly at: number;
  readonly text: string;
}

/** Pure. The text of an event of a conversation's log; `value` is its resolved payload. */
export function saidIn(event: RunEvent, value: Json): SaidWords | null {
  if (event.type === 'node.scheduled' && event.data.node === 'turn') {
    const { id, at, text } = TurnInput.parse(value).message;
    return { turn: id, by: 'person', at, text };
  }
  // The node listens on after a removed message, and repeats the text before it.
  if (event.type !== 'node.completed' || !event.data.act.startsWith('turn#')) return null;
  const state = ChatState.safeParse(value);
  const last = state.success ? state.data.last : null;
  return last === null || last.text === ''
    ? null
    : { turn: answeringTurn(last.turn), by: 'agent', at: event.at, text: last.text };
}
