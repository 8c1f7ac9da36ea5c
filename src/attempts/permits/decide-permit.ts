import { isDeepStrictEqual } from 'node:util';
import { AssayError } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import { toJson } from '#contracts/json.ts';
import type { PermissionDecision } from '#contracts/permission.ts';
import { type DecidedPermit, PERMIT_SIGNAL } from '#contracts/signals.ts';
import { eventsOf, type Runs } from '#engine/runs.ts';
import type { Sender } from '#engine/steering/send-mail.ts';
import { sendAndWait } from '#engine/steering/steer-run.ts';
import type { Delivered, DriverWait } from '#engine/steering/wait-for-driver.ts';
import { type OpenPermit, OpenPermits } from './open-permits.ts';

export interface PermitDecided extends Delivered {
  /** The answer that the agent received: the first one in the log. Null where there is none yet. */
  readonly first: DecidedPermit | null;
  /** Whether that is this answer. False where it had expired, or another person was faster. */
  readonly isFirst: boolean;
}

/** A person's answer to an agent that waits: the one way for terminal, command line, window and conversation. */
export async function decidePermit(
  sender: Sender & { readonly runs: Runs },
  run: RunId,
  { id, text: asked }: Pick<OpenPermit, 'id' | 'text'>,
  { decision, scope, note }: PermissionDecision,
  wait?: DriverWait,
): Promise<PermitDecided> {
  const text = `${decision === 'allow' ? 'yes' : 'no'}, ${HOLDS[scope]}: ${asked}`;
  const answer: DecidedPermit = { text, request: id, decision, scope, ...(note === undefined ? {} : { note }) };
  const payload = toJson(answer, 'decision');
  const delivered = await sendAndWait(sender, run, { type: 'signal', signal: PERMIT_SIGNAL, act: null, payload }, wait);
  const permits = new OpenPermits();
  for (const event of await eventsOf(sender.runs.store, run)) permits.add(event);
  const first = permits.decisionOn(id) ?? null;
  return { ...delivered, first, isFirst: isDeepStrictEqual(first, answer) };
}

/** For a person whose answer came after another one. */
export const answeredBefore = (run: RunId, { text }: DecidedPermit): AssayError =>
  new AssayError('SIGNAL_UNKNOWN', `it was answered before yours: ${text}`, {
    next: `The agent was told: assay runs show ${run}`,
  });

export const HOLDS = {
  once: 'once',
  attempt: 'for this attempt',
  session: 'for this run',
  project: 'for this project',
} as const;
