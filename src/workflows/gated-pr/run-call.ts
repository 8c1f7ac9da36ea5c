import { AssayError } from '#contracts/errors.ts';
import type { Json } from '#contracts/json.ts';
import { toJson } from '#contracts/json.ts';
import type { ReviewRequest } from '../review/review-request.ts';
import type { BlindRequest } from './blind/blind-tests.ts';
import { type Answer, type Call, refusedCall } from './call.ts';
import { EffectOutcome, type PrEffect } from './effects.ts';
import { ownCall } from './hosted.ts';
import { countIdle } from './idle-calls.ts';
import type { Move } from './move.ts';
import type { PrContext, PrEffects, ViewProblem } from './pr-effects.ts';
import type { PendingCall, PrSnapshot } from './pr-snapshot.ts';
import type { GatedState } from './state.ts';
import { stepPr } from './step.ts';

/** Does something once, however often the node is interrupted and run again. */
export type Once = (key: string, effect: { find(): Promise<Json | undefined>; do(): Promise<Json> }) => Promise<Json>;

export type CallResult =
  | ({ readonly type: 'stands' } & PrSnapshot)
  | { readonly type: 'review'; readonly payload: PendingCall & { readonly request: ReviewRequest } }
  | { readonly type: 'blind'; readonly payload: PendingCall & { readonly request: BlindRequest } };

/** How many moves a call may lead to; more means that the table goes in circles. */
const MOST_MOVES = 40;

/**
 * Carries a call through the table: steps, performs the requested effect, steps again, until an agent, a reviewer or a
 * person has to act. In hosted mode Assay then makes the calls that need no agent by itself.
 */
export async function runPrCall(
  prEffects: PrEffects,
  input: PendingCall,
  context: PrContext & { once: Once },
): Promise<CallResult> {
  // A call with an outcome continues: its effect may have been done before a crash, and its workspace be gone.
  const begins = input.call !== null && input.outcome === null && input.call.tool !== 'accept_state';
  const edited = begins ? await prEffects.inspect(input.state).catch(nothingWhereLeft) : null;
  if (edited && input.call) {
    const answered = { ticket: input.ticket, call: input.call, answer: viewAnswer(edited) };
    const state = countIdle(input.state, input.state, answered.answer);
    if (state.status === 'HALTED') await prEffects.show(state);
    return { type: 'stands', state, answered };
  }
  const interpreter = new Interpreter(prEffects, context);
  let { state } = input;
  let call: Call | null = input.call;
  let { outcome } = input;
  let answered: PrSnapshot['answered'] = input.answered;
  let own = state.mode === 'hosted' && call?.tool === 'get_task';
  const agents = !own || answered !== null;
  for (let moves = 0; call && moves < MOST_MOVES; moves++) {
    const first: Move = outcome
      ? stepPr(state, { type: 'outcome', outcome, of: call })
      : stepPr(state, { type: 'call', call });
    const settled = await interpreter.settle(first, call).catch((thrown) => toldTrouble(state, thrown));
    if (settled.type !== 'answer') {
      const pending = { state: settled.state, call, ticket: input.ticket, outcome: null, answered };
      return settled.type === 'review'
        ? { type: 'review', payload: { ...pending, request: settled.request } }
        : { type: 'blind', payload: { ...pending, request: settled.request } };
    }
    outcome = null;
    // The agent is told about its own call; Assay's own moves after that do not concern it.
    if (answered === null || !agents) answered = { ticket: input.ticket, call, answer: settled.answer };
    state = own ? haltedBy(settled.state, settled.answer) : countIdle(state, settled.state, settled.answer);
    call = state.mode === 'hosted' ? ownCall(state) : null;
    own = true;
  }
  state = { ...state, shown: true };
  await prEffects.show(state);
  return { type: 'stands', state, answered };
}

/** After a merge the workspace is gone; a call that is repeated after a crash finds nothing there. */
function nothingWhereLeft(thrown: unknown): null {
  if (thrown instanceof AssayError && thrown.code === 'WORKSPACE_UNKNOWN') return null;
  throw thrown;
}

/**
 * The log is authoritative, so an edit of a view has no effect; it is reported, since someone meant something by it.
 */
function viewAnswer(problem: ViewProblem): Answer {
  if (problem.type === 'edited') {
    const message = `${problem.file} was edited; it is a view of the log and was put back:\n${problem.diff}`;
    return refusedCall(
      'VIEW_EDITED',
      message,
      'Continue with get_task. A person can keep an edit with `assay state accept`.',
    );
  }
  if (problem.type === 'planted') {
    const message = `${problem.why}. It is a view of the log: nothing was read from there or written through it.`;
    const next = 'Keep .assay a folder of plain files, remove everything else from it, and continue with get_task.';
    return refusedCall('VIEW_PLANTED', message, next);
  }
  const next = 'A person says what becomes of it: `assay state restore` writes it again from the log.';
  return refusedCall('VIEW_UNREADABLE', `${problem.file}: ${problem.why}. Nothing was overwritten.`, next);
}

/** If something that Assay does by itself fails, no agent can help: a person is asked. */
const haltedBy = (state: GatedState, { status, reasons }: Answer): GatedState => {
  // A step that was reopened is the agent's.
  if (status !== 'FAILURE' || state.status === 'HALTED' || state.status === 'DEBUGGING') return state;
  const why = reasons.map(({ message, next }) => `${message}\n${next}`).join('\n');
  return { ...state, status: 'HALTED', halted: { from: state.status, kind: 'blocked', why } };
};

/**
 * A refusal by the machine or the project (git, disk, sandbox, dependencies) is reported to a connected client at once,
 * and nothing has moved. In hosted mode no one would read it: it is tried again, then a person is asked.
 */
function toldTrouble(state: GatedState, thrown: unknown): Settled {
  if (state.mode === 'hosted' || !(thrown instanceof AssayError) || thrown.code === 'NODE_ABORTED') throw thrown;
  const next = `${thrown.next ?? 'Resolve that.'} Then call again; nothing was counted.`;
  return { type: 'answer', state, answer: refusedCall(thrown.code, thrown.message, next) };
}

type Settled =
  | { readonly type: 'answer'; readonly state: GatedState; readonly answer: Answer }
  | { readonly type: 'review'; readonly state: GatedState; readonly request: ReviewRequest }
  | { readonly type: 'blind'; readonly state: GatedState; readonly request: BlindRequest };

class Interpreter {
  #effects = 0;
  readonly #prEffects: PrEffects;
  readonly #context: PrContext & { once: Once };

  constructor(prEffects: PrEffects, context: PrContext & { once: Once }) {
    this.#prEffects = prEffects;
    this.#context = context;
  }

  async settle(move: Move, call: Call): Promise<Settled> {
    let now = move;
    while ('effect' in now) {
      const { state, effect } = now;
      const outcome = await this.#perform(effect, state);
      if (outcome.type === 'ask-reviewer') return { type: 'review', state, request: outcome.request };
      if (outcome.type === 'ask-blind') return { type: 'blind', state, request: outcome.request };
      now = stepPr(state, { type: 'outcome', outcome, of: call });
    }
    return { type: 'answer', ...now };
  }

  async #perform(effect: PrEffect, state: GatedState): ReturnType<PrEffects['perform']> {
    const key = `${++this.#effects}:${effect.type}`;
    // Another node asks the reviewer; the steps before it are harmless to repeat.
    if (effect.type === 'review') return this.#prEffects.perform(effect, state, this.#context);
    const done = await this.#context.once(key, {
      find: async () => {
        const found = await this.#prEffects.find(effect, state, this.#context);
        return found === undefined ? undefined : toJson(found, key);
      },
      do: async () => toJson(await this.#prEffects.perform(effect, state, this.#context), key),
    });
    return EffectOutcome.parse(done);
  }
}
