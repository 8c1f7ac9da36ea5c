import type { ModelImage, ModelMessage } from '#contracts/model.ts';
import { allTokens, messageTokens } from './estimate.ts';

export const LEFT_OUT = '[left out to make room; call the tool again if you need it]';

/**
 * Where the part that is kept word for word begins: as much of the end as fits, never between a call and its result. 0
 * when nothing can be cut off.
 */
export function cutPoint(messages: readonly ModelMessage[], keepTokens: number): number {
  let tokens = 0;
  let cut = 0;
  for (let at = messages.length - 1; at > 0; at -= 1) {
    const message = messages[at];
    if (message === undefined) break;
    tokens += messageTokens(message);
    if (tokens > keepTokens && cut > 0) break;
    if (message.role !== 'tool') cut = at;
    if (tokens > keepTokens && cut > 0) break;
  }
  return cut;
}

/** The conversation with its older part replaced by a summary. The task stays at its beginning, unchanged. */
export const withSummary = (
  task: string,
  summary: string,
  recent: readonly ModelMessage[],
  images: readonly ModelImage[] = [],
): ModelMessage[] => [
  {
    role: 'user',
    text: `${task}\n\n<progress>\nWhat you did so far, in your own summary:\n${summary}\n</progress>`,
    ...(images.length === 0 ? {} : { images: [...images] }),
  },
  ...recent,
];

/**
 * Makes room without a model: first the outputs of old tool calls go, then the oldest turns. The task and the last turn
 * stay, and a call always keeps its result.
 */
export function dropOldest(task: string, messages: readonly ModelMessage[], mostTokens: number): ModelMessage[] {
  const last = lastTurn(messages);
  const lighter = emptyOldest(messages, last, mostTokens);
  if (allTokens(lighter) <= mostTokens) return lighter;
  const opening: ModelMessage = messages[0] ?? { role: 'user', text: task };
  const keep = lighter.slice(Math.max(1, last));
  const kept: ModelMessage[] = [];
  for (const turn of turnsOf(lighter.slice(1, Math.max(1, last))).toReversed()) {
    if (allTokens([opening, ...turn, ...kept, ...keep]) > mostTokens) break;
    kept.unshift(...turn);
  }
  const shorter = [opening, ...kept, ...keep];
  if (allTokens(shorter) <= mostTokens) return shorter;
  // The last turn alone is too large: its outputs go too, longest first.
  return emptyLongest(shorter, mostTokens);
}

/** The index at which the last turn of the model begins. */
const lastTurn = (messages: readonly ModelMessage[]): number =>
  messages.findLastIndex(({ role }) => role === 'assistant');

function emptyOldest(messages: readonly ModelMessage[], before: number, mostTokens: number): ModelMessage[] {
  const lighter = [...messages];
  let tokens = allTokens(lighter);
  for (let at = 0; at < before && tokens > mostTokens; at += 1) {
    const message = lighter[at];
    if (message?.role !== 'tool') continue;
    const emptied = withoutOutputs(message);
    tokens += messageTokens(emptied) - messageTokens(message);
    lighter[at] = emptied;
  }
  return lighter;
}

function emptyLongest(messages: readonly ModelMessage[], mostTokens: number): ModelMessage[] {
  const lighter = [...messages];
  const tools = lighter.flatMap((message, at) => (message.role === 'tool' ? [{ message, at }] : []));
  for (const { message, at } of tools.sort((a, b) => messageTokens(b.message) - messageTokens(a.message))) {
    if (allTokens(lighter) <= mostTokens) break;
    lighter[at] = withoutOutputs(message);
  }
  return lighter;
}

const withoutOutputs = (message: Extract<ModelMessage, { role: 'tool' }>): ModelMessage => ({
  ...message,
  results: message.results.map(({ images: _, ...result }) => ({
    ...result,
    output: typeof result.output === 'string' && result.output.length <= LEFT_OUT.length ? result.output : LEFT_OUT,
  })),
});

/** A call and its result are one turn; a user's message in between is one too. */
function turnsOf(messages: readonly ModelMessage[]): ModelMessage[][] {
  const turns: ModelMessage[][] = [];
  for (const message of messages) {
    const open = turns.at(-1);
    if (message.role === 'tool' && open !== undefined) open.push(message);
    else turns.push([message]);
  }
  return turns;
}
