import { FAILURE_SIGNAL } from '#contracts/mail.ts';
import type { NodeView, RunView } from '#contracts/run-view.ts';
import { started, type Try } from './history.ts';
import type { CheckpointedJob, StepOutcome, StepResult, StreamOutput } from './record.ts';
import { NOTHING_SAID } from './record.ts';
import type { StepQuestion } from './step-context.ts';
import { type JobStep, stepDefinitionOf } from './steps.ts';

export const STEP_STATES = ['done', 'failed', 'running', 'interrupted', 'asks', 'waiting', 'ready', 'not_run'] as const;
export type StepState = (typeof STEP_STATES)[number];

/** One step of a job according to its run's log. */
export interface StepView {
  readonly id: string;
  readonly state: StepState;
  /** Times its command was started in this run. */
  readonly tries: number;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly ms: number | null;
  readonly endedAt: number | null;
  /** Its description in one line. */
  readonly note: string;
  /** The last lines of a failure. */
  readonly tail: string;
  readonly stdout: StreamOutput;
  readonly stderr: StreamOutput;
  readonly result: StepResult | null;
  /** How the last finished try ended. */
  readonly last: StepOutcome | null;
  /** The try whose end was not seen. */
  readonly open: number | null;
  readonly question: StepQuestion | null;
}

/** The content of a run's log about each step, by id; payloads already fetched. */
export interface StepFacts {
  readonly tries: readonly Try[];
  readonly result: StepResult | null;
  readonly question: StepQuestion | null;
}

/** Pure: every step of a job, in the file's order. `driven`: a process works on the run now. */
export function stepViews(
  run: string,
  job: CheckpointedJob,
  view: RunView,
  facts: ReadonlyMap<string, StepFacts>,
  driven: boolean,
): StepView[] {
  const nodes = new Map(view.nodes.map((node) => [node.name, node]));
  return job.steps.map((step) => {
    const { id, after } = step;
    const node = nodes.get(id);
    const { tries, question, ...known } = facts.get(id) ?? NO_FACTS;
    const result = known.result ?? unrecorded(step, run, tries);
    const outcome = result?.outcome ?? tries.findLast((one) => one.outcome !== null)?.outcome ?? null;
    const open = tries.at(-1)?.outcome === null ? (tries.at(-1)?.n ?? null) : null;
    const signal = view.questions.find(({ act }) => act === node?.act)?.signal ?? null;
    const state = stateOf(node, { result, open, lastFailed: outcome?.status === 'failed', signal, driven, after });
    const shown = state === 'done' || state === 'failed' ? outcome : null;
    return {
      id,
      state,
      tries: started(tries),
      exitCode: shown?.exitCode ?? null,
      signal: shown?.signal ?? null,
      ms: shown && shown.by !== 'person' ? shown.ms : null,
      endedAt: shown?.endedAt ?? null,
      note: noteOf(state, node, result, outcome?.words ?? null, question, after),
      tail: state === 'failed' ? (outcome?.tail ?? '') : '',
      stdout: shown?.stdout ?? NOTHING_SAID,
      stderr: shown?.stderr ?? NOTHING_SAID,
      result,
      last: outcome,
      open,
      question: state === 'asks' ? question : null,
    };
  });
}

/** Killed between a step's success and the end of its task: it is done all the same. */
function unrecorded(step: JobStep, run: string, tries: readonly Try[]): StepResult | null {
  const outcome = tries.at(-1)?.outcome;
  if (outcome?.status !== 'done') return null;
  return { id: step.id, definition: stepDefinitionOf(step), run, tries: started(tries), kept: false, outcome };
}

const NO_FACTS: StepFacts = { tries: [], result: null, question: null };

interface Clues {
  readonly result: StepResult | null;
  readonly open: number | null;
  readonly lastFailed: boolean;
  readonly signal: string | null;
  readonly driven: boolean;
  readonly after: readonly string[];
}

function stateOf(node: NodeView | undefined, clues: Clues): StepState {
  const { result, open, lastFailed, signal, driven, after } = clues;
  const idle = result ? 'done' : open === null ? 'ready' : 'interrupted';
  switch (node?.state) {
    case undefined:
      return after.length > 0 ? 'waiting' : 'ready';
    case 'done':
      return result?.outcome.status === 'failed' ? 'failed' : 'done';
    case 'failed':
      return 'failed';
    case 'asking':
      return signal === FAILURE_SIGNAL ? (open === null ? 'failed' : 'interrupted') : 'asks';
    case 'blocked':
      return 'waiting';
    case 'running':
    case 'inside':
      return driven ? 'running' : idle;
    case 'ready':
    case 'backing-off':
      return idle;
    case 'cancelled':
      if (idle !== 'ready') return idle;
      return lastFailed ? 'failed' : 'not_run';
  }
}

function noteOf(
  state: StepState,
  node: NodeView | undefined,
  result: StepResult | null,
  words: string | null,
  question: StepQuestion | null,
  after: readonly string[],
): string {
  switch (state) {
    case 'done':
      if (result?.kept) return `kept from run ${result.run}`;
      return result && result.outcome.by !== 'run' ? result.outcome.words : '';
    case 'failed':
      return words ?? node?.error?.message ?? 'failed';
    case 'interrupted':
      return node?.state === 'asking' && node.error ? node.error.message : 'was running when the job was interrupted';
    case 'asks':
      return question?.text ?? 'a person is asked';
    case 'waiting':
      return `after ${(node?.waitsFor.length ? node.waitsFor : after).join(', ')}`;
    case 'running':
      return words === null ? '' : `again: ${words}`;
    case 'ready':
    case 'not_run':
      return '';
  }
}
