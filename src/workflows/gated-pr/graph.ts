import { z } from 'zod';
import { Guidance } from '#contracts/http/needs.ts';
import { CALL_SIGNAL, GUIDANCE_SIGNAL } from '#contracts/signals.ts';
import { GATED_PR } from '#contracts/workflow-names.ts';
import { graphKit } from '#engine/graph/kit.ts';
import { reviewBrief } from '../review/brief.ts';
import { judgedFindings, unjudged } from '../review/judgements.ts';
import { ReviewClaim, ReviewRequest } from '../review/review-request.ts';
import { reviewerOf } from '../review/reviewer-of.ts';
import { blindBrief } from './blind/blind-brief.ts';
import { BlindClaim, BlindRequest } from './blind/blind-tests.ts';
import { briefing } from './briefing.ts';
import { waivable } from './findings.ts';
import { callOf, HostedClaim } from './hosted.ts';
import { HOSTED_RULES } from './hosted-rules.ts';
import { forHosted } from './hosted-words.ts';
import { IncomingCall } from './incoming-call.ts';
import type { PrEffects } from './pr-effects.ts';
import { PendingCall, PrSnapshot } from './pr-snapshot.ts';
import { runPrCall } from './run-call.ts';
import { beginning, GatedState, Thresholds } from './state.ts';
import { stepPr } from './step.ts';

export { GATED_PR };

export const Begin = z.object({
  mode: z.enum(['hosted', 'connected']),
  /** The person's repository. */
  repository: z.string(),
  plan: z.string(),
  main: z.string(),
  thresholds: Thresholds.partial().optional(),
  /** Who works, if the person chose; default: the configuration's choice. */
  agents: z.object({ backend: z.string().optional(), model: z.string().optional() }).optional(),
  /** The script of a simulated model that plays the agents. */
  simulated: z.string().optional(),
  /** A person approves each draft before its branch is made. */
  approvesDrafts: z.boolean().optional(),
});
export const PrOutput = z.object({ finished: GatedState.shape.finished });

export type Begin = z.input<typeof Begin>;

/** The first text for a person is ours. The agent's text is quoted, so that it cannot pass for ours. */
function headline(halted: GatedState['halted']): string {
  const first = halted?.why.split('\n').find((line) => line.trim() !== '') ?? '';
  return halted?.kind === 'escalated' ? `The agent asks for help: ${JSON.stringify(first)}` : first;
}

const incomplete = (silent: readonly string[]) => ({
  code: 'REVIEW_INCOMPLETE',
  message: `the reviewer found nothing, and names no evidence for: ${silent.join('; ')}`,
  next: 'Review is asked for again with the next get_task; or have another model review (agents.reviewer in .assay/config.json).',
});

/** Plans in, merged and proven PRs out. The same graph serves a hosted agent and a connected client. */
export function gatedPr(prEffects: PrEffects) {
  const kit = graphKit({
    name: GATED_PR,
    version: 1,
    ports: {
      begin: Begin,
      act: PendingCall,
      attempt: PrSnapshot,
      wait: PrSnapshot,
      blind: PendingCall.extend({ request: BlindRequest }),
      review: PendingCall.extend({ request: ReviewRequest }),
      halt: PrSnapshot,
    },
    signals: { [CALL_SIGNAL]: IncomingCall, [GUIDANCE_SIGNAL]: Guidance },
    output: PrOutput,
  });
  return kit.build('begin', {
    begin: kit.logic('begin', {
      to: ['act', 'wait'],
      run: ({ mode, plan, main, thresholds, approvesDrafts = false }, ctx) => {
        const state = beginning({ mode, plan, main, approvesDrafts, ...(thresholds ? { thresholds } : {}) });
        if (mode === 'connected') return ctx.goto('wait', { state, answered: null });
        return ctx.goto('act', {
          state,
          call: { tool: 'get_task' },
          ticket: null,
          outcome: null,
          answered: null,
        });
      },
    }),

    act: kit.logic('act', {
      to: ['attempt', 'wait', 'review', 'blind', 'halt'],
      retry: { attempts: 3, backoffMs: 1_000, factor: 4 },
      // A full disk or a missing program must not end the run: a person fixes it, and it is tried again.
      onFailure: 'ask',
      run: async (input, ctx) => {
        const moved = await runPrCall(prEffects, input, {
          run: ctx.run,
          signal: ctx.signal,
          say: (line) => ctx.say(line),
          once: (key, effect) => ctx.effect(key, effect),
        });
        if (moved.type === 'review') return ctx.goto('review', moved.payload);
        if (moved.type === 'blind') return ctx.goto('blind', moved.payload);
        const { state, answered } = moved;
        const tree = state.acceptedTree === null ? {} : { tree: state.acceptedTree };
        if (state.status === 'PLAN_DONE' && state.mode === 'hosted')
          return ctx.exit({ finished: state.finished }, tree);
        if (state.status === 'HALTED') return ctx.goto('halt', { state, answered }, tree);
        return ctx.goto(state.mode === 'hosted' ? 'attempt' : 'wait', { state, answered }, tree);
      },
    }),

    attempt: kit.agent('attempt', {
      agent: 'engineer',
      claim: HostedClaim,
      retry: { attempts: 4, backoffMs: 2_000, factor: 4 },
      // An expired key or an unreachable provider must not end the run: the accepted work would go with it.
      onFailure: 'ask',
      to: ['act'],
      brief: ({ state, answered }) => ({
        system: HOSTED_RULES,
        prompt: [
          ...(answered?.answer.refused
            ? [
                `Your last claim was refused: ${answered.answer.reasons.map(({ message, next }) => forHosted(`${message} ${next}`)).join(' ')}`,
              ]
            : []),
          briefing(state),
        ].join('\n\n'),
        ...(state.place === null ? {} : { place: state.place }),
      }),
      take: (claim, { state }, ctx) =>
        ctx.goto('act', { state, call: callOf(claim), ticket: null, outcome: null, answered: null }),
    }),

    wait: kit.logic('wait', {
      to: ['act'],
      run: ({ state, answered }, ctx) => {
        const incoming = ctx.answer(CALL_SIGNAL);
        if (!incoming) return ctx.ask(CALL_SIGNAL, { status: state.status, answered: answered?.ticket ?? null });
        return ctx.goto('act', { state, call: incoming.call, ticket: incoming.ticket, outcome: null, answered: null });
      },
    }),

    blind: kit.agent('blind', {
      agent: 'tests',
      claim: BlindClaim,
      retry: { attempts: 3, backoffMs: 2_000, factor: 4 },
      onFailure: 'ask',
      to: ['act'],
      brief: ({ request }) => blindBrief(request),
      take: (claim, { request: { place }, ...calling }, ctx) =>
        ctx.goto('act', { ...calling, outcome: { type: 'blind', place, claim } }),
    }),

    review: kit.agent('review', {
      agent: 'reviewer',
      claim: ReviewClaim,
      retry: { attempts: 3, backoffMs: 2_000, factor: 4 },
      onFailure: 'ask',
      to: ['act', 'review'],
      brief: ({ request }) => reviewBrief(request),
      take: (claim, { request, ...pendingCall }, ctx) => {
        const silent = unjudged(request, claim);
        // Once more, with what is missing; if a reviewer still says nothing, a person decides.
        if (silent.length > 0 && request.unjudged.length === 0)
          return ctx.goto('review', { ...pendingCall, request: { ...request, unjudged: silent } });
        const findings = judgedFindings(request, claim);
        const problem = silent.length > 0 ? { problem: incomplete(silent) } : {};
        const { remaining } = claim;
        const outcome = {
          type: 'review' as const,
          findings,
          remaining,
          evidence: request.evidence,
          doubts: request.doubts,
          by: reviewerOf(request),
          ...problem,
        };
        return ctx.goto('act', { ...pendingCall, outcome });
      },
    }),

    halt: kit.logic('halt', {
      to: ['wait', 'act'],
      onFailure: 'ask',
      run: async ({ state, answered }, ctx) => {
        const advice = ctx.answer(GUIDANCE_SIGNAL);
        if (advice === undefined) {
          return ctx.ask(GUIDANCE_SIGNAL, {
            text: headline(state.halted),
            kind: state.halted?.kind ?? 'halted',
            report: state.halted?.why ?? '',
            ticket: answered?.ticket ?? null,
            waivable: waivable(state),
          });
        }
        const { guidance: text, waive, by } = advice;
        const next = stepPr(state, { type: 'guidance', text, waive, by }).state;
        // The views still say HALTED, which the next call would take for an edit.
        await prEffects.show(next);
        if (next.mode === 'connected') return ctx.goto('wait', { state: next, answered: null });
        return ctx.goto('act', {
          state: next,
          call: { tool: 'get_task' },
          ticket: null,
          outcome: null,
          answered: null,
        });
      },
    }),
  });
}
