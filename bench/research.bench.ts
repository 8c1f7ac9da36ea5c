import { type BenchContext, type BenchRow, judge } from './lib/bench.ts';
import type { Half } from './research/corpus.ts';
import { type Measured, measureHalf } from './research/measure.ts';
import { measureReplies } from './research/replies.ts';

export const name = 'research';
export const title =
  'Research: what simulated models of every honesty claim, and what is shown as supported; the weights were not learned from the texts kept apart and the fresh ones, but their totals were looked at';

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const half of ['tried', 'documentation', 'kept-apart', 'fresh'] as const) {
    const measured = await measureHalf(half, ctx.quick ? 7 : 1);
    // Only of the half that may be looked at.
    if (half === 'tried')
      for (const told of [...measured.fabricatedShown, ...measured.falseShown, ...measured.trueFlagged])
        ctx.say(`wrong: ${told}`);
    rows.push(...verification(half, measured));
    if (half === 'documentation' || half === 'fresh') continue;
    const replies = measureReplies(half);
    if (half === 'tried') for (const told of replies.wrong) ctx.say(`wrong: ${told}`);
    rows.push(...decisions(half, replies));
  }
  return rows;
}

function verification(half: Half, measured: Measured): BenchRow[] {
  const { questions, answers, made, fabricatedShown, falseShown, trueFlagged, labelProblems } = measured;
  const flagged = (100 * trueFlagged.length) / made.true;
  const labelled = (100 * (answers - new Set(labelProblems).size)) / answers;
  const of = (label: string): string => `${half}: ${label}`;
  return [
    { label: of('questions'), value: questions, unit: '' },
    {
      label: of(`fabricated citations shown as supported, of ${made.fabricated}`),
      value: fabricatedShown.length,
      unit: '',
      ...judge(fabricatedShown.length, 'at most', 0),
    },
    {
      label: of(`false claims with a true quote shown as supported, of ${made.false}`),
      value: falseShown.length,
      unit: '',
    },
    {
      label: of(`true claims flagged, of ${made.true}`),
      value: flagged,
      unit: '%',
      ...judge(flagged, 'at most', 5),
    },
    {
      label: of('answers that label every sentence once'),
      value: labelled,
      unit: '%',
      ...judge(labelled, 'at least', 100),
    },
  ];
}

function decisions(half: Half, { replies, wrong, destructive }: ReturnType<typeof measureReplies>): BenchRow[] {
  const right = (100 * (replies - wrong.length)) / replies;
  return [
    {
      label: `${half}: replies to a pause read correctly, of ${replies}`,
      ...{ value: right, unit: '%', ...judge(right, 'at least', 97) },
    },
    {
      label: `${half}: replies that would have discarded work`,
      ...{ value: destructive, unit: '', ...judge(destructive, 'at most', 0) },
    },
  ];
}
