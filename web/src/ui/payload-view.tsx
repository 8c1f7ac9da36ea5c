import type { Json } from '#contracts/json.ts';
import type { Payload } from '#contracts/payload.ts';
import { usePayload } from '../run/source.tsx';
import { JsonView } from './json-view.tsx';

export function PayloadView({ payload }: { payload: Payload | null }) {
  const loaded = usePayload(payload);
  if (loaded.state === 'loading') return <p className="text-xs text-faint">Reading …</p>;
  if (loaded.state === 'failed') return <p className="text-xs text-bad">{loaded.why}</p>;
  return <ValueView value={loaded.value} />;
}

/** Words as words, everything else as its parts. */
export const ValueView = ({ value }: { value: Json }) =>
  typeof value === 'string' ? (
    <pre className="max-h-80 overflow-auto whitespace-pre-wrap break-words rounded-md border border-line bg-sunken px-2.5 py-2 font-mono text-xs">
      {value}
    </pre>
  ) : (
    <div className="max-h-96 overflow-auto rounded-md border border-line bg-sunken px-2.5 py-2">
      <JsonView value={value} />
    </div>
  );
