import { z } from 'zod';
import { AgentEvent } from '../agent.ts';
import { ActivationId, RunId } from '../ids.ts';
import { get, wholeNumber } from './route.ts';
import { runParam } from './run-routes.ts';

/** One stored event of an attempt. */
export const TranscriptLine = z.object({ at: z.number(), event: AgentEvent });
export type TranscriptLine = z.infer<typeof TranscriptLine>;

/** A page of what an agent did in one attempt, in order. */
export const TranscriptPage = z.object({
  run: RunId,
  act: ActivationId,
  attempt: z.number().int().positive(),
  /** Events `from` … `next`. Long texts in them are truncated, and say so. */
  lines: z.array(TranscriptLine),
  /** Where the next page begins: a place in the file, valid only for `from`. */
  next: z.number().int().nonnegative(),
  /** More exists already. */
  more: z.boolean(),
  /** The attempt is in progress: more may follow. */
  live: z.boolean(),
  /** Nothing was kept of this attempt: no agent worked in it, or another machine kept it. */
  kept: z.boolean(),
});
export type TranscriptPage = z.infer<typeof TranscriptPage>;

export const transcriptRoutes = {
  /** What an agent did in an attempt; the last one without `attempt`. Addressed by ids of the log, never by a path. */
  transcript: get('/api/runs/:run/nodes/:act/transcript', {
    params: runParam.extend({ act: z.string().min(1).max(400) }),
    query: z.object({ attempt: wholeNumber.optional(), from: wholeNumber.optional() }),
    answer: TranscriptPage,
  }),
};
