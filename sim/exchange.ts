import { AssayError } from '#contracts/errors.ts';
import type { Json } from '#contracts/json.ts';
import { deliver } from './deliver.ts';
import type { Ledger, OpenExchange } from './ledger.ts';
import type { Memory } from './memory.ts';
import type { PromptCache } from './prompt-cache.ts';
import { resolveAnswer } from './resolve.ts';
import { Latency, type Scenario, SimAnswer, type SimContext } from './types.ts';
import type { Adapter, Reply, SimHttpError } from './wire/adapter.ts';
import { firstIssue } from './wire/messages.ts';

/** The state of one simulator between calls. */
export interface SimState {
  readonly scenario: Scenario;
  readonly latency: Partial<Latency>;
  readonly ledger: Ledger;
  readonly cache: PromptCache;
  readonly memory: Memory;
  /** Seconds since the epoch. */
  now(): number;
  /** Already scaled; resolves at once when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** One model call as it arrived. */
export interface SimCall {
  readonly body: unknown;
  readonly headers: Record<string, string>;
  /** Gemini has these in the address. */
  readonly route: { readonly model?: string; readonly stream?: 'sse' | 'array' | 'none' };
  readonly signal: AbortSignal;
  cut(): Promise<void>;
}

/** Parse, ask the scenario, answer. */
export async function handleCall(state: SimState, adapter: Adapter, call: SimCall): Promise<Response> {
  const parsed = adapter.parse(call.body, parseContext(state, call));
  if (!parsed.ok) return errorResponse(adapter, { status: 400, message: parsed.message });
  const exchange = state.ledger.open(parsed.request, call.headers);
  const requestId = `req_${exchange.request.conversation}_${exchange.call}`;
  const leaving = new AbortController();
  const signal = AbortSignal.any([call.signal, leaving.signal]);
  signal.addEventListener('abort', () => exchange.end('aborted', 0, null), { once: true });
  try {
    const answer = await ask(state.scenario, exchange, signal);
    if (answer.fault?.kind === 'status') {
      const { status, message = FAULT_MESSAGES[status] ?? 'simulated fault', retryAfterMs } = answer.fault;
      exchange.end('error', status, null);
      return errorResponse(
        adapter,
        { status, message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
        requestId,
      );
    }
    const reply = resolveAnswer(answer, exchange.request, {
      call: exchange.call,
      created: state.now(),
      cache: state.cache,
    });
    return await deliver({
      adapter,
      reply,
      stream: call.route.stream ?? (exchange.request.stream ? 'sse' : 'none'),
      latency: Latency.parse({ ...state.latency, ...answer.latency }),
      fault: answer.fault,
      headers: adapter.headers(requestId, state.ledger.total.inputTokens),
      sleep: (ms) => state.sleep(ms, signal),
      signal,
      cut: call.cut,
      left: () => leaving.abort(),
      ended: (outcome) => settle(state, adapter, call, exchange, reply, outcome),
    });
  } catch (thrown) {
    // 400, so that no client retries for minutes what is a mistake in the scenario.
    exchange.end('error', 400, null);
    return errorResponse(adapter, { status: 400, message: scenarioMistake(state.scenario, thrown) }, requestId);
  }
}

export function errorResponse(adapter: Adapter, error: SimHttpError, requestId = 'req_unread'): Response {
  const retry = error.retryAfterMs;
  const headers = {
    ...adapter.errorHeaders(error, requestId),
    ...(retry === undefined ? {} : { 'retry-after': String(Math.ceil(retry / 1000)), 'retry-after-ms': String(retry) }),
  };
  return Response.json(adapter.error(error, requestId), { status: error.status, headers });
}

async function ask(scenario: Scenario, exchange: OpenExchange, signal: AbortSignal) {
  const context: SimContext = { call: exchange.call, conversationCall: exchange.conversationCall, signal };
  const answer = SimAnswer.safeParse(await scenario.answer(exchange.request, context));
  if (!answer.success) throw new AssayError('CONFIG_INVALID', `its answer does not fit: ${firstIssue(answer.error)}`);
  return answer.data;
}

type Outcome = Parameters<OpenExchange['end']>[0];

function settle(
  state: SimState,
  adapter: Adapter,
  call: SimCall,
  exchange: OpenExchange,
  reply: Reply,
  outcome: Outcome,
) {
  exchange.end(outcome, 200, outcome === 'served' && reported(exchange, reply) ? reply.usage : null);
  if (outcome !== 'served') return;
  state.cache.remember(exchange.request);
  state.memory.add(adapter.remember?.(call.body, adapter.body(reply), parseContext(state, call)) ?? []);
}

const reported = (exchange: OpenExchange, reply: Reply): boolean => !exchange.request.stream || reply.wantsUsage;

export const parseContext = (state: SimState, call: Pick<SimCall, 'route'>) => ({
  ...(call.route.model === undefined ? {} : { model: call.route.model }),
  ...(call.route.stream === undefined ? {} : { stream: call.route.stream !== 'none' }),
  recall: (id: string): readonly Json[] | undefined => state.memory.recall(id),
});

function scenarioMistake(scenario: Scenario, thrown: unknown): string {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return `The simulator's scenario "${scenario.name}" failed: ${reason}`;
}

const FAULT_MESSAGES: Record<number, string> = {
  429: 'This request would exceed your rate limit. (simulated)',
  500: 'Internal server error (simulated)',
  503: 'The service is unavailable. (simulated)',
  529: 'Overloaded (simulated)',
};
