import { z } from 'zod';
import { AgentEvent } from '../agent.ts';
import { ActivationId, RunId } from '../ids.ts';
import { get, wholeNumber } from './route.ts';
import { runParam } from './run-routes.ts';

/** One event of an attempt, as it is kept. */
export const TranscriptLine = z.object({ at: z.number(), event: AgentEvent });
export type TranscriptLine = z.infer<typeof TranscriptLine>;

/** A part of what an agent did in one attempt, in order. */
export const TranscriptPage = z.object({
  run: RunId,
  act: ActivationId,
  attempt: z.number().int().positive(),
  /** Events `from` … `next`. Long texts in them are cut, and say so. */
  lines: z.array(TranscriptLine),
  /** Where the next page begins: a place in the file, good for `from` and for nothing else. */
  next: z.number().int().nonnegative(),
  /** There is more already. */
  more: z.boolean(),
  /** The attempt is under way: more may come. */
  live: z.boolean(),
  /** Nothing was kept of this attempt: no agent worked in it, or it was kept by another machine. */
  kept: z.boolean(),
});
export type TranscriptPage = z.infer<typeof TranscriptPage>;

export const transcriptRoutes = {
  /** What an agent did in an attempt; the last one without `attempt`. Named by the log's ids, never by a path. */
  transcript: get('/api/runs/:run/nodes/:act/transcript', {
    params: runParam.extend({ act: z.string().min(1).max(400) }),
    query: z.object({ attempt: wholeNumber.optional(), from: wholeNumber.optional() }),
    answer: TranscriptPage,
  }),
};
