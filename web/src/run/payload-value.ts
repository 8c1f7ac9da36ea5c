import type { Json } from '#contracts/json.ts';
import type { Payload } from '#contracts/payload.ts';

const NONE: ReadonlyMap<string, Json> = new Map();

/** A payload's value as far as it is in the log; blobs and arrivals are named, not resolved. */
export const inlineOf = (payload: Payload | null): Json => valueIn(payload, NONE);

/** The same, with loaded blobs inserted. */
export function valueIn(payload: Payload | null, read: ReadonlyMap<string, Json>): Json {
  if (!payload) return null;
  if ('inline' in payload) return payload.inline;
  if ('record' in payload) {
    return Object.fromEntries(Object.entries(payload.record).map(([key, member]) => [key, valueIn(member, read)]));
  }
  if ('blob' in payload)
    return read.get(payload.blob) ?? `${payload.bytes} bytes, kept as ${payload.blob.slice(0, 12)}`;
  return `what arrived at ${payload.arrivals.join}`;
}

/** The blobs a payload is made of. */
export function blobsOf(payload: Payload | null): { readonly blob: string; readonly bytes: number }[] {
  if (!payload) return [];
  if ('blob' in payload) return [payload];
  return 'record' in payload ? Object.values(payload.record).flatMap(blobsOf) : [];
}
