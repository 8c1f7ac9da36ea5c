import type { Json } from '#contracts/json.ts';
import type { Payload } from '#contracts/payload.ts';

/** What a payload holds as far as the log itself says it; blobs and arrivals are named, not followed. */
export function inlineOf(payload: Payload | null): Json {
  if (!payload) return null;
  if ('inline' in payload) return payload.inline;
  if ('record' in payload) {
    return Object.fromEntries(Object.entries(payload.record).map(([key, member]) => [key, inlineOf(member)]));
  }
  if ('blob' in payload) return `${payload.bytes} bytes, kept as ${payload.blob.slice(0, 12)}`;
  return `what arrived at ${payload.arrivals.join}`;
}

/** The blobs a payload is made of. */
export function blobsOf(payload: Payload | null): { readonly blob: string; readonly bytes: number }[] {
  if (!payload) return [];
  if ('blob' in payload) return [payload];
  return 'record' in payload ? Object.values(payload.record).flatMap(blobsOf) : [];
}
