import { criteriaOf } from '../criteria.ts';
import type { ActivePr } from '../draft.ts';
import type { Advice, Move } from '../move.ts';
import type { GatedState } from '../state.ts';
import { haltDraft } from './halt-draft.ts';

/**
 * An agent cannot decide to leave criteria without a test: a person says for each whether it needs none. The agent's
 * reason is quoted, so that it cannot pass for ours.
 */
export function askWord(
  state: GatedState,
  draft: ActivePr | null,
  needed: readonly { readonly criterion: number; readonly why: string }[],
): Move {
  const texts = criteriaOf(state);
  const lines = needed.flatMap(({ criterion, why }) => [
    `${criterion}. ${texts[criterion - 1] ?? ''}`,
    `   ${draft ? 'the agent says why' : 'seen'}: ${JSON.stringify(why)}`,
  ]);
  const steps = ((draft ?? state.pr)?.tasks ?? []).flatMap(({ tdd_steps }) => tdd_steps);
  const without = `No test ${draft ? 'will show' : 'shows'}`;
  const why = [
    `${without} ${needed.length === 1 ? 'this criterion' : 'these criteria'} of ${JSON.stringify(state.item?.title ?? '')}${steps.every(({ type }) => type !== 'RED') ? '; the PR has no RED step at all' : ''}:`,
    ...lines,
    'Waive the number of one that needs no test. What is not waived goes back to the agent, which drafts again.',
  ].join('\n');
  return haltDraft(state, {
    ...{ kind: 'word', draft, criteria: needed.map(({ criterion }) => criterion), why },
    next: 'Wait for the person (`assay guide RUN "why" --waive N`), or draft RED steps for these criteria when they send it back.',
  });
}

/** The person's answer: with a decision for every criterion the draft is accepted, else it is drafted again. */
export function onWaiverAnswer(state: GatedState, { text, waive, by }: Advice): GatedState {
  const { asked, item } = state;
  if (!asked || !item) return state;
  const texts = criteriaOf(state);
  const granted = asked.criteria.filter((number) => waive.includes(number));
  const words = granted.map((number) => ({ item: item.title, criterion: texts[number - 1] ?? '', by, why: text }));
  const heard: GatedState = { ...state, asked: null, words: [...state.words, ...words] };
  return granted.length === asked.criteria.length
    ? { ...heard, ...(asked.draft ? { status: 'CREATING_BRANCH' as const, pr: asked.draft } : {}), guidance: null }
    : heard;
}
