import type { ModelMessage } from '#contracts/model.ts';

/** Code has more tokens to the letter than prose: somewhat on the safe side. */
const CHARS_A_TOKEN = 3.5;
const EACH_MESSAGE = 8;

const known = new WeakMap<ModelMessage, number>();

export const textTokens = (text: string): number => Math.ceil(text.length / CHARS_A_TOKEN);

/** A message's size. Messages never change, so each is measured once. */
export function messageTokens(message: ModelMessage): number {
  const before = known.get(message);
  if (before !== undefined) return before;
  const text = message.role === 'user' ? message.text : JSON.stringify(message);
  const tokens = textTokens(text) + EACH_MESSAGE;
  known.set(message, tokens);
  return tokens;
}

export const allTokens = (messages: readonly ModelMessage[]): number =>
  messages.reduce((sum, message) => sum + messageTokens(message), 0);
