import { clockTime } from '../../lib/format.ts';
import type { FeedLine } from '../run-feed.ts';

export const SaidLinesPanel = ({ lines }: { lines: readonly FeedLine[] }) => (
  <ol className="max-h-60 space-y-0.5 overflow-y-auto font-mono text-xs">
    {lines.map(({ at, line }, index) => (
      <li key={index} className="flex gap-2">
        <span className="shrink-0 text-faint tabular">{clockTime(at)}</span>
        <span className="min-w-0 break-words">{line}</span>
      </li>
    ))}
  </ol>
);
