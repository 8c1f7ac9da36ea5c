import { correctionIn } from '#contracts/corrected-note.ts';
import { firstLine } from '#contracts/text.ts';
import type { Call } from './call.ts';
import type { PendingCall, PrSnapshot } from './pr-snapshot.ts';
import { type GatedState, openStep } from './state.ts';

export type StoryTone = 'good' | 'bad' | 'plain' | 'person' | 'heading';

/** One line of the story, for people who watch. */
export interface StoryLine {
  readonly tone: StoryTone;
  readonly text: string;
}

/** The story of a gated-PR run as it goes, from the inputs of its nodes. Pure: the same nodes, the same lines. */
export class Story {
  #title = '';
  #merged = 0;
  #before: GatedState | null = null;
  /** The correction of the configuration that was told last. */
  #corrected: string | null = null;

  /** A call begins to be handled. */
  pendingCall({ state, outcome }: PendingCall): StoryLine[] {
    this.#before = outcome ? null : state;
    return [];
  }

  /** All steps are done: an author who sees only the plan writes tests of its own. */
  blindTests(call: PendingCall): StoryLine[] {
    return [...this.#answered(call), { tone: 'plain', text: 'blind tests from the plan alone' }];
  }

  /** All steps are done: an independent reviewer looks at the change. */
  reviewing(call: PendingCall): StoryLine[] {
    return [...this.#answered(call), { tone: 'plain', text: 'review by fresh eyes' }];
  }

  /** A call was answered, and someone has to act next. */
  progress(snapshot: PrSnapshot): StoryLine[] {
    return [...this.#answered(snapshot), ...this.#moves(snapshot.state)];
  }

  /** The last word of a run that is over. */
  finished(finished: GatedState['finished']): StoryLine[] {
    return this.#merges(finished);
  }

  /** Reported once, by whichever node comes first after the call. */
  #answered({ answered }: Pick<PrSnapshot, 'answered'>): StoryLine[] {
    const before = this.#before;
    this.#before = null;
    if (!before || !answered) return [];
    return [...this.#corrections(answered.answer), ...answerLines(before, answered.call, answered.answer)];
  }

  /** Once for each commit of main: the steps after it are measured under the same one. */
  #corrections({ output }: NonNullable<PrSnapshot['answered']>['answer']): StoryLine[] {
    const correction = correctionIn(output);
    if (correction === null || correction === this.#corrected) return [];
    this.#corrected = correction;
    return [{ tone: 'plain', text: correction }];
  }

  #moves(state: GatedState): StoryLine[] {
    const lines = this.#merges(state.finished);
    const title = state.pr?.prTitle ?? '';
    if (title !== '' && title !== this.#title)
      lines.push({ tone: 'heading', text: `${title}${state.branch ? `  (${state.branch})` : ''}` });
    if (title !== '') this.#title = title;
    if (state.halted)
      lines.push({ tone: 'person', text: `needs a person: ${firstLine(state.halted.why).replace(/:$/, '')}` });
    return lines;
  }

  #merges(finished: GatedState['finished']): StoryLine[] {
    const fresh = finished.slice(this.#merged);
    this.#merged = finished.length;
    return fresh.map(({ title, merge }) => ({ tone: 'good', text: `merged ${title} as ${merge.slice(0, 12)}` }));
  }
}

function answerLines(
  before: GatedState,
  call: Call,
  { status, reasons }: NonNullable<PrSnapshot['answered']>['answer'],
): StoryLine[] {
  const what = whatOf(before, call);
  const [first, ...more] = reasons;
  // Its reasons were reported when they were found.
  if (first?.code === 'NOTHING_CHANGED') return [{ tone: 'plain', text: `${what} handed in again, unchanged` }];
  // The line that says what the person is asked follows.
  if (first?.code === 'WORD_NEEDED') return [];
  if (status === 'FAILURE' && first) {
    const others = more.length > 0 ? ` (and ${more.length} more)` : '';
    return [{ tone: 'bad', text: `${what} refused: ${first.code}: ${firstLine(first.message)}${others}` }];
  }
  if (status === 'NEEDS_ANALYSIS') return [{ tone: 'plain', text: `${what} fails; is it for the right reason?` }];
  return call.tool === 'get_task' ? [] : [{ tone: 'good', text: what }];
}

/** The step a call was for, in words. */
export function whatOf(state: GatedState, call: Call): string {
  if (call.tool === 'request_scope_reduction') return 'less scope';
  if (call.tool === 'escalate_for_external_help') return 'help was asked for';
  if (state.status === 'INITIALIZING' || state.status === 'REPLANNING')
    return state.status === 'INITIALIZING' ? 'draft' : 'smaller plan';
  const at = openStep(state.pr);
  const step = at && state.pr?.tasks[at.task]?.tdd_steps[at.step];
  return step ? `${step.type}  ${firstLine(step.description)}` : state.status.toLowerCase();
}
