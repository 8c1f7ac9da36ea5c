import type { Json } from '#contracts/json.ts';
import { json, text, toolCall } from '#sim/answers.ts';
import { scenario } from '#sim/compose.ts';
import type { Answering, Scenario, SimAnswer, SimRequest } from '#sim/types.ts';

/** Stands in every prompt of the suite, so that side calls of an agent (titles, probes) are told from its work. */
export const MARK = 'contract-task';

/** A script for the agent's own calls; anything else it asks is answered with a word. */
export const played = (answer: Answering): Scenario =>
  scenario('contract', 'One test of the backend contract.', (request, context) =>
    isOwn(request) ? answer(request, context) : text('ok'),
  );

const isOwn = ({ messages }: SimRequest): boolean => messages.some((message) => message.text.includes(MARK));

/** The claim in its envelope, however the client wants an object; once it was taken by a tool there is no more to say. */
export const claims =
  (claim: Json, blocker: string | null = null): Answering =>
  (request) =>
    wasTaken(request) ? text('Done.') : json({ claim, blocker });

const wasTaken = ({ messages, schema }: SimRequest): boolean =>
  schema !== null && (messages.at(-1)?.toolResults.some(({ name }) => name === schema.tool) ?? false);

/** Calls a tool once, then goes on with what came of it. */
export const afterCall =
  (call: { name: string; input: Json }, then: (result: string, isError: boolean) => Answering): Answering =>
  (request, context) => {
    const results = request.messages.flatMap(({ toolResults }) => toolResults);
    const result = results.find(({ name }) => sameTool(name, call.name));
    if (result === undefined) return toolCall(call.name, call.input);
    return then(result.text, result.isError)(request, context);
  };

const sameTool = (seen: string, wanted: string): boolean => seen === wanted || seen.endsWith(`__${wanted}`);

/** Answers in order, by how often the conversation was answered before. */
export const inTurns =
  (...answers: readonly (SimAnswer | Answering)[]): Answering =>
  (request, context) => {
    const answer = answers[Math.min(request.turn, answers.length) - 1] ?? text('');
    return typeof answer === 'function' ? answer(request, context) : answer;
  };

/** The last thing a client was told by its user, tool results apart. */
export const said = ({ messages }: SimRequest): string => messages.at(-1)?.text ?? '';
