import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ShownRun } from '#contracts/http/run-shown.ts';
import { RunRow, RunRows } from './run-row.tsx';

/** Fewer than this are all drawn. */
const MANY = 100;
const ROW = 53;

/** Any number of runs. Apart from the rows: the first page shows few, and does not load what long lists need. */
export const RunList = ({ runs }: { runs: readonly ShownRun[] }) =>
  runs.length > MANY ? <LongRunList runs={runs} /> : <RunRows runs={runs} />;

/** Only visible rows are drawn; the page itself scrolls. */
function LongRunList({ runs }: { runs: readonly ShownRun[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [above, setAbove] = useState(0);
  const scrolls = (): HTMLElement | null => document.getElementById('main');
  useLayoutEffect(() => {
    const [top, page] = [list.current?.getBoundingClientRect().top ?? 0, scrolls()];
    setAbove(top - (page?.getBoundingClientRect().top ?? 0) + (page?.scrollTop ?? 0));
  }, []);
  const virtualizer = useVirtualizer({
    ...{ count: runs.length, getScrollElement: scrolls, estimateSize: () => ROW, overscan: 10, scrollMargin: above },
    getItemKey: (index) => runs[index]?.run ?? index,
  });
  return (
    <ul ref={list} className="card relative overflow-hidden" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start, key }) => {
        const run = runs[index];
        return (
          run && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={runs.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 border-b border-line"
              style={{ transform: `translateY(${start - above}px)` }}
            >
              <RunRow run={run} />
            </li>
          )
        );
      })}
    </ul>
  );
}
