import type { BlobStore } from '#contracts/blobs.ts';
import { type Json, toJson } from '#contracts/json.ts';
import { INLINE_LIMIT_BYTES, type Payload } from '#contracts/payload.ts';
import { arrivalKey, type RunState } from './step/state.ts';

/** A value as a payload of the log. Synchronous unless it is large: most are small, and a run has thousands. */
export function intoLog(value: Json, blobs: BlobStore): Payload | Promise<Payload> {
  const text = JSON.stringify(value);
  // Characters, not bytes: accurate enough to decide, and much cheaper to count.
  if (text.length <= INLINE_LIMIT_BYTES) return { inline: value };
  return blobs.put(text).then((blob) => ({ blob, bytes: Buffer.byteLength(text) }));
}

/** The value of a payload. */
export function fromLog(payload: Payload, state: RunState, blobs: BlobStore): Json | Promise<Json> {
  if ('inline' in payload) return payload.inline;
  if ('blob' in payload)
    return blobs.get(payload.blob).then((bytes) => toJson(JSON.parse(Buffer.from(bytes).toString('utf8')), 'blob'));
  if ('record' in payload) return ofRecord(payload.record, state, blobs);
  return arrivals(payload.arrivals, state, blobs);
}

async function ofRecord(record: Readonly<Record<string, Payload>>, state: RunState, blobs: BlobStore): Promise<Json> {
  const entries = Object.entries(record).map(
    async ([key, value]) => [key, await fromLog(value, state, blobs)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/** A slot join receives an object by slot, a collecting join a list in order of arrival. */
async function arrivals(
  { scope, join }: { scope: Parameters<typeof arrivalKey>[0]; join: string },
  state: RunState,
  blobs: BlobStore,
): Promise<Json> {
  const arrived = state.arrivals.get(arrivalKey(scope, join))?.toArray() ?? [];
  const values = await Promise.all(arrived.map((arrival) => fromLog(arrival.payload, state, blobs)));
  if (arrived.every((arrival) => arrival.slot === null)) return values;
  return Object.fromEntries(arrived.map((arrival, index) => [arrival.slot ?? '', values[index] ?? null]));
}
