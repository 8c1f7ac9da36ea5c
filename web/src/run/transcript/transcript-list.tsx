import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { useStickToEnd } from '../../lib/stick-to-end.ts';
import { Scroll } from '../../ui/scroll.tsx';
import { EntryView } from './entry-view.tsx';
import type { Entry } from './transcript-fold.ts';
import { rowsOf } from './transcript-rows.ts';

const ROW = 28;

interface TranscriptListProps {
  readonly label: string;
  readonly entries: readonly Entry[];
  readonly live: boolean;
}

/** Only visible entries are drawn. Opened ones stay open, even after they were out of sight. */
export function TranscriptList({ label, entries, live }: TranscriptListProps) {
  const rows = useMemo(() => rowsOf(entries), [entries]);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const parent = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => parent.current,
    estimateSize: () => ROW,
    getItemKey: (index) => keyOf(rows[index]?.entry) ?? index,
    overscan: 8,
  });
  const toggle = (key: string): void =>
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  useStickToEnd(parent, entries, live);
  return (
    <Scroll label={label} ref={parent} className="min-h-0 flex-1 overflow-y-auto" testId="transcript">
      <ol className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          if (!row) return null;
          const name = String(key);
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className="absolute inset-x-0"
              style={{ transform: `translateY(${start}px)`, paddingLeft: row.depth * 18 }}
            >
              <EntryView entry={row.entry} live={live} open={open.has(name)} toggle={() => toggle(name)} />
            </li>
          );
        })}
      </ol>
    </Scroll>
  );
}

const keyOf = (entry: Entry | undefined): string | null => (entry ? `${entry.kind} ${entry.id}` : null);
