import { TurnId } from '#contracts/chat-turn.ts';

/** The turn that answers a message. */
export const answeringTurn = (message: TurnId): TurnId => TurnId.parse(`${message}-a`);
