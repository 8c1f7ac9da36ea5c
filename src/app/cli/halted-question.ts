import { z } from 'zod';
import type { Payload } from '#contracts/payload.ts';
import { textOf } from '#contracts/run-timeline.ts';

/** What a halted plan asks; every other question is plain. */
const HaltedQuestion = z.object({
  kind: z.string(),
  report: z.string(),
  waivable: z.array(z.object({ number: z.number() })),
});
export type HaltedQuestion = z.infer<typeof HaltedQuestion>;

/** Null for every other question. */
export function haltedQuestion(question: Payload | null | undefined): HaltedQuestion | null {
  if (!question || !('inline' in question)) return null;
  return HaltedQuestion.safeParse(question.inline).data ?? null;
}

/** A question as a person reads it; a halt in full: the first line of a draft says nothing about it. */
export function questionLines(who: string, question: Payload): string[] {
  const [first = '', ...more] = (haltedQuestion(question)?.report ?? '').trimEnd().split('\n');
  return [`${who} ${first === '' ? textOf(question) : first}`, ...more.map((line) => `  ${line}`)];
}

/** The command that answers a halt of this kind. */
export function guideCommand(run: string, kind: string | null): string {
  if (kind === 'draft')
    return `assay guide ${run} "good" --waive 1 (a yes; without --waive your words go back to the agent)`;
  const waives = kind === 'review' || kind === 'word';
  return `assay guide ${run} "your advice"${waives ? ' [--waive N]' : ''}`;
}
