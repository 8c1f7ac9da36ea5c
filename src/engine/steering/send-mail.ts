import type { MailId, RunId } from '#contracts/ids.ts';
import { FAILURE_SIGNAL, type Mail } from '#contracts/mail.ts';
import { stateOf } from '../drive/runs.ts';
import type { RunHandle } from '../drive/types.ts';
import type { Runs } from '../runs.ts';

/** Who sends a letter. */
export interface Sender {
  readonly runs: Pick<Runs, 'store' | 'clock'>;
  /** The name for the log. */
  readonly by: string;
  /** The run's driver, if it is in this process. */
  handle?(run: RunId): Pick<RunHandle, 'checkMail'> | null;
}

/**
 * Sends a letter to the process that drives the run, now or next, and does not wait for it. To wait, and to apply it
 * where no process drives the run: `steerRun`. Nothing else in Assay posts mail.
 */
export async function sendMail({ runs, by, handle }: Sender, run: RunId, mail: Mail): Promise<MailId> {
  const letter = await runs.store.postMail(run, mail, by, runs.clock.now());
  handle?.(run)?.checkMail();
  return letter;
}

/** Retries every failed step that waits for a person. A letter that is already posted is not sent twice. */
export async function retryFailed(sender: Sender, run: RunId): Promise<void> {
  const { store } = sender.runs;
  const posted = (await store.mail(run)).map(({ mail }) => mail);
  for (const { act, status } of (await stateOf({ store }, run)).acts.values()) {
    if (status.is !== 'asking' || status.signal !== FAILURE_SIGNAL) continue;
    if (posted.some((mail) => mail.type === 'signal' && mail.act === act)) continue;
    await sendMail(sender, run, { type: 'signal', signal: FAILURE_SIGNAL, act, payload: { choice: 'retry' } });
  }
}
