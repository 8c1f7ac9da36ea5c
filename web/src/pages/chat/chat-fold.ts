import type { ChatEvent, ChatPermission, ChatTurn, QueuedMessage } from '#contracts/chat.ts';

export interface ChatState {
  readonly turns: readonly ChatTurn[];
  readonly queue: readonly QueuedMessage[];
  /** Questions that turns wait for. */
  readonly permissions: readonly ChatPermission[];
  readonly seq: number;
}

/** The conversation after one more event. What came already changes nothing. */
export function nextChat(state: ChatState, event: ChatEvent): ChatState {
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
      return {
        ...next,
        turns: changed(state.turns, event.turn, (turn) => ({ ...turn, text: turn.text + event.text })),
      };
    case 'activity':
      return { ...next, turns: changed(state.turns, event.turn, (turn) => withActivity(turn, event.activity)) };
    case 'queue':
      return { ...next, queue: event.queue };
    case 'permissions':
      return { ...next, permissions: event.permissions };
  }
}

const changed = (
  turns: readonly ChatTurn[],
  id: ChatTurn['id'],
  change: (turn: ChatTurn) => ChatTurn,
): readonly ChatTurn[] => turns.map((turn) => (turn.id === id ? change(turn) : turn));

function withActivity(turn: ChatTurn, activity: ChatTurn['activities'][number]): ChatTurn {
  const known = turn.activities.some(({ id }) => id === activity.id);
  const activities = known
    ? turn.activities.map((each) => (each.id === activity.id ? activity : each))
    : [...turn.activities, activity];
  return { ...turn, activities };
}
