import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ShownRun } from '#contracts/http/run-shown.ts';
import { compact, cost, duration } from '../lib/format.ts';
import { Link, runPath } from '../lib/router.tsx';
import { RunStatus, Simulated } from './status.tsx';
import { Ago, Elapsed } from './time.tsx';

/** A run in a list: what it is, how it stands, what it took. */
export const RunRow = ({ run }: { run: ShownRun }) => (
  <Link
    to={runPath(run.run)}
    className="grid grid-cols-[minmax(0,1fr)_128px_92px_74px_92px] items-center gap-3 px-3.5 py-2 hover:bg-hover max-[900px]:grid-cols-[minmax(0,1fr)_128px_80px]"
  >
    <span className="min-w-0">
      <span className="flex items-center gap-2">
        <span className="truncate font-medium">{run.title}</span>
        {run.simulated && <Simulated />}
      </span>
      <span className="block truncate text-xs text-faint">
        {run.graph.name} · {run.run}
        {run.forkedFrom && ` · forked from ${run.forkedFrom.run}`}
        {run.error && <span className="text-bad"> · {run.error.message}</span>}
      </span>
    </span>
    <RunStatus shown={run.shown} />
    <span className="text-right text-xs text-soft tabular max-[900px]:hidden">
      {run.shown === 'running' ? <Elapsed since={run.createdAt} /> : duration(run.updatedAt - run.createdAt)}
    </span>
    <span className="text-right text-xs text-soft tabular max-[900px]:hidden" title={`${compact(run.tokens)} tokens`}>
      {run.usd > 0 || run.unpriced > 0 ? cost(run) : run.tokens > 0 ? `${compact(run.tokens)} tok` : '–'}
    </span>
    <span className="text-right text-xs text-faint">
      <Ago at={run.updatedAt} />
    </span>
  </Link>
);

/** Fewer than this are drawn as they are. */
const MANY = 100;
const ROW = 53;

export const RunList = ({ runs }: { runs: readonly ShownRun[] }) =>
  runs.length > MANY ? <LongRunList runs={runs} /> : <ShortRunList runs={runs} />;

/** Only what is in sight is drawn; the page itself scrolls. */
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

const ShortRunList = ({ runs }: { runs: readonly ShownRun[] }) => (
  <ul className="card divide-y divide-line overflow-hidden">
    {runs.map((run) => (
      <li key={run.run}>
        <RunRow run={run} />
      </li>
    ))}
  </ul>
);
