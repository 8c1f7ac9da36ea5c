import type { AgentResult } from '#contracts/agent.ts';
import type { Json } from '#contracts/json.ts';
import type { JsonSchema, Thinking, ToolSchema } from '#contracts/model.ts';
import type { ReadClaim } from '../claim/read-claim.ts';
import type { Conversation } from './context/conversation.ts';
import { limitError } from './meter.ts';
import { claimRefused, LAST_TURN } from './rules.ts';
import type { CallsContext } from './run-call.ts';
import { runCalls } from './run-calls.ts';
import { type StepContext, type TakenStep, takeStep } from './take-step.ts';

export interface Talk {
  readonly system: string;
  readonly conversation: Conversation;
  readonly steps: StepContext;
  readonly calls: CallsContext;
  readonly tools: readonly ToolSchema[];
  readonly thinking?: Thinking;
  /** null where plain text is the answer. */
  readonly claim: { readonly schema: JsonSchema; read(said: Json): ReadClaim } | null;
  /** Fewer turns than the attempt has: a helper's own limit. */
  readonly mostTurns?: number;
  readonly idempotencyKey: string;
}

/** An answer shorter than this is not worth a call. */
const LEAST_OUTPUT_TOKENS = 256;
const WARNING_TOKENS = 200;

/** Calls the model, runs tools, and calls it again, until there is an answer, a limit is reached or it is aborted. */
export async function converse(talk: Talk, signal: AbortSignal): Promise<AgentResult> {
  const { conversation, steps, calls } = talk;
  const { meter } = steps;
  let repaired = false;
  let squeezed = false;
  let warned = false;
  for (let turn = 1; ; turn += 1) {
    const limit = meter.reached() ?? overTurns(turn, talk.mostTurns);
    if (limit !== null) return failed(limit, false);
    await conversation.makeRoom(steps, signal);
    // With room for an answer and for the warning below: reaching a run's budget here is no failure of the attempt.
    const over = await meter.fits(conversation.tokens() + LEAST_OUTPUT_TOKENS + WARNING_TOKENS);
    if (signal.aborted) return CALLED_OFF;
    if (over !== null) return failed(over, false);
    if (!warned && isLastTurn(talk, turn)) {
      warned = true;
      conversation.add({ role: 'user', text: LAST_TURN });
    }
    const room = meter.tokensLeft() - conversation.tokens();
    if (room < LEAST_OUTPUT_TOKENS) return failed(limitError('tokens: the next call would go beyond it'), false);
    const step = await takeStep(steps, requestOf(talk, turn, room), signal);
    if (signal.aborted) return CALLED_OFF;
    if (step.type === 'failed') {
      if (step.error.code !== 'MODEL_CONTEXT_FULL' || squeezed) return failed(step.error, step.retry);
      squeezed = true;
      await conversation.makeRoom(steps, signal, true);
      continue;
    }
    squeezed = false;
    conversation.counted(step.inputTokens);
    conversation.add(step.message);
    if (step.calls.length > 0) {
      const over = meter.reached();
      if (over !== null) return failed(over, false);
      conversation.add({ role: 'tool', results: await runCalls(calls, step.calls, signal) });
      conversation.forget(calls.held?.takeLeaving() ?? NOTHING);
      continue;
    }
    const answer = read(talk, step);
    if (answer.type !== 'invalid') return answer;
    if (repaired) return invalidClaim(answer.problems);
    if (meter.reached() !== null) return failed(limitWith(meter.reached(), answer.problems), false);
    repaired = true;
    conversation.add({ role: 'user', text: claimRefused(answer.problems) });
  }
}

const NOTHING: ReadonlySet<never> = new Set();

const CALLED_OFF: AgentResult = {
  type: 'failed',
  error: { code: 'ATTEMPT_ABORTED', message: 'the attempt was cancelled' },
  retry: false,
};

function requestOf({ system, conversation, tools, claim, thinking, idempotencyKey }: Talk, turn: number, room: number) {
  return {
    system,
    messages: conversation.messages,
    ...(tools.length === 0 ? {} : { tools }),
    ...(thinking === undefined ? {} : { thinking }),
    ...(claim === null ? {} : { output: { name: 'claim', schema: claim.schema } }),
    ...(Number.isFinite(room) ? { maxOutputTokens: Math.min(MOST_OUTPUT_TOKENS, room) } : {}),
    idempotencyKey: `${idempotencyKey}/${turn}`,
  };
}

/** The model layer's default. */
const MOST_OUTPUT_TOKENS = 16_000;

const isLastTurn = ({ steps, mostTurns, conversation }: Talk, turn: number): boolean =>
  steps.meter.isNearEnd(conversation.tokens()) || turn === mostTurns;

const overTurns = (turn: number, most: number | undefined) =>
  most !== undefined && turn > most ? limitError(`${most} model calls of a helper`) : null;

type Answer = AgentResult | { readonly type: 'invalid'; readonly problems: string };

function read({ claim }: Talk, { text, output, reason }: Extract<TakenStep, { type: 'taken' }>): Answer {
  if (claim === null) return { type: 'text', text };
  const said = output?.type === 'object' ? output.value : text;
  const answer = claim.read(said);
  if (answer.type !== 'invalid') return answer;
  const cut = reason === 'length' ? 'the answer was cut off because it was too long; ' : '';
  return { type: 'invalid', problems: `${cut}${answer.problems}` };
}

const failed = (error: Extract<AgentResult, { type: 'failed' }>['error'], retry: boolean): AgentResult => ({
  type: 'failed',
  error,
  retry,
});

const invalidClaim = (problems: string): AgentResult =>
  failed({ code: 'CLAIM_INVALID', message: `the claim does not fit, also when asked again: ${problems}` }, true);

const limitWith = (limit: ReturnType<StepContext['meter']['reached']>, problems: string) => ({
  ...(limit ?? limitError('model calls')),
  message: `${limit?.message ?? 'a limit was reached'}, and its last answer is not a claim: ${problems}`,
});
