import type { ActivePr } from '../draft.ts';
import type { Advice, Move } from '../move.ts';
import type { GatedState } from '../state.ts';
import { haltDraft } from './halt-draft.ts';

/** The number by which a person accepts a draft. */
export const DRAFT_NUMBER = 1;

/**
 * Before any code is written a person reads what the agent will do. Its words are quoted, so they cannot pass for ours.
 */
export function askDraft(state: GatedState, draft: ActivePr): Move {
  const why = [
    `The draft of ${JSON.stringify(state.item?.title ?? draft.prTitle)} waits for your yes:`,
    `PR: ${JSON.stringify(draft.prTitle)}`,
    ...draft.tasks.flatMap(({ taskName, tdd_steps }) => [
      `- ${JSON.stringify(taskName)}`,
      ...tdd_steps.map(({ type, description }) => `  - ${type}: ${JSON.stringify(description)}`),
    ]),
  ].join('\n');
  return haltDraft(state, {
    ...{ kind: 'draft', draft, criteria: [], why },
    next: `Wait for the person: \`assay guide RUN "good" --waive ${DRAFT_NUMBER}\` is a yes. Without --waive the words come back to you, and the draft is written again.`,
  });
}

/** Acceptance takes the draft as it was shown; anything else is advice for the next one. */
export function onDraftAnswer(state: GatedState, { waive }: Advice): GatedState {
  const draft = state.asked?.draft ?? null;
  if (draft === null || !waive.includes(DRAFT_NUMBER)) return { ...state, asked: null };
  return { ...state, asked: null, status: 'CREATING_BRANCH', pr: draft, guidance: null };
}
