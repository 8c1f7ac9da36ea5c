import { useContext, useState } from 'react';
import type { Json } from '#contracts/json.ts';
import type { Payload } from '#contracts/payload.ts';
import { type BlobText, jsonOr, SourceContext, useBlob, usePayload } from '../run/source.tsx';
import { JsonView } from './json-view.tsx';
import { LongText } from './long-text.tsx';

export function PayloadView({ payload }: { payload: Payload | null }) {
  return payload && 'blob' in payload ? <BlobView hash={payload.blob} /> : <LoadedView payload={payload} />;
}

function LoadedView({ payload }: { payload: Payload | null }) {
  const loaded = usePayload(payload);
  if (loaded.state === 'loading') return <p className="text-xs text-faint">Reading …</p>;
  if (loaded.state === 'failed') return <p className="text-xs text-bad">{loaded.why}</p>;
  return <ValueView value={loaded.value} />;
}

function BlobView({ hash }: { hash: string }) {
  const blob = useBlob(hash);
  if (blob.state === 'loading') return <p className="text-xs text-faint">Reading …</p>;
  if (blob.state === 'failed') return <p className="text-xs text-bad">{blob.why}</p>;
  return blob.value.cut ? <CutText hash={hash} first={blob.value} /> : <ValueView value={jsonOr(blob.value.text)} />;
}

/** A text too large for one answer: its first part, and the next ones on request. A truncated text is not JSON. */
export function CutText({ hash, first }: { hash: string; first: BlobText }) {
  const source = useContext(SourceContext);
  const [loaded, setLoaded] = useState(first);
  const fetchMore = async (): Promise<void> => {
    const part = await source.more?.(hash, loaded.read);
    if (part) setLoaded({ ...part, text: loaded.text + part.text });
  };
  return (
    <>
      <LongText text={loaded.text} {...(source.more ? { rest: loaded.total - loaded.read, fetchMore } : {})} />
      {loaded.cut && !source.more && (
        <p className="mt-1 text-2xs text-warn">Shortened: there is more than is shown here.</p>
      )}
    </>
  );
}

/** Text as text, everything else as its parts. */
export const ValueView = ({ value }: { value: Json }) =>
  typeof value === 'string' ? (
    <LongText text={value} />
  ) : (
    <div className="max-h-96 overflow-auto rounded-md border border-line bg-sunken px-2.5 py-2">
      <JsonView value={value} />
    </div>
  );
