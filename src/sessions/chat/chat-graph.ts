import { z } from 'zod';
import { type Instructed, toUsage } from '#contracts/agent.ts';
import { MESSAGE_SIGNAL } from '#contracts/chat.ts';
import { CHAT, TurnId } from '#contracts/chat-turn.ts';
import type { ActivationId, RunId } from '#contracts/ids.ts';
import { graphKit } from '#engine/graph/kit.ts';
import { ChatMessage, ChatState, STOP_SIGNAL, type TakenTurn, TurnInput, UNQUEUE_SIGNAL } from './chat-types.ts';

export interface TurnContext {
  readonly run: RunId;
  readonly act: ActivationId;
  readonly attempt: number;
  readonly signal: AbortSignal;
  instructed(instructed: Instructed): void;
  say(line: string): void;
}

/** The effects of a conversation. */
export interface ChatNodeRunner {
  /** Whether a message was removed before it was begun. */
  isWithdrawn(run: RunId, message: TurnId): Promise<boolean>;
  /** Lets the agent answer one message. Never throws: an error is how the turn ended. */
  takeTurn(turn: TurnInput, ctx: TurnContext): Promise<TakenTurn>;
}

/**
 * A conversation: it waits for a message, has it answered, and waits again. Messages that arrive meanwhile are kept in
 * the log, in order. A turn that fails or is stopped ends nothing but itself.
 * The turn is a code node, not an agent node of the engine: an answer is a text and no claim, and it continues the
 * conversation.
 */
export function chatGraph({ isWithdrawn, takeTurn }: ChatNodeRunner) {
  const kit = graphKit({
    name: CHAT,
    // Until version 2 a turn asked under signals of its own; now like every agent.
    version: 3,
    ports: { listen: ChatState, turn: TurnInput },
    signals: {
      [MESSAGE_SIGNAL]: ChatMessage,
      [STOP_SIGNAL]: z.object({ turn: TurnId }),
      [UNQUEUE_SIGNAL]: z.object({ message: TurnId }),
    },
    output: z.null(),
  });
  return kit.build('listen', {
    listen: kit.logic('listen', {
      to: ['turn', 'listen'],
      run: async ({ settings, resume, last, first, research }, ctx) => {
        const message = ctx.answer(MESSAGE_SIGNAL) ?? first;
        if (!message) return ctx.ask(MESSAGE_SIGNAL, { text: 'the next message' });
        if (await isWithdrawn(ctx.run, message.id))
          return ctx.goto('listen', { settings, resume, last, first: null, research });
        return ctx.goto('turn', { settings, resume, message, research });
      },
    }),

    turn: kit.logic('turn', {
      // The scheduler counts it as what it is.
      type: 'agent',
      to: ['listen'],
      run: async (turn, ctx) => {
        const { run, act, attempt, signal } = ctx;
        const { research, ...end } = await takeTurn(turn, {
          ...{ run, act, attempt, signal },
          instructed: (instructed) => ctx.instructed(instructed),
          say: (line) => ctx.say(line),
        });
        signal.throwIfAborted();
        const { settings, message } = turn;
        // A turn without a result to continue from leaves the previous state.
        const resume = end.resume === null ? turn.resume : { backend: end.backend, token: end.resume };
        const last = { ...end, turn: message.id };
        return ctx.goto('listen', { settings, resume, last, first: null, research }, { usage: toUsage(end.usage) });
      },
    }),
  });
}
