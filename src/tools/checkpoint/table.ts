import { oneLine } from '#contracts/text.ts';
import { changesText, type StepChanges } from './changes.ts';
import { showDuration } from './duration.ts';
import type { Plan } from './plan.ts';
import type { Checkpoint } from './read-run.ts';
import type { StepState, StepView } from './view.ts';

/** Pure: a job's run as lines for a person. */
export function checkpointLines({ header, status, job, steps }: Checkpoint): string[] {
  const done = steps.filter(({ state }) => state === 'done').length;
  return [
    `${job.name}: run ${header.run} ${status}, ${done} of ${steps.length} steps done`,
    ...grid(['step', 'state', 'tries', 'exit', 'time', 'note'], steps.map(stepCells)),
    ...steps.flatMap(failureLines),
  ];
}

/** What changed in the file, and which results still count. */
export function changeLine(changes: StepChanges, steps: Plan['steps']): string {
  const kept = steps.filter(({ next }) => next === 'keep').map(({ id }) => id);
  const still = kept.length === 0 ? 'no result counts' : `still counting: ${kept.join(', ')}`;
  return `the steps changed since the last run: ${changesText(changes)}; ${still}`;
}

export const MODES: Readonly<Record<Plan['mode'], string>> = {
  start: 'it would begin',
  resume: 'it would continue where it was',
  continue: 'a new run would take over what still counts',
  nothing: 'all of it is done',
};

interface Cells extends Pick<StepView, 'id' | 'tries' | 'exitCode' | 'signal' | 'ms' | 'note'> {
  readonly state: StepState | null;
}

export const stepCells = ({ id, state, tries, exitCode, signal, ms, note }: Cells): string[] => [
  id,
  state?.replace('_', ' ') ?? '',
  tries === 0 ? '' : String(tries),
  exitCode === null ? (signal ?? '') : String(exitCode),
  ms === null ? '' : showDuration(ms),
  oneLine(note),
];

function failureLines({ id, state, tail }: StepView): string[] {
  if (state !== 'failed' || tail === '') return [];
  const last = tail.split('\n').slice(-10);
  // Without control characters: a program's output must not control a terminal.
  return ['', `${id} said last:`, ...last.map((line) => `  ${oneLine(line)}`)];
}

/** Columns as wide as they need to be; an empty one is left out. */
export function grid(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [titles, ...rows];
  const columns = titles.map((_, at) => at).filter((at) => rows.some((row) => row[at] !== ''));
  const widths = titles.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) => columns.map((at) => (row[at] ?? '').padEnd(widths[at] ?? 0)).join('  ');
  return all.map((row) => line(row).trimEnd());
}
