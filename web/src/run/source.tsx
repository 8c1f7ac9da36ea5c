import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { TranscriptPage } from '#contracts/http/transcript-routes.ts';
import type { Json } from '#contracts/json.ts';
import type { Payload } from '#contracts/payload.ts';
import { inlineOf } from './payload-value.ts';

export interface BlobText {
  readonly text: string;
  readonly total: number;
  /** Up to which byte it is loaded. */
  readonly read: number;
  readonly cut: boolean;
}

/** Where the large parts of a run are read: from the server, or from the exported file itself. */
export interface RunSource {
  blob(hash: string): Promise<BlobText>;
  /** The part of it that begins at a byte; absent where there is no more than the first. */
  more?(hash: string, from: number): Promise<BlobText>;
  /** What an agent did in an attempt; absent where that is not stored. */
  transcript?(run: string, act: string, attempt: number, from: number, signal: AbortSignal): Promise<TranscriptPage>;
}

export const SourceContext = createContext<RunSource>({
  blob: () => Promise.reject(new Error('There is nowhere to read this from.')),
});

export const RunSourceProvider = ({ source, children }: { source: RunSource; children: ReactNode }) => (
  <SourceContext value={source}>{children}</SourceContext>
);

export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'there'; readonly value: T }
  | { readonly state: 'failed'; readonly why: string };

export function useBlob(hash: string | null): Loaded<BlobText> {
  const source = useContext(SourceContext);
  const [loaded, setLoaded] = useState<Loaded<BlobText>>({ state: 'loading' });
  useEffect(() => {
    if (hash === null) return;
    let here = true;
    setLoaded({ state: 'loading' });
    source.blob(hash).then(
      (value) => here && setLoaded({ state: 'there', value }),
      (thrown: unknown) =>
        here && setLoaded({ state: 'failed', why: thrown instanceof Error ? thrown.message : String(thrown) }),
    );
    return () => {
      here = false;
    };
  }, [hash, source]);
  return loaded;
}

/** A payload's value; a payload that is a blob is loaded. */
export function usePayload(payload: Payload | null): Loaded<Json> {
  const hash = payload && 'blob' in payload ? payload.blob : null;
  const blob = useBlob(hash);
  if (hash === null) return { state: 'there', value: inlineOf(payload) };
  if (blob.state !== 'there') return blob;
  return { state: 'there', value: jsonOr(blob.value.text) };
}

export function jsonOr(text: string): Json {
  try {
    // Whatever JSON.parse returns is Json.
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
