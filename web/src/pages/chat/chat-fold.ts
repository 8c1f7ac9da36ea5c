import type { ChatEvent, ChatPermission, QueuedMessage } from '#contracts/chat.ts';
import { type ChatTurn, type TurnPart, withPart, withText } from '#contracts/chat-turn.ts';

export interface ChatPageState {
  readonly turns: readonly ChatTurn[];
  readonly queue: readonly QueuedMessage[];
  /** Questions that turns wait for. */
  readonly permissions: readonly ChatPermission[];
  readonly seq: number;
}

/** The conversation after one more event. A repeated event changes nothing. */
export function nextChat(state: ChatPageState, event: ChatEvent): ChatPageState {
  if (event.seq <= state.seq) return state;
  const next = { ...state, seq: event.seq };
  switch (event.type) {
    case 'turn': {
      const known = state.turns.some(({ id }) => id === event.turn.id);
      const turns = known
        ? state.turns.map((turn) => (turn.id === event.turn.id ? event.turn : turn))
        : [...state.turns, event.turn];
      return { ...next, turns };
    }
    case 'text':
      return { ...next, turns: changed(state.turns, event.turn, (parts) => withText(parts, event.part, event.text)) };
    case 'activity': {
      const { activity } = event;
      const part = { type: 'activity', id: activity.id, activity } as const;
      return { ...next, turns: changed(state.turns, event.turn, (parts) => withPart(parts, part)) };
    }
    case 'queue':
      return { ...next, queue: event.queue };
    case 'permissions':
      return { ...next, permissions: event.permissions };
  }
}

const changed = (
  turns: readonly ChatTurn[],
  id: ChatTurn['id'],
  change: (parts: readonly TurnPart[]) => TurnPart[],
): readonly ChatTurn[] => turns.map((turn) => (turn.id === id ? { ...turn, parts: change(turn.parts) } : turn));
