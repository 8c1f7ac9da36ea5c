import type { StageName } from '#contracts/stages.ts';
import { DEPTHS } from './depths.ts';
import type { LeaveReply, PlanReply } from './replies.ts';
import type { Analysis, FoundPassage, PauseQuestion, WebHit, Work } from './state.ts';

/** Pure. Whether a person should see the findings of the last stage, and has not yet. */
export function isPauseDue({ ask, at, shown }: Work): boolean {
  const stage = ask.stages[at - 1];
  if (stage === undefined || shown >= at - 1) return false;
  if ('pause' in stage && stage.pause !== undefined) return stage.pause;
  return ask.pauses && isUsual(stage.stage, ask);
}

/** By default: after the plan, and after the web was searched. */
function isUsual(stage: StageName, { stages, web, depth }: Work['ask']): boolean {
  if (stage === 'calibrate') return web && DEPTHS[depth].web;
  const first = stages.some((each) => each.stage === 'analyze') ? 'analyze' : 'retrieve';
  return stage === first;
}

interface Shown {
  readonly analysis: Analysis;
  readonly passages: readonly FoundPassage[];
  readonly web: readonly WebHit[];
}

const MOST_SHOWN = 8;
const CHOICES = ['1 search', '2 leave'] as const;
const GO_ON = ['1 continue', '2 leave'] as const;

/** Pure. The findings so far, and the person's choices. `report` is the same as a page. */
export function pauseQuestion(work: Work, { analysis, passages, web }: Shown): PauseQuestion {
  const found = [
    ...passages.map(({ title, cite }) => ({ title, cite })),
    ...web.map(({ title, url }) => ({ title, cite: url })),
  ];
  const isSearched = work.passages.length > 0;
  const choices = isSearched ? GO_ON : CHOICES;
  const lines = [
    analysis.understanding,
    '',
    `Looks for: ${analysis.queries.join('; ')}`,
    '',
    found.length === 0 ? 'Nothing was found yet.' : `Found ${isSearched ? '' : 'at a first look'}:`.replace(' :', ':'),
    '',
    ...found.slice(0, MOST_SHOWN).map(({ title, cite }) => `- ${title}: ${cite}`),
    ...(found.length > MOST_SHOWN ? [`- and ${found.length - MOST_SHOWN} more`] : []),
    '',
    ...choices.map((choice) => choice.replace(/^(\d) /, '$1. ')),
    '',
    'Or say what else to look for.',
  ];
  return {
    text: analysis.understanding,
    report: lines.join('\n').replace(/\n{3,}/g, '\n\n'),
    queries: [...analysis.queries],
    found,
    choices: [...choices],
    other: 'what else to look for',
  };
}

export type AfterPlan =
  | { readonly type: 'go-on'; readonly work: Work }
  /** Their words go into the search if they stay. */
  | { readonly type: 'ask-to-leave' };

/** Pure. The next move after a reply to the findings. Leaving needs one confirmation; words that name no choice go into the search. */
export function afterPlan(work: Work, said: string, reply: PlanReply): AfterPlan {
  if (reply === 'leave') return { type: 'ask-to-leave' };
  return { type: 'go-on', work: reply === 'search' ? seen(work) : withWords(work, said) };
}

export const LEAVE_QUESTION = { text: 'Leave this research?', choices: ['1 leave', '2 stay'] };

export type AfterLeave =
  | { readonly type: 'go-on'; readonly work: Work }
  | { readonly type: 'left'; readonly instead: string | undefined };

/** Pure. The next move after a reply to "Leave it?". `first`: their first reply, if only a model read it as leaving. */
export function afterLeave(work: Work, first: string | null, said: string, reply: LeaveReply): AfterLeave {
  // Neither yes nor no: the person has moved on, and this reply says what they want now.
  if (reply !== 'stay') return { type: 'left', instead: reply === 'moved-on' ? said : undefined };
  return { type: 'go-on', work: first === null ? seen(work) : withWords(work, first) };
}

const seen = (work: Work): Work => ({ ...work, shown: work.at - 1 });

/** No reply deletes the findings. */
function withWords(work: Work, said: string): Work {
  const queries = [...work.analysis.queries, said].slice(-DEPTHS[work.ask.depth].queries);
  const analysis = { ...work.analysis, queries };
  const retrieve = work.ask.stages.findIndex(({ stage }) => stage === 'retrieve');
  // Searches again with these words, and shows the findings again.
  return work.at > retrieve ? { ...work, analysis, at: retrieve } : { ...seen(work), analysis };
}
