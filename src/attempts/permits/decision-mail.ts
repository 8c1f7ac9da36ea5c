import { toJson } from '#contracts/json.ts';
import type { Mail } from '#contracts/mail.ts';
import type { PermissionDecision } from '#contracts/permission.ts';
import { PERMIT_SIGNAL } from '#contracts/signals.ts';
import type { OpenPermit } from './open-permits.ts';

/** A person's answer to an agent that waits, as the run gets it. */
export function decisionMail(
  { id, text: asked }: Pick<OpenPermit, 'id' | 'text'>,
  { decision, scope, note }: PermissionDecision,
): Extract<Mail, { type: 'signal' }> {
  const text = `${decision === 'allow' ? 'yes' : 'no'}, ${HOLDS[scope]}: ${asked}`;
  const payload = { text, request: id, decision, scope, ...(note === undefined ? {} : { note }) };
  return { type: 'signal', signal: PERMIT_SIGNAL, act: null, payload: toJson(payload, 'decision') };
}

export const HOLDS = {
  once: 'once',
  attempt: 'for this attempt',
  session: 'for this run',
  project: 'for this project',
} as const;
