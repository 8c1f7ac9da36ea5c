import type { Json } from '#contracts/json.ts';
import { json, text, toolCall } from '#sim/answers.ts';
import { scenario } from '#sim/compose.ts';
import type { Answering, Scenario, SimAnswer, SimRequest, SimToolResult } from '#sim/types.ts';

/** In every prompt of the suite, so that side calls of an agent (titles, probes) can be told from its work. */
export const MARK = 'contract-task';

/** A script for the agent's own calls; any other call is answered with one word. */
export const played = (answer: Answering): Scenario =>
  scenario('contract', 'One test of the backend contract.', (request, context) =>
    isOwn(request) ? answer(request, context) : text('ok'),
  );

const isOwn = ({ messages }: SimRequest): boolean => messages.some((message) => message.text.includes(MARK));

/**
 * The claim in its envelope, in whatever form the client asks for an object; once a tool has taken it there is nothing
 * more to say.
 */
export const claims =
  (claim: Json, blocker: string | null = null): Answering =>
  (request) =>
    wasTaken(request) ? text('Done.') : json({ claim, blocker });

const wasTaken = ({ messages, schema }: SimRequest): boolean =>
  schema !== null &&
  (messages.at(-1)?.toolResults.some(({ name, isError }) => name === schema.tool && !isError) ?? false);

/** Calls a tool once, then continues with its result. */
export const afterCall =
  (call: { name: string; input: Json }, then: (result: string, isError: boolean) => Answering): Answering =>
  (request, context) => {
    const results = request.messages.flatMap(({ toolResults }) => toolResults);
    const result = results.find(({ name }) => isTool(name, call.name));
    if (result === undefined) return toolCall(shownName(request, call.name), call.input);
    return then(result.text, result.isError)(withoutResult(request, result), context);
  };

/** The name under which the client shows the tool to its model: tools of a server are prefixed with its name. */
const shownName = ({ tools }: SimRequest, wanted: string): string => {
  const names = tools.map(({ name }) => name);
  return names.find((name) => name === wanted) ?? names.find((name) => isTool(name, wanted)) ?? wanted;
};

const isTool = (seen: string, wanted: string): boolean =>
  seen === wanted || ['_', '.'].some((separator) => seen.endsWith(`${separator}${wanted}`));

/** For the next call of the same tool: a result that was used once is not taken for its own. */
const withoutResult = (request: SimRequest, used: SimToolResult): SimRequest => ({
  ...request,
  messages: request.messages.map((message) => ({
    ...message,
    toolResults: message.toolResults.filter((each) => each !== used),
  })),
});

/** Answers in order, by how often the conversation was answered before. */
export const inTurns =
  (...answers: readonly (SimAnswer | Answering)[]): Answering =>
  (request, context) => {
    const answer = answers[Math.min(request.turn, answers.length) - 1] ?? text('');
    return typeof answer === 'function' ? answer(request, context) : answer;
  };

/** As many different words as wanted: some agents take a repetition for a loop, and stop. */
export const words = (count: number): string =>
  Array.from({ length: count }, (_, number) => `word-${number.toString(36)}`).join(' ');

/** The last message of the user to a client, apart from tool results. */
export const said = ({ messages }: SimRequest): string => messages.at(-1)?.text ?? '';
