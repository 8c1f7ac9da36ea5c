import { own } from '#host/own.ts';
import { isStepUnchanged, type StepChanges, stepChangesOf } from './changes.ts';
import { missingOutputs } from './fingerprint.ts';
import { markOf } from './leftovers.ts';
import type { Checkpoint } from './read-run.ts';
import type { Known } from './record.ts';
import { overtaken, staleness } from './staleness.ts';
import type { JobStep } from './steps.ts';

export interface PlannedSteps {
  readonly id: string;
  /** `keep`: its result counts. `run`: it runs. `check`: its check decides. `ask`: a person decides. */
  readonly next: 'keep' | 'run' | 'check' | 'ask';
  readonly why: string;
}

/** What running a job now would do. */
export interface Plan {
  /**
   * `start`: there is no run of it. `resume`: its run continues. `continue`: a new run takes over what still counts.
   * `nothing`: all of it is done.
   */
  readonly mode: 'start' | 'resume' | 'continue' | 'nothing';
  /** Compared with the steps of the last run; null without one. */
  readonly changes: StepChanges | null;
  readonly steps: readonly PlannedSteps[];
}

/** Reads files, runs nothing. */
export async function makePlan(steps: readonly JobStep[], folder: string, found: Checkpoint | null): Promise<Plan> {
  const known = found ? knownOf(found) : {};
  const planned = await Promise.all(steps.map((step) => planStep(step, folder, own(known, step.id) ?? null)));
  const all = rerunAfter(steps, planned, known);
  const changes = found ? stepChangesOf(found.job.steps, steps) : null;
  return { mode: modeOf(found, changes, all), changes, steps: all };
}

/** A step without inputs that follows one that runs again runs again too. */
function rerunAfter(
  steps: readonly JobStep[],
  planned: readonly PlannedSteps[],
  known: Readonly<Record<string, Known>>,
): readonly PlannedSteps[] {
  const result = (id: string) => {
    const each = own(known, id);
    return each?.was === 'done' ? each.result : null;
  };
  const now = new Map(planned.map((each) => [each.id, each]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const step of steps) {
      const mine = result(step.id);
      if (now.get(step.id)?.next !== 'keep' || mine === null || step.inputs.length > 0) continue;
      const runs = step.after.find((id) => now.get(id)?.next === 'run');
      const why =
        runs === undefined
          ? overtaken(
              mine,
              step,
              step.after.flatMap((id) => result(id) ?? []),
            )
          : `${runs} runs again`;
      if (why === null) continue;
      now.set(step.id, { id: step.id, next: unlessSafe(step), why });
      changed = true;
    }
  }
  return planned.map(({ id }) => now.get(id) ?? { id, next: 'run', why: '' });
}

async function planStep(step: JobStep, folder: string, known: Known | null): Promise<PlannedSteps> {
  const { id } = step;
  if (known?.was === 'done') {
    const stale = await staleness(known.result, step, folder);
    if (stale === null) return { id, next: 'keep', why: `done in run ${known.result.run}` };
    return { id, next: unlessSafe(step), why: stale };
  }
  if (known?.was === 'in_flight')
    return { id, next: unlessSafe(step), why: 'it was running when the job was interrupted' };
  const next = step.check === null ? 'run' : 'check';
  if (known) return { id, next, why: `it did not succeed before (${known.words})` };
  const unexplained = step.outputs.length > 0 && missingOutputs(step.outputs, folder).length === 0;
  return { id, next, why: unexplained ? 'it has not run yet, though its outputs exist' : 'it has not run yet' };
}

const unlessSafe = ({ check, idempotent }: JobStep): PlannedSteps['next'] =>
  check !== null ? 'check' : idempotent ? 'run' : 'ask';

function modeOf(found: Checkpoint | null, changes: StepChanges | null, planned: readonly PlannedSteps[]): Plan['mode'] {
  if (!found || !changes) return 'start';
  const kept = new Set(planned.filter(({ next }) => next === 'keep').map(({ id }) => id));
  if (!found.isOpen) return kept.size === planned.length ? 'nothing' : 'continue';
  // A task that has ended cannot run again in the same run.
  const outdated = found.steps.some(({ id, result }) => result !== null && !kept.has(id));
  return isStepUnchanged(changes) && !outdated ? 'resume' : 'continue';
}

/** A run's knowledge of its steps, for the run that takes over. */
export function knownOf({ header, job, steps }: Checkpoint): Record<string, Known> {
  const known: Record<string, Known> = {};
  for (const { id, result, last, open, question } of steps) {
    const earlier = own(job.known, id);
    const about = question?.about ?? open;
    if (result?.outcome.status === 'done') known[id] = { was: 'done', result };
    else if (about !== null && about > 0) {
      known[id] = { was: 'in_flight', mark: markOf(header.run, id, about), run: header.run };
    } else if (last && about === null) known[id] = { was: 'failed', words: last.words };
    else if (earlier) known[id] = earlier;
  }
  return known;
}
