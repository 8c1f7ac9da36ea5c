import type { ErrorInfo } from '#contracts/errors.ts';
import { checklist } from '#workflows/gated-pr/criteria.ts';
import { findingLine } from '#workflows/gated-pr/findings.ts';
import { legalCalls } from '#workflows/gated-pr/legal-calls.ts';
import type { GatedState } from '#workflows/gated-pr/state.ts';
import { activePrView } from '#workflows/gated-pr/views.ts';
import { guideCommand } from '../cli/halted-question.ts';
import type { Paint } from '../cli/screen.ts';
import type { RunPrSnapshot } from './pr-snapshot.ts';

const MARKS = { DONE: ['green', '✓'], IN_PROGRESS: ['cyan', '→'], ERROR: ['red', '✗'], TODO: ['dim', '·'] } as const;

/** The state of a PR, for people. */
export function stateLines(
  paint: Paint,
  run: string,
  { state, busy, stuck }: Pick<RunPrSnapshot, 'state' | 'busy' | 'stuck'>,
): string[] {
  const pr = activePrView(state);
  const markOf = (status: keyof typeof MARKS) => paint(MARKS[status][0], MARKS[status][1]);
  const { counter, lastError, halted, branch, mode } = state;
  return [
    `${paint('bold', state.status)}  ${paint('dim', `run ${run}, ${mode}`)}`,
    ...(pr ? [`PR      ${pr.prTitle}`] : state.item ? [`PR      ${state.item.title} (to be drafted)`] : []),
    ...(branch === null ? [] : [`branch  ${branch}`]),
    ...(pr?.tasks ?? []).flatMap((task) => [
      `  ${markOf(task.status)} ${task.taskName}`,
      ...task.tdd_steps.map((step) => `      ${markOf(step.status)} ${step.type}: ${step.description}`),
    ]),
    ...criteriaLines(state),
    ...(counter > 0 ? [`failures in a row: ${counter}`] : []),
    ...(lastError?.reasons ?? []).map(({ code, message }) => `  ${paint('red', code)}: ${message}`),
    ...(state.review?.waived ?? []).map(({ finding, by }) => `waived by ${by}: ${findingLine(finding)}`),
    ...(halted ? [paint('yellow', 'a person is needed:'), halted.why] : []),
    ...(stuck ? stuckLines(paint, stuck.error) : []),
    ...(busy === null || stuck ? [] : [`being measured: assay check-work ${busy}`]),
    paint('dim', halted ? `next: ${guideCommand(run, halted.kind)}` : `legal calls: ${legalCalls(state).join(', ')}`),
  ];
}

const stuckLines = (paint: Paint, { code, message, next }: ErrorInfo): string[] => [
  `${paint('red', code)}: ${message}`,
  ...(next === undefined ? [] : [`  ${next}`]),
  '  then: `assay task` tries it once more',
];

const criteriaLines = (state: GatedState): string[] =>
  (state.pr ? checklist(state) : []).map(({ number, text, proof }) => {
    if (proof.type === 'tests') return `criterion ${number}: ${text}: red for it: ${proof.tests.join('; ')}`;
    return `criterion ${number}: ${text}: ${proof.type === 'word' ? `no test, by the word of ${proof.by}` : 'open'}`;
  });
