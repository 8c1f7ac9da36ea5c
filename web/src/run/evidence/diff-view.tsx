import { useMemo } from 'react';
import { cx } from '../../ui/cx.ts';
import { Scroll } from '../../ui/scroll.tsx';

const MOST_LINES = 2_000;

/** A unified diff, line by line. */
export function DiffView({ text }: { text: string }) {
  const lines = useMemo(() => text.split('\n'), [text]);
  return (
    <Scroll label="Diff" className="max-h-96 overflow-auto rounded-md border border-line bg-sunken">
      <pre className="min-w-max font-mono text-2xs leading-[17px]">
        {lines.slice(0, MOST_LINES).map((line, index) => (
          <span key={index} className={cx('block px-2.5', lookOf(line))}>
            {line === '' ? ' ' : line}
          </span>
        ))}
        {lines.length > MOST_LINES && (
          <span className="block px-2.5 text-faint">… {lines.length - MOST_LINES} more lines</span>
        )}
      </pre>
    </Scroll>
  );
}

function lookOf(line: string): string {
  if (/^(diff |index |\+\+\+ |--- )/.test(line)) return 'bg-hover font-semibold text-soft';
  if (line.startsWith('@@')) return 'text-accent';
  if (line.startsWith('+')) return 'bg-good-soft text-good';
  if (line.startsWith('-')) return 'bg-bad-soft text-bad';
  return 'text-soft';
}
