import { z } from 'zod';
import type { BlobStore } from '#contracts/blobs.ts';
import type { Clock } from '#contracts/clock.ts';
import { AssayError } from '#contracts/errors.ts';
import type { ActivationId, WorkerId } from '#contracts/ids.ts';
import type { Payload } from '#contracts/payload.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { type ListedRun, type ShownStatus, shownStatus } from '#contracts/run-header.ts';
import { type RunView, runView } from '#contracts/run-view.ts';
import type { RunStore } from '#contracts/store.ts';
import { fromLog } from '#engine/payloads.ts';
import { EMPTY } from '#engine/step/state.ts';
import { type Try, tryNumber } from './history.ts';
import { CheckpointedJob, StepOutcome, StepResult } from './record.ts';
import { StepQuestionShape } from './step-context.ts';
import { type StepFacts, type StepView, stepViews } from './view.ts';

/** The dependencies for reading a job's runs. */
export interface CheckpointStore {
  readonly store: RunStore;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly isGone?: (worker: WorkerId) => boolean;
}

/** A job as of one of its runs. */
export interface Checkpoint {
  readonly header: ListedRun;
  /** `failed` also while the run is open and only waits for a retry of its failed steps. */
  readonly status: ShownStatus;
  /** Not ended: it can be continued. */
  readonly isOpen: boolean;
  readonly isDriven: boolean;
  readonly job: CheckpointedJob;
  readonly steps: readonly StepView[];
}

export async function readCheckpoint(shelf: CheckpointStore, header: ListedRun): Promise<Checkpoint> {
  const events: RunEvent[] = [];
  for await (const event of shelf.store.read(header.run)) events.push(event);
  const [created] = events;
  if (created?.type !== 'run.created') {
    throw new AssayError('EVENT_INVALID', `the log of run ${header.run} does not begin with its creation`);
  }
  const fetch = (payload: Payload) => fromLog(payload, EMPTY, shelf.blobs);
  const job = readAs(CheckpointedJob, await fetch(created.data.input), `the input of run ${header.run}`);
  const isDriven = drives(shelf, header);
  const view = runView(events);
  return {
    header,
    status: parkedStatus(view) ?? shownStatus(isDriven ? header : { ...header, lease: null }, shelf.clock.now()),
    isOpen: header.status === 'running' || header.status === 'paused',
    isDriven,
    job,
    steps: stepViews(header.run, job, view, await factsOf(events, fetch), isDriven),
  };
}

/** Nothing in it can continue by itself. Steps that wait for others do not count: they wait for the same. */
function parkedStatus({ status, questions, nodes }: RunView): ShownStatus | null {
  const moving = nodes.some(({ state }) => state === 'ready' || state === 'running' || state === 'backing-off');
  if (status !== 'running' || questions.length === 0 || moving) return null;
  const failedOnly = questions.every(({ error }) => error?.code === 'STEP_FAILED');
  return failedOnly ? 'failed' : 'waiting';
}

const drives = ({ clock, isGone }: CheckpointStore, { lease }: ListedRun): boolean =>
  lease !== null && lease.expiresAt > clock.now() && !isGone?.(lease.worker);

type Fetch = (payload: Payload) => unknown;

/** What the log has about each step in addition to a run's usual view: its tries, its result, its question. */
async function factsOf(events: readonly RunEvent[], fetch: Fetch): Promise<Map<string, StepFacts>> {
  const ids = new Map<ActivationId, string>();
  const facts = new Map<string, { tries: Try[]; result: StepResult | null; question: StepFacts['question'] }>();
  const of = (act: ActivationId) => facts.get(ids.get(act) ?? '');
  for (const { type, data } of events) {
    if (type === 'node.scheduled' && data.name !== undefined) {
      ids.set(data.act, data.name);
      facts.set(data.name, { tries: [], result: null, question: null });
    } else if (type === 'effect.intended') {
      const n = tryNumber(data.key);
      if (n !== null) of(data.act)?.tries.push({ n, outcome: null });
    } else if (type === 'effect.done') {
      const tries = of(data.act)?.tries;
      const at = tries?.findIndex(({ n }) => n === tryNumber(data.key)) ?? -1;
      const before = tries?.[at];
      if (tries && before)
        tries[at] = { n: before.n, outcome: readAs(StepOutcome, await fetch(data.result), data.key) };
    } else if (type === 'node.completed' && data.result && of(data.act)) {
      const step = of(data.act);
      if (step) step.result = readAs(StepResult, await fetch(data.result), data.act);
    } else if (type === 'node.asked') {
      const step = of(data.act);
      if (step) step.question = readAs(StepQuestionShape, await fetch(data.question), data.act);
    }
  }
  return facts;
}

function readAs<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AssayError('EVENT_INVALID', `${what} does not fit: ${z.prettifyError(parsed.error)}`);
}
