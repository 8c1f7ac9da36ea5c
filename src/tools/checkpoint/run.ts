import { EXIT } from '#contracts/errors.ts';
import { own } from '#host/own.ts';
import { isStepUnchanged } from './changes.ts';
import { type JobOutcome, type JobRequest, type Replaced, resumeJob, startJob, tidy } from './drive-job.ts';
import type { CheckpointDeps } from './engine.ts';
import { findCheckpoint, runsOf } from './find-checkpoint.ts';
import { endLeftovers, markOf } from './leftovers.ts';
import { knownOf, makePlan, type Plan } from './plan.ts';
import { type Checkpoint, readCheckpoint } from './read-run.ts';
import { readSteps } from './read-steps.ts';
import type { CheckpointedJob, Known } from './record.ts';
import { changeLine } from './table.ts';

export type { JobOutcome, JobRequest, JobStatus } from './drive-job.ts';

export interface RunStepsOptions extends JobRequest {
  /** The steps file, and the folder for a relative path. */
  readonly file: string;
  readonly cwd: string;
  /** Archives the last run and begins from the first step. */
  readonly fresh?: boolean;
  /** Asked when an earlier run is unfinished; without it the job continues. */
  readonly offer?: (found: Checkpoint, plan: Plan) => Promise<'resume' | 'fresh' | 'leave'>;
}

/** Runs a job of shell steps, or continues it: `assay checkpoint run STEPS.yaml`. */
export async function runSteps(deps: CheckpointDeps, options: RunStepsOptions): Promise<JobOutcome> {
  const source = await readSteps(options.file, options.cwd);
  if (options.fresh) return startFresh(deps, options);
  const found = await findCheckpoint(deps, source.file);
  const plan = await makePlan(source.steps, source.folder, found);
  if (!found) return startJob(deps, { ...options, source, plan }, {}, null);
  await tidy(deps, found);
  const choice = plan.mode === 'nothing' ? 'resume' : ((await options.offer?.(found, plan)) ?? 'resume');
  if (choice === 'fresh') return startFresh(deps, options);
  if (choice === 'leave') return { status: 'left', exitCode: EXIT.done, plan, checkpoint: found };
  sayPlan(plan, found, options);
  switch (plan.mode) {
    case 'nothing':
      return { status: 'done', exitCode: EXIT.done, plan, checkpoint: found };
    case 'continue':
      return startJob(deps, { ...options, source, plan }, knownWith(knownOf(found), options.answers), {
        ...replacing(found),
        why: 'its job continues in another run',
      });
    default:
      return resumeJob(deps, { ...options, source, plan }, found);
  }
}

function sayPlan({ mode, changes, steps }: Plan, { header }: Checkpoint, { note }: JobRequest): void {
  if (changes && !isStepUnchanged(changes)) note?.(changeLine(changes, steps));
  const kept = steps.filter(({ next }) => next === 'keep').length;
  if (mode === 'nothing') return note?.(`all ${kept} steps are done (run ${header.run}); --fresh runs them again`);
  note?.(`${mode === 'resume' ? 'continues' : 'takes over from'} run ${header.run}: ${kept} of ${steps.length} done`);
  for (const { id, next, why } of steps) if (next !== 'keep' && why !== 'it has not run yet') note?.(`${id}: ${why}`);
}

/** The last run is archived at any stage; its log need not even be readable. */
async function startFresh(deps: CheckpointDeps, options: RunStepsOptions): Promise<JobOutcome> {
  const source = await readSteps(options.file, options.cwd);
  const plan = await makePlan(source.steps, source.folder, null);
  const request = { ...options, source, plan };
  const [last] = await runsOf(deps.store, source.file);
  if (!last) return startJob(deps, request, {}, null);
  const old = await readCheckpoint(deps, last).catch(() => null);
  if (old && !old.isDriven) await endAll(old);
  const doubled = source.steps.filter(({ id, idempotent, check }) => !idempotent && check === null && isDone(old, id));
  if (doubled.length > 0) {
    const ids = doubled.map(({ id }) => id).join(', ');
    options.note?.(`done before, not declared idempotent, and run once more now: ${ids}`);
  }
  return startJob(deps, request, {}, { ...replacing({ header: last }), why: 'archived: the job was started fresh' });
}

/** Processes of an interrupted run must not run in parallel with its successor. */
async function endAll({ header, steps }: Checkpoint): Promise<void> {
  for (const { id, open } of steps) if (open !== null) await endLeftovers(markOf(header.run, id, open));
}

const isDone = (old: Checkpoint | null, id: string): boolean =>
  old?.steps.some((step) => step.id === id && step.state === 'done') ?? false;

const replacing = ({ header: { run, status } }: Pick<Checkpoint, 'header'>): Omit<Replaced, 'why'> => ({
  run,
  isOpen: status === 'running' || status === 'paused',
});

/** Answers given in advance go with the steps they are about. */
function knownWith(known: Record<string, Known>, answers: JobRequest['answers'] = {}): CheckpointedJob['known'] {
  for (const [id, answer] of Object.entries(answers)) {
    const one = own(known, id);
    if (one && one.was !== 'failed') known[id] = { ...one, answer };
  }
  return known;
}
