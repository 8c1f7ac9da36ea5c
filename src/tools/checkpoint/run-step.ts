import { AssayError } from '#contracts/errors.ts';
import { resolveDoubt } from './doubt.ts';
import { historyOf, started, type Try, tryKey } from './history.ts';
import { markOf } from './leftovers.ts';
import type { Known, StepOutcome, StepResult, StepTask } from './record.ts';
import { overtaken, staleness } from './staleness.ts';
import type { CheckpointContext, StepEnd } from './step-context.ts';
import type { CheckpointStepDeps } from './step-deps.ts';
import { stepDefinitionOf } from './steps.ts';
import { tryStep } from './try-step.ts';

/** Runs a step as often as it is allowed to, and no more than necessary. Throws STEP_FAILED when it did not succeed. */
export async function runStep(task: StepTask, ctx: CheckpointContext, world: CheckpointStepDeps): Promise<StepEnd> {
  const history = historyOf(ctx.task.effects);
  const last = history.at(-1)?.outcome;
  if (last?.status === 'done') return finished(task, ctx, history, last);

  const kept =
    history.length === 0 && task.known?.was === 'done' ? await keepOrSay(task.known, task, ctx.before) : null;
  if (kept?.result) {
    ctx.say(`kept from run ${kept.result.run}`);
    return { type: 'finished', result: { ...kept.result, kept: true } };
  }
  const settled = await resolveDoubt({ task, ctx, history, stale: kept?.why ?? null }, world);
  if (settled?.type === 'ask') return settled;
  if (!settled) return tries(task, ctx, world, history);
  const { about, outcome } = settled;
  const now = [...history.filter(({ n }) => n !== about), { n: about, outcome }];
  return outcome.status === 'done' ? finished(task, ctx, now, outcome) : tries(task, ctx, world, now);
}

async function keepOrSay(
  { result }: Extract<Known, { was: 'done' }>,
  { step, folder }: StepTask,
  before: readonly StepResult[],
): Promise<{ result?: StepResult; why: string | null }> {
  const why = (await staleness(result, step, folder)) ?? overtaken(result, step, before);
  return why === null ? { result, why } : { why };
}

/** A first try and as many retries as the step allows; running the job again begins a new round. */
async function tries(
  task: StepTask,
  ctx: CheckpointContext,
  world: CheckpointStepDeps,
  before: readonly Try[],
): Promise<StepEnd> {
  const { step, folder } = task;
  const history = [...before];
  for (let round = 0; ; round += 1) {
    const n = Math.max(0, ...history.map((one) => one.n)) + 1;
    const { signal, say } = ctx;
    const request = { step, folder, mark: markOf(ctx.run, step.id, n), signal, say };
    const outcome = await ctx.effect<StepOutcome>(tryKey(n), {
      find: async () => undefined,
      do: () => tryStep(request, world),
    });
    history.push({ n, outcome });
    if (outcome.status === 'done') return finished(task, ctx, history, outcome);
    say(`${step.id} ${outcome.words}`);
    if (round >= step.retries) return failed(task, ctx, history, outcome);
    await pause(world, Math.min((world.retryDelayMs ?? 1_000) * 2 ** round, 60_000), signal);
  }
}

function failed(task: StepTask, ctx: CheckpointContext, history: readonly Try[], outcome: StepOutcome): StepEnd {
  const { step } = task;
  if (step.continueOnFailure) return finished(task, ctx, history, outcome);
  const times = started(history);
  throw new AssayError('STEP_FAILED', `step ${step.id} ${outcome.words}${times > 1 ? ` (try ${times})` : ''}`, {
    next: 'Correct the cause and run the job again: what is done stays done, this step is tried again.',
  });
}

function finished(
  { step }: StepTask,
  { run }: CheckpointContext,
  history: readonly Try[],
  outcome: StepOutcome,
): Extract<StepEnd, { type: 'finished' }> {
  const definition = stepDefinitionOf(step);
  return { type: 'finished', result: { id: step.id, definition, run, tries: started(history), kept: false, outcome } };
}

function pause({ clock }: CheckpointStepDeps, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(ms, () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    const abort = (): void => {
      stop();
      reject(new AssayError('NODE_ABORTED', 'interrupted between two tries'));
    };
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });
}
