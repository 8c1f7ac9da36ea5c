import type { RunEvent } from '#contracts/run-events.ts';
import type { RunView } from '#contracts/run-view.ts';
import { oneLine } from '#contracts/text.ts';
import { GATED_PR } from '#contracts/workflow-names.ts';
import { inlineOf } from '../payload-value.ts';
import { type GatedStateView, openStepOf, readSnapshot } from './gated-state.ts';

/**
 * A gated PR goes through the same few nodes again and again: what each time is for tells them apart, in the words of the
 * draft (`Gate: GREEN parse durations`). A state too large for the log is not read for it: its number has to do.
 */
export function withPurposes(view: RunView, events: readonly RunEvent[], workflow: string): RunView {
  if (workflow !== GATED_PR) return view;
  const purposes = purposesOf(events);
  return {
    ...view,
    nodes: view.nodes.map((node) => {
      const purpose = purposes.get(node.act);
      return purpose === undefined ? node : { ...node, purpose };
    }),
  };
}

/** A log grows, and its events do not change. */
const known = new WeakMap<RunEvent, string | null>();

function purposesOf(events: readonly RunEvent[]): ReadonlyMap<string, string> {
  const times = new Map<string, number>();
  const purposes = new Map<string, string>();
  for (const event of events) {
    if (event.type !== 'node.scheduled') continue;
    if (!known.has(event)) known.set(event, purposeOf(event.data.input));
    const purpose = known.get(event) ?? null;
    if (purpose === null) continue;
    const key = `${event.data.node} ${purpose}`;
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    purposes.set(event.data.act, time === 1 ? purpose : `${purpose} (${time})`);
  }
  return purposes;
}

function purposeOf(input: Parameters<typeof inlineOf>[0]): string | null {
  const state = readSnapshot(inlineOf(input))?.state;
  return state ? wordsOf(state) : null;
}

function wordsOf(state: GatedStateView): string | null {
  if (state.status === 'INITIALIZING') return 'draft';
  if (state.status === 'REPLANNING') return 'smaller plan';
  const at = openStepOf(state);
  const step = at && state.pr?.tasks[at.task]?.tdd_steps[at.step];
  if (step) return oneLine(`${step.type} ${step.description}`);
  return state.pr?.prTitle ? oneLine(state.pr.prTitle) : null;
}
