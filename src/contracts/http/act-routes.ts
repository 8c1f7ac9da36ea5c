import { z } from 'zod';
import { ActivationId, RunId, Seq } from '../ids.ts';
import { Json } from '../json.ts';
import { GrantScope } from '../permission.ts';
import { Budget } from '../usage.ts';
import { post } from './route.ts';
import { runParam } from './run-routes.ts';
import { Shown } from './run-shown.ts';

/** The result of a request to a run. */
export const SteerResult = z.object({
  run: RunId,
  shown: Shown,
  /** True: it is in the log. False: it waits for the process that drives the run. */
  heard: z.boolean(),
  /** This server drives the run now. */
  here: z.boolean(),
});
export type SteerResult = z.infer<typeof SteerResult>;

const why = z.string().max(1_000).optional();
/** Which question; needed where there are several. */
const which = { act: ActivationId.optional(), signal: z.string().max(200).optional() };
/**
 * The `hash` of what the person saw when they answered: refused with CARD_CHANGED if the question has changed since.
 */
const seen = z.string().max(64).optional();
/** Whether to continue the run here, where no process drives it. */
const resume = z.boolean().default(true);

const act = <B extends z.ZodType>(name: string, body: B) =>
  post(`/api/runs/:run/${name}`, { params: runParam, body, answer: SteerResult });

export const actRoutes = {
  /** `workflow`: one that `workflows` lists. Driven by this server. */
  start: post('/api/runs', {
    body: z.object({
      workflow: z.string().max(200).default('first-run'),
      /** Whether it asks a person before it ends. */
      ask: z.boolean().default(false),
      /** A simulated model answers at once. */
      fast: z.boolean().default(false),
      budget: Budget.optional(),
    }),
    answer: SteerResult,
  }),
  answer: act('answer', z.object({ ...which, seen, answer: Json, resume })),
  /** The answer to a permission request. */
  decide: act(
    'permission',
    z.object({
      act: ActivationId.optional(),
      seen,
      /** Of a working agent: the id of its question. */
      permit: z.string().min(1).max(64).optional(),
      decision: z.enum(['allow', 'deny']),
      scope: GrantScope.default('once'),
      note: z.string().max(4_000).optional(),
      resume,
    }),
  ),
  /** The answer to an escalation. */
  guide: act(
    'guide',
    z.object({
      act: ActivationId.optional(),
      seen,
      guidance: z.string().min(1).max(64_000),
      /** Findings of the review that are waived, by their numbers. */
      waive: z.array(z.number().int().positive()).max(200).default([]),
      resume,
    }),
  ),
  pause: act('pause', z.object({ why })),
  cancel: act('cancel', z.object({ why })),
  /** `adopt`: even if its graph has changed since it began. */
  resume: act('resume', z.object({ adopt: z.boolean().default(false), fast: z.boolean().default(false) })),
  /** `resume`: continue here, where it had paused on a used-up budget. */
  budget: act('budget', z.object({ budget: Budget, resume: z.boolean().default(true) })),
  fork: post('/api/runs/:run/fork', {
    params: runParam,
    body: z.object({ at: Seq, resume: z.boolean().default(false), fast: z.boolean().default(false) }),
    answer: SteerResult.extend({ forkedFrom: z.object({ run: RunId, seq: Seq }) }),
  }),
};
