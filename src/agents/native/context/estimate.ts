import type { ModelImage, ModelMessage } from '#contracts/model.ts';
import { imagesOf } from './images.ts';

/** Code has more tokens per character than prose: a cautious value. */
const CHARS_A_TOKEN = 3.5;
const EACH_MESSAGE = 8;

const known = new WeakMap<ModelMessage, number>();

export const textTokens = (text: string): number => Math.ceil(text.length / CHARS_A_TOKEN);

/** A message's size. Messages never change, so each is measured once. */
export function messageTokens(message: ModelMessage): number {
  const before = known.get(message);
  if (before !== undefined) return before;
  const text =
    message.role === 'user'
      ? message.text
      : JSON.stringify(message, (key, value) => (key === 'images' ? undefined : value));
  const pictures = imagesOf(message).reduce((sum, image) => sum + imageTokens(image), 0);
  const tokens = textTokens(text) + pictures + EACH_MESSAGE;
  known.set(message, tokens);
  return tokens;
}

/** Anthropic's formula, up to the limit of its largest models. */
const PIXELS_A_TOKEN = 750;
const MOST_TOKENS_AN_IMAGE = 4_800;
const imageTokens = ({ width, height }: ModelImage): number =>
  Math.min(MOST_TOKENS_AN_IMAGE, Math.ceil((width * height) / PIXELS_A_TOKEN));

export const allTokens = (messages: readonly ModelMessage[]): number =>
  messages.reduce((sum, message) => sum + messageTokens(message), 0);
