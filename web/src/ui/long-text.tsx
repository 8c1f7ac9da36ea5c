import { useState } from 'react';
import { useAction } from '../api/use-action.ts';
import { bytes } from '../lib/format.ts';
import { Button } from './button.tsx';
import { ErrorNotice } from './notice.tsx';

/** A browser lays out this much text at once without a noticeable delay. */
const PAGE = 100_000;

interface LongTextProps {
  readonly text: string;
  /** Bytes that are not loaded yet, and the way to fetch some of them. */
  readonly rest?: number;
  fetchMore?(): Promise<void>;
}

/** Text of any length: a page of it, and the next one on request. */
export function LongText({ text, rest = 0, fetchMore }: LongTextProps) {
  const [shown, setShown] = useState(PAGE);
  const left = Math.max(0, text.length - shown);
  const more = useAction(async () => {
    if (left === 0) await fetchMore?.();
    setShown(shown + PAGE);
  });
  return (
    <>
      <pre className="max-h-80 overflow-auto whitespace-pre-wrap break-words rounded-md border border-line bg-sunken px-2.5 py-2 font-mono text-xs">
        {left === 0 ? text : text.slice(0, shown)}
      </pre>
      {(left > 0 || (rest > 0 && fetchMore)) && (
        <div className="mt-1">
          <Button busy={more.busy} onClick={() => void more.run()}>
            Show more ({bytes(left + rest)} left)
          </Button>
        </div>
      )}
      <ErrorNotice error={more.error} />
    </>
  );
}
