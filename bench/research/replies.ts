import { readFileSync } from 'node:fs';
import { readLeaveReply, readPlanReply } from '../../src/workflows/research/read-reply.ts';
import type { Half } from './corpus.ts';

/** Replies to the plan of a search (`plan`) and to "Leave it?" (`confirm`), each with what the person meant. */
export function measureReplies(half: Extract<Half, 'tried' | 'kept-apart'>) {
  const lines = readFileSync(new URL(`replies-${half}.txt`, import.meta.url), 'utf8').split('\n');
  const labelled = lines.flatMap((line) => {
    const [, stage, meant, text] = /^(plan|confirm) ([\w-]+) (.+)$/.exec(line) ?? [];
    return text === undefined ? [] : [{ stage, meant, text }];
  });
  const read = labelled.map((each) => ({
    ...each,
    got: each.stage === 'plan' ? readPlanReply(each.text) : readLeaveReply(each.text),
  }));
  // To leave who did not say so, or not to stay who did.
  const lost = read.filter(({ stage, meant, got }) =>
    stage === 'plan' ? got === 'leave' && meant !== 'leave' : meant === 'stay' && got !== 'stay',
  );
  return {
    replies: read.length,
    wrong: read
      .filter(({ meant, got }) => got !== meant)
      .map(({ text, meant, got }) => `${text}: ${got}, not ${meant}`),
    destructive: lost.length,
  };
}
