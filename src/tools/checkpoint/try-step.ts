import { AssayError } from '#contracts/errors.ts';
import type { Output } from '#host/bounded-output.ts';
import { redactor } from '#host/redact.ts';
import { type ProcessResult, runProcess } from '#host/run-process.ts';
import { showDuration } from './duration.ts';
import { fingerprint, missingOutputs } from './fingerprint.ts';
import { markedEnv, STEP_VARIABLE } from './leftovers.ts';
import { type InputPrint, NOTHING_SAID, type StepOutcome, type StreamOutput } from './record.ts';
import type { CheckpointStepDeps } from './step-deps.ts';
import type { CheckpointCommand, JobStep } from './steps.ts';

export interface TryRequest {
  readonly step: JobStep;
  readonly folder: string;
  readonly mark: string;
  readonly signal: AbortSignal;
  say(line: string): void;
}

/** Kept in memory of each stream; all of it goes to a blob. */
const IN_MEMORY = 16 * 1024;
const TAIL = 2_000;

/** One try: its inputs must exist, its check is run, its command is run, its outputs must exist. */
export async function tryStep(request: TryRequest, world: CheckpointStepDeps): Promise<StepOutcome> {
  const { step, folder } = request;
  const inputs = await fingerprint(step.inputs, folder);
  if (!inputs.ok) return ended(world, 'failed', 'run', inputs.why);
  const checked = step.check === null ? null : await askCheck(step.check, request, world, inputs.prints);
  if (checked) return checked;
  const result = await runCommand(step.run, request, world);
  const words = wordsOf(result, step);
  const missing = missingOutputs(step.outputs, folder);
  const status = result.outcome === 'exited' && result.exitCode === 0 && missing.length === 0 ? 'done' : 'failed';
  const seen =
    words === null
      ? missing.length > 0
        ? `exited with 0 and did not make ${missing.join(', ')}`
        : 'exited with 0'
      : words;
  return { ...ended(world, status, 'run', seen), ...(await measured(result, world, status)), inputs: inputs.prints };
}

/** Done, if the check says so and its outputs exist; null where it is not. A check that cannot run decides neither. */
async function askCheck(
  check: CheckpointCommand,
  request: TryRequest,
  world: CheckpointStepDeps,
  inputs: Readonly<Record<string, InputPrint>>,
): Promise<StepOutcome | null> {
  const result = await runCommand(check, request, world);
  const missing = missingOutputs(request.step.outputs, request.folder);
  if (result.outcome === 'exited' && result.exitCode === 0 && missing.length === 0) {
    const done = ended(world, 'done', 'check', 'its check says it is done');
    return { ...done, ...(await measured(result, world, 'done')), inputs };
  }
  // The shell's messages for "cannot run that".
  const broken = result.outcome !== 'exited' || result.exitCode === 126 || result.exitCode === 127;
  if (!broken) return null;
  const failed = ended(world, 'failed', 'check', `its check could not tell: it ${wordsOf(result, request.step) ?? ''}`);
  return { ...failed, ...(await measured(result, world, 'failed')) };
}

async function runCommand(
  command: CheckpointCommand,
  request: TryRequest,
  world: CheckpointStepDeps,
): Promise<ProcessResult> {
  const [program = '', ...args] = typeof command === 'string' ? ['/bin/sh', '-c', command] : command;
  const { step, folder, mark, signal, say } = request;
  const hide = redactor({}, world.env);
  const work = runProcess({
    program,
    args,
    cwd: folder,
    env: { ...world.env, ...step.env, [STEP_VARIABLE]: markedEnv(world.env, mark) },
    timeoutMs: step.timeoutMs ?? undefined,
    signal,
    maxBytes: IN_MEMORY,
    maxSpillBytes: world.maxOutputBytes,
    blobs: world.blobs,
    clock: world.clock,
    onLine: (_, line) => say(hide.text(line)),
  });
  world.track?.(work);
  const result = await work;
  // Left as "begun and not known to be done": the next run must ask.
  if (result.outcome === 'aborted') throw new AssayError('NODE_ABORTED', `${step.id} was interrupted`);
  if (result.leftovers > 0) say(`${result.leftovers} processes outlived the command and were ended`);
  return result;
}

/** What went wrong; null for an exit with 0. */
function wordsOf(result: ProcessResult, { timeoutMs }: JobStep): string | null {
  switch (result.outcome) {
    case 'exited':
      return result.exitCode === 0 ? null : `exited with ${result.exitCode}`;
    case 'signalled':
      return `was ended by ${result.signal}`;
    case 'timed-out':
      return `was not done after ${showDuration(timeoutMs ?? 0)} and was ended`;
    case 'too-much-output':
      return 'said more than may be kept and was ended';
    case 'unstartable':
      return `could not be started: ${result.error.message}`;
    case 'aborted':
      return 'was interrupted';
  }
}

async function measured(result: ProcessResult, world: CheckpointStepDeps, status: StepOutcome['status']) {
  const { exitCode, signal, durationMs, stdout, stderr } = result;
  const tail =
    status === 'failed' ? redactor({}, world.env).text(lastOf(stderr.text.trim() || stdout.text.trim())) : '';
  return {
    exitCode,
    signal,
    ms: Math.round(durationMs),
    stdout: await kept(stdout, world),
    stderr: await kept(stderr, world),
    tail,
  };
}

async function kept({ bytes, blob, text }: Output, { blobs }: CheckpointStepDeps): Promise<StreamOutput> {
  if (bytes === 0) return NOTHING_SAID;
  return { bytes, blob: blob ?? (await blobs.put(text)) };
}

const lastOf = (text: string): string => (text.length <= TAIL ? text : `…${text.slice(-TAIL)}`);

/** An outcome without a process behind it. */
export function ended(
  { clock }: Pick<CheckpointStepDeps, 'clock'>,
  status: StepOutcome['status'],
  by: StepOutcome['by'],
  words: string,
): StepOutcome {
  return {
    status,
    by,
    words,
    exitCode: null,
    signal: null,
    ms: 0,
    endedAt: clock.now(),
    stdout: NOTHING_SAID,
    stderr: NOTHING_SAID,
    tail: '',
    inputs: {},
  };
}
