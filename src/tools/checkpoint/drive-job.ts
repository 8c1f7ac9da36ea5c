import { AssayError, ERROR_CODES, EXIT, type ExitCode, isErrorCode } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import type { LeaseToken } from '#contracts/store.ts';
import { resumeRun, startRun } from '#engine/drive/runs.ts';
import type { DriveListener, DriveResult, RunHandle } from '#engine/drive/types.ts';
import { answerQuestions, retryFailures, type StepAnswering } from './answers.ts';
import { archiveRun, holdRun } from './archive.ts';
import { type CheckpointDeps, type CheckpointEngine, checkpointEngine } from './engine.ts';
import { checkpointSession, runsOf } from './find-checkpoint.ts';
import type { Plan } from './plan.ts';
import { type Checkpoint, readCheckpoint } from './read-run.ts';
import type { StepsSource } from './read-steps.ts';
import type { CheckpointedJob } from './record.ts';

export interface JobRequest extends StepAnswering {
  /** Interrupts the job cleanly. */
  readonly signal?: AbortSignal;
  readonly listener?: DriveListener;
  /** A line for a person: what is kept, what runs again and why. */
  readonly note?: (line: string) => void;
}

interface PlannedJob extends JobRequest {
  readonly source: StepsSource;
  readonly plan: Plan;
}

export type JobStatus = 'done' | 'failed' | 'asks' | 'paused' | 'cancelled' | 'stopped' | 'left';

export interface JobOutcome {
  readonly status: JobStatus;
  readonly exitCode: ExitCode;
  /** The plan at the start. */
  readonly plan: Plan;
  /** The current state. */
  readonly checkpoint: Checkpoint;
}

/** The run that another replaces. */
export interface Replaced {
  readonly run: RunId;
  readonly isOpen: boolean;
  readonly why: string;
}

/** A new run. The one it replaces is ended right after, so that a crash in between leaves the newer one to continue. */
export async function startJob(
  deps: CheckpointDeps,
  request: PlannedJob,
  known: CheckpointedJob['known'],
  replaced: Replaced | null,
): Promise<JobOutcome> {
  const { name, file, hash, folder, maxParallel, steps } = request.source;
  const engine = checkpointEngine(deps, maxParallel);
  const replaces = replaced && { run: replaced.run, why: replaced.why };
  const input: CheckpointedJob = { name, file, hash, folder, maxParallel, steps: [...steps], known, replaces };
  const options = { input, title: `${name} (${file})`, session: checkpointSession(file), ...listening(request) };
  const held = replaced?.isOpen ? await holdRun(deps, replaced.run) : null;
  const handle = await orRelease(deps, held, () => startRun(engine.driver, engine.graph, options));
  request.note?.(`run ${handle.run} begins${replaced ? ` in place of ${replaced.run}` : ''}`);
  if (held && replaced) await archive(deps, engine, held, `${replaced.why} (${handle.run})`, request.note);
  return driveJob(deps, engine, request, handle);
}

export async function resumeJob(deps: CheckpointDeps, request: PlannedJob, found: Checkpoint): Promise<JobOutcome> {
  const engine = checkpointEngine(deps, request.source.maxParallel);
  await retryFailures(deps, found);
  const handle = await resumeRun(engine.driver, engine.graphs, found.header.run, listening(request));
  return driveJob(deps, engine, request, handle);
}

/** A crash between the start of a run and the end of the one it replaces leaves both open. */
export async function tidy(deps: CheckpointDeps, { job }: Checkpoint): Promise<void> {
  const { replaces } = job;
  if (!replaces) return;
  const old = (await runsOf(deps.store, job.file)).find(({ run }) => run === replaces.run);
  if (old?.status !== 'running' && old?.status !== 'paused') return;
  await archiveRun(deps, await holdRun(deps, old.run), checkpointEngine(deps, 1).graph.shape, replaces.why);
}

/** Drives until nothing more can be done, or nothing more without a person. */
async function driveJob(
  deps: CheckpointDeps,
  engine: CheckpointEngine,
  request: PlannedJob,
  handle: RunHandle,
): Promise<JobOutcome> {
  const { run } = handle;
  const used = new Set<string>();
  let result = await drive(engine, handle, request.signal);
  while (result.status === 'waiting' && (await answerQuestions(deps, run, result.questions, request, used)) > 0) {
    const again = await resumeRun(engine.driver, engine.graphs, run, listening(request));
    result = await drive(engine, again, request.signal);
  }
  const header = await deps.store.header(run);
  if (!header) throw new AssayError('RUN_UNKNOWN', `run ${run} is no longer in the store`);
  const checkpoint = await readCheckpoint(deps, header);
  return { ...statusOf(result, checkpoint), plan: request.plan, checkpoint };
}

async function drive(engine: CheckpointEngine, handle: RunHandle, signal?: AbortSignal): Promise<DriveResult> {
  const stop = (): void => void handle.stop();
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  // A run's timers do not keep a process alive; this does.
  const awake = setInterval(() => {}, 60_000);
  try {
    return await handle.done;
  } finally {
    await engine.idle();
    clearInterval(awake);
    signal?.removeEventListener('abort', stop);
  }
}

function statusOf(result: DriveResult, { status }: Checkpoint): Pick<JobOutcome, 'status' | 'exitCode'> {
  switch (result.status) {
    case 'completed':
      return { status: 'done', exitCode: EXIT.done };
    case 'failed': {
      const { code } = result.error;
      return { status: 'failed', exitCode: isErrorCode(code) ? ERROR_CODES[code] : EXIT.failed };
    }
    case 'cancelled':
      return { status: 'cancelled', exitCode: EXIT.failed };
    case 'paused':
      return { status: 'paused', exitCode: EXIT.person };
    case 'stopped':
      return { status: 'stopped', exitCode: EXIT.later };
    case 'waiting':
      return status === 'failed'
        ? { status: 'failed', exitCode: EXIT.failed }
        : { status: 'asks', exitCode: EXIT.person };
  }
}

async function orRelease<T>({ store }: CheckpointDeps, held: LeaseToken | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (held) await store.release(held);
    throw thrown;
  }
}

/** The old log may be damaged, which is a good reason to start fresh and no reason to fail. */
async function archive(
  deps: CheckpointDeps,
  { graph }: CheckpointEngine,
  held: LeaseToken,
  why: string,
  note: JobRequest['note'],
): Promise<void> {
  try {
    await archiveRun(deps, held, graph.shape, why);
  } catch {
    note?.(`run ${held.run} could not be marked as archived; it stays listed as it is`);
  }
}

const listening = ({ listener }: JobRequest) => (listener ? { listener } : {});
