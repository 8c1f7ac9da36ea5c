import { useContext, useEffect, useState } from 'react';
import type { Json } from '#contracts/json.ts';
import type { Payload } from '#contracts/payload.ts';
import { blobsOf } from './payload-value.ts';
import { jsonOr, type RunSource, SourceContext } from './source.tsx';

/** Values that were too large for the log, as far as they were read, by hash. Null where one could not be read. */
export type LargeValues = ReadonlyMap<string, Json>;

export interface LargeLoading {
  readonly values: LargeValues;
  /** Some are still loading. */
  readonly loading: boolean;
  /** How many are not read: too large, or too many. */
  readonly left: number;
}

const LARGEST = 1024 ** 2;
const MOST = 60;
const AT_ONCE = 4;

/** Reads the large parts of some payloads, latest first, up to a limit for the page. */
export function useLargeValues(payloads: readonly Payload[]): LargeLoading {
  const source = useContext(SourceContext);
  const [values, setValues] = useState<LargeValues>(new Map());
  const { wanted, left } = wantedOf(payloads);
  const key = wanted.join(' ');
  // The hashes identify the content.
  useEffect(() => {
    const missing = wanted.filter((hash) => !values.has(hash));
    if (missing.length === 0) return;
    const leave = new AbortController();
    void readAll(source, missing, leave.signal, (hash, value) =>
      setValues((before) => new Map(before).set(hash, value)),
    );
    return () => leave.abort();
  }, [key, source]);
  return { values, loading: wanted.some((hash) => !values.has(hash)), left };
}

export function wantedOf(payloads: readonly Payload[]): { readonly wanted: readonly string[]; readonly left: number } {
  const sizes = new Map(
    payloads.flatMap((payload) => blobsOf(payload).map(({ blob, bytes }) => [blob, bytes] as const)),
  );
  const fitting = [...sizes].filter(([, bytes]) => bytes <= LARGEST).map(([blob]) => blob);
  const wanted = fitting.slice(-MOST).toReversed();
  return { wanted, left: sizes.size - wanted.length };
}

async function readAll(
  source: RunSource,
  hashes: readonly string[],
  signal: AbortSignal,
  read: (hash: string, value: Json) => void,
): Promise<void> {
  const queue = [...hashes];
  const one = async (): Promise<void> => {
    for (let hash = queue.shift(); hash !== undefined && !signal.aborted; hash = queue.shift()) {
      const text = await source.blob(hash).catch(() => null);
      if (!signal.aborted) read(hash, text && !text.cut ? jsonOr(text.text) : null);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}
