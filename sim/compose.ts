import { AssayError } from '#contracts/errors.ts';
import { text } from './answers.ts';
import { applyFault, type Fault } from './faults.ts';
import type { Answering, Latency, Scenario, SimAnswer, SimContext, SimRequest, SimToolResult } from './types.ts';

/** One answer of a script: text, an answer, or a function that decides when called. */
export type Line = string | SimAnswer | Answering;

export const scenario = (name: string, description: string, line: Line): Scenario => ({
  name,
  description,
  answer: (request, context) => say(line, request, context),
});

/** Answers by turn. A conversation longer than its script is an error: silence would hide a loop. */
export function script(lines: readonly Line[]): Answering {
  return (request, context) => {
    const line = lines[request.turn - 1];
    if (line === undefined)
      throw new AssayError(
        'CONFIG_INVALID',
        `The script has ${lines.length} answers; turn ${request.turn} was asked for.`,
        {
          next: 'Add an answer to the script, or find out why the client continued.',
        },
      );
    return say(line, request, context);
  };
}

/** Reacts to the result of a tool the last message brought back; anything else goes to `otherwise`. */
export function onTool(
  name: string,
  react: (result: SimToolResult, request: SimRequest, context: SimContext) => Line,
  otherwise: Line,
): Answering {
  return (request, context) => {
    const result = request.messages.at(-1)?.toolResults.findLast((each) => each.name === name);
    return say(result === undefined ? otherwise : react(result, request, context), request, context);
  };
}

export interface FaultOptions {
  /** Whose calls are counted: each conversation's own, each request's own (its retries), or all of them. */
  readonly per?: 'conversation' | 'request' | 'sim';
}

/** The first calls meet the faults in order (null: none); the rest are fine. */
export function withFaults(inner: Scenario, faults: readonly (Fault | null)[], options: FaultOptions = {}): Scenario {
  return {
    ...inner,
    answer: async (request, context) => {
      const fault = faults[callNumber(request, context, options.per ?? 'conversation') - 1];
      // A fault that needs no answer must not use up the inner scenario's.
      if (fault?.kind === 'status') return { fault };
      const answer = await inner.answer(request, context);
      return fault == null ? answer : applyFault(fault, answer, request);
    },
  };
}

export function withLatency(inner: Scenario, latency: Partial<Latency>): Scenario {
  return {
    ...inner,
    answer: async (request, context) => {
      const answer = await inner.answer(request, context);
      return { ...answer, latency: { ...latency, ...answer.latency } };
    },
  };
}

function callNumber(request: SimRequest, context: SimContext, per: NonNullable<FaultOptions['per']>): number {
  if (per === 'sim') return context.call;
  return per === 'request' ? request.attempt : context.conversationCall;
}

function say(line: Line, request: SimRequest, context: SimContext): SimAnswer | Promise<SimAnswer> {
  if (typeof line === 'string') return text(line);
  return typeof line === 'function' ? line(request, context) : line;
}
