import type { Json } from '#contracts/json.ts';
import type { StageName } from '#contracts/stages.ts';
import { DEPTHS } from './depths.ts';
import { readLeaveReply, readPlanReply } from './read-reply.ts';
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

export type AfterPause =
  | { readonly type: 'go-on'; readonly work: Work }
  | { readonly type: 'ask-to-leave'; readonly question: Json }
  | { readonly type: 'left'; readonly instead: string | undefined };

/** Pure. What a reply leads to. Leaving is confirmed once; words that are no choice go into the search. */
export function afterPause(work: Work, said: string, then: string | undefined): AfterPause {
  const goOn = { type: 'go-on', work: { ...work, shown: work.at - 1 } } as const;
  const reply = readPlanReply(said);
  if (reply === 'search') return goOn;
  if (reply === 'leave') {
    if (then === undefined)
      return { type: 'ask-to-leave', question: { text: 'Leave this research?', choices: ['1 leave', '2 stay'] } };
    const meant = readLeaveReply(then);
    // A reply that is neither yes nor no is a new subject: it is what the person wants now.
    return meant === 'stay' ? goOn : { type: 'left', instead: meant === 'moved-on' ? then : undefined };
  }
  // No reply destroys what was found.
  const queries = [...work.analysis.queries, said].slice(-DEPTHS[work.ask.depth].queries);
  const analysis = { ...work.analysis, queries };
  const retrieve = work.ask.stages.findIndex(({ stage }) => stage === 'retrieve');
  // What was retrieved without these words is searched again, and shown again.
  return work.at > retrieve
    ? { type: 'go-on', work: { ...work, analysis, at: retrieve } }
    : { type: 'go-on', work: { ...goOn.work, analysis } };
}
