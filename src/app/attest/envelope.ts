import { Envelope, PAYLOAD_TYPE, Statement } from '#contracts/attestation.ts';
import { parseJson } from '#contracts/json.ts';

/**
 * The signed bytes (DSSE's pre-authentication encoding): the type and the content, so that neither can be changed
 * alone.
 */
export function signedBytes(payload: Uint8Array): Uint8Array {
  const head = `DSSEv1 ${Buffer.byteLength(PAYLOAD_TYPE)} ${PAYLOAD_TYPE} ${payload.byteLength} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

export const envelopePayload = (statement: Statement): Uint8Array => Buffer.from(JSON.stringify(statement));

export const sealed = (payload: Uint8Array, signatures: Envelope['signatures']): Envelope => ({
  payloadType: PAYLOAD_TYPE,
  payload: Buffer.from(payload).toString('base64'),
  signatures,
});

export type OpenedEnvelope =
  | { readonly ok: true; readonly statement: Statement; readonly payload: Uint8Array; readonly envelope: Envelope }
  | { readonly ok: false; readonly why: string };

/** Anyone may have written a note. */
export function openEnvelope(text: string): OpenedEnvelope {
  const envelope = Envelope.safeParse(parseJson(text));
  if (!envelope.success) return { ok: false, why: 'it is not a DSSE envelope of an in-toto statement' };
  const payload = Buffer.from(envelope.data.payload, 'base64');
  const statement = Statement.safeParse(parseJson(payload.toString('utf8')));
  if (statement.success) return { ok: true, statement: statement.data, payload, envelope: envelope.data };
  const [issue] = statement.error.issues;
  return { ok: false, why: `${issue?.path.join('.') || 'the statement'}: ${issue?.message ?? 'does not fit'}` };
}
