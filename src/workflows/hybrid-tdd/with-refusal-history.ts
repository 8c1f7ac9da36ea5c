import type { AgentTask, AttemptRunner } from '#contracts/agent.ts';
import { asSentence, type ErrorInfo } from '#contracts/errors.ts';
import type { RunEvent } from '#contracts/run-events.ts';

const MOST = 6_000;

/**
 * An attempt runner that tells its agents why the previous attempt failed. The reason is in the log, so the process
 * that resumes a run has it too; the refused claim is only in memory, and left out where that is gone.
 */
export function withRefusalHistory(
  attemptRunner: AttemptRunner,
  events: (run: string) => AsyncIterable<RunEvent>,
): AttemptRunner {
  const claims = new Map<string, string>();
  return async function* (task, signal, allowance) {
    const { of } = task;
    const key = of ? `${of.run}/${of.act}` : task.id;
    const told =
      of === undefined || of.attempt < 2
        ? task
        : withReason(task, await endBefore(events(of.run), of.act), claims.get(key));
    for await (const event of attemptRunner(told, signal, allowance)) {
      if (event.type === 'complete' && event.result.type === 'claim')
        claims.set(key, JSON.stringify(event.result.claim, null, 1));
      yield event;
    }
  };
}

/** How the last attempt of an activation ended: refused, failed, or interrupted (null). */
async function endBefore(events: AsyncIterable<RunEvent>, act: string): Promise<ErrorInfo | null> {
  let last: ErrorInfo | null = null;
  for await (const event of events) {
    if (event.type === 'node.failed' && event.data.act === act) last = event.data.error;
    // Refused work still has to be fixed when the attempt that was to fix it is interrupted.
    if (event.type === 'node.interrupted' && event.data.act === act && last?.code !== REFUSED) last = null;
  }
  return last;
}

const REFUSED = 'CLAIM_INVALID';

function withReason(task: AgentTask, error: ErrorInfo | null, claim: string | undefined): AgentTask {
  const text = error?.code === REFUSED ? refusal(error, claim) : cutOff(error);
  return { ...task, prompt: `${task.prompt}\n\n${text}` };
}

const refusal = ({ message }: ErrorInfo, claim: string | undefined): string =>
  [
    `## Your last claim was refused\n${message}`,
    ...(claim === undefined ? [] : [`## What you had claimed\n${claim.slice(0, MOST)}`]),
    '## What is on disk\nYour files are as you left them: only the claim does not fit. Read them, then claim what they contain, in the required form.',
  ].join('\n\n');

const cutOff = (error: ErrorInfo | null): string =>
  `## An attempt before this one was cut off\n${error === null ? 'The process that made it ended.' : `${error.code}: ${asSentence(error.message)}`} What it wrote may still be on the disk, half done: look before you write.`;
