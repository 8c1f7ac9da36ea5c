import { correctionIn } from '#contracts/corrected-note.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { inlineOf } from '../payload-value.ts';
import { finishedIn, type GatedStateView, openStepOf } from './gated-state.ts';
import { answersOf, type CallAnswered, isRefusal, prSnapshotsOf, type Stand } from './pr-snapshots.ts';

interface Moment {
  readonly seq: number;
  readonly at: number;
}

/** The story of a plan. */
export type StoryItem = Moment &
  (
    | { readonly kind: 'pr'; readonly title: string; readonly branch: string | null }
    | { readonly kind: 'step'; readonly tone: 'good' | 'plain'; readonly text: string; readonly why: string }
    | { readonly kind: 'refused'; readonly call: CallAnswered }
    | { readonly kind: 'merged'; readonly title: string; readonly commit: string }
  );

/** Pure: the same events, the same story. */
export function storyOf(events: readonly RunEvent[], stands: readonly Stand[] = prSnapshotsOf(events)): StoryItem[] {
  const answers = new Map(answersOf(stands).map((call) => [call.seq, call]));
  const teller = new Teller();
  const items = stands.flatMap((stand) => teller.tell(stand, answers.get(stand.seq) ?? null));
  const last = events.at(-1);
  if (last?.type !== 'run.ended' || last.data.ending.status !== 'completed') return items;
  return [...items, ...teller.merges(finishedIn(inlineOf(last.data.ending.output)), last)];
}

/** Who else works on a PR, besides its author. */
const OTHERS: Readonly<Record<string, string>> = {
  blind: 'A second author writes tests from the plan alone, without seeing the change',
  review: 'A reviewer with a fresh context reads it',
};

class Teller {
  #title = '';
  #merged = 0;
  /** The correction of the configuration that was told last. */
  #corrected: string | null = null;

  tell(stand: Stand, call: CallAnswered | null): StoryItem[] {
    const moment = { seq: stand.seq, at: stand.at };
    const others = OTHERS[stand.node] ?? null;
    return [
      ...(call ? [...this.#corrections(call, moment), ...answerItems(moment, call)] : []),
      ...this.merges(stand.state.finished, moment),
      ...this.#begins(stand.state, moment),
      ...(others === null ? [] : [step(moment, 'plain', others, '')]),
    ];
  }

  merges(finished: GatedStateView['finished'], { seq, at }: Moment): StoryItem[] {
    const fresh = finished.slice(this.#merged);
    this.#merged = Math.max(this.#merged, finished.length);
    return fresh.map(({ title, commit, merge }) => ({ kind: 'merged', seq, at, title, commit: merge ?? commit }));
  }

  /** Once for each commit of main: the steps after it are measured under the same one. */
  #corrections({ answered: { answer } }: CallAnswered, moment: Moment): StoryItem[] {
    const correction = correctionIn(answer.output);
    if (correction === null || correction === this.#corrected) return [];
    this.#corrected = correction;
    const text = `${correction.charAt(0).toUpperCase()}${correction.slice(1)}`;
    return [step(moment, 'plain', text, 'A person corrected it on main in mid-run.')];
  }

  #begins({ pr, branch }: GatedStateView, moment: Moment): StoryItem[] {
    const title = pr?.prTitle ?? '';
    if (title === '' || title === this.#title) return [];
    this.#title = title;
    return [{ kind: 'pr', ...moment, title, branch }];
  }
}

function answerItems(moment: Moment, call: CallAnswered): StoryItem[] {
  const { answer, call: asked } = call.answered;
  if (asked.tool !== 'submit_work') return [];
  if (answer.status === 'FAILURE') return isRefusal(call) ? [{ kind: 'refused', ...moment, call }] : [];
  const at = call.before && openStepOf(call.before);
  const open = at && call.before?.pr?.tasks[at.task]?.tdd_steps[at.step];
  if (!open) return [];
  const what = `${open.type} ${open.description}`;
  if (answer.status === 'NEEDS_ANALYSIS') {
    return [step(moment, 'plain', `${what}: the new tests fail; is it for the right reason?`, 'Assay ran them.')];
  }
  return [step(moment, 'good', what, PROOFS[open.type] ?? 'proven')];
}

const PROOFS: Readonly<Record<string, string>> = {
  RED: 'proven: the tests fail because the code is missing, and are locked by their hash now',
  GREEN: 'proven: the tests that were red pass on a fresh checkout, and nothing was weakened',
  REFACTOR: 'proven: everything that passed still passes',
};

const step = (moment: Moment, tone: 'good' | 'plain', text: string, why: string): StoryItem => ({
  kind: 'step',
  ...moment,
  tone,
  text,
  why,
});

interface TimesTold {
  readonly item: StoryItem;
  readonly times: number;
}

/** What was refused for the same reason several times in a row is one line; the last of them leads to its step. */
export function repeatsOnce(items: readonly StoryItem[]): TimesTold[] {
  const told: TimesTold[] = [];
  for (const item of items) {
    const before = told.at(-1);
    const isSame = before && item.kind === 'refused' && markOf(before.item) === markOf(item);
    if (isSame) told[told.length - 1] = { item, times: before.times + 1 };
    else told.push({ item, times: 1 });
  }
  return told;
}

const markOf = (item: StoryItem): string | null =>
  item.kind === 'refused' ? (item.call.answered.answer.reasons[0]?.message ?? '') : null;
