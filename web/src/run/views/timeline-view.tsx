import { useMemo, useRef } from 'react';
import type { NodeView } from '#contracts/run-view.ts';
import { stepName } from '#contracts/stories/step-name.ts';
import { duration } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { useRowWindow } from '../../lib/row-window.ts';
import { cx } from '../../ui/cx.ts';
import { useDense } from '../../ui/dense.ts';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { ViewProps } from '../run-snapshot.ts';
import { type Span, type SpanEnd, spansOf } from '../spans.ts';
import { type TimeScale, timeScale } from '../time-scale.ts';

const ROW = { roomy: 30, dense: 24 } as const;

/** Who ran when, in parallel with whom, and for how long. */
export function TimelineView({ runSnapshot, chosen, choose }: ViewProps) {
  const { view, events, driven, at } = runSnapshot;
  const ticking = useNow();
  const now = driven && at === null ? Math.max(view.at, ticking) : view.at;
  const spans = useMemo(() => spansOf(events), [events]);
  const byAct = useMemo(() => Map.groupBy(spans, ({ act }) => act), [spans]);
  const rows = useMemo(() => view.nodes.filter(({ act }) => byAct.has(act)), [view, byAct]);
  const scale = useMemo(() => {
    const busy = spans.filter(({ kind }) => kind === 'work').map(({ from, to }) => ({ from, to: to ?? now }));
    return timeScale(view.startedAt, Math.max(now, view.startedAt + 1), busy);
  }, [spans, view.startedAt, now]);
  const parent = useRef<HTMLDivElement>(null);
  const row = useDense() ? ROW.dense : ROW.roomy;
  const { first, count, top, height } = useRowWindow(parent, { total: rows.length, row, tall: null });
  if (rows.length === 0) return <Empty icon="timeline" title="Nothing has started yet" />;
  return (
    <div ref={parent} className="h-full overflow-y-auto" data-testid="timeline">
      <Axis scale={scale} startedAt={view.startedAt} />
      <div className="relative" style={{ height }}>
        <div className="absolute inset-x-0" style={{ top }}>
          {rows.slice(first, first + count).map((node) => (
            <div key={node.act} style={{ height: row }}>
              <Row
                node={node}
                name={stepName(node, runSnapshot.graph.chapters)}
                spans={byAct.get(node.act) ?? []}
                scale={scale}
                now={now}
                driven={driven}
                chosen={node.act === chosen}
                choose={() => choose(node.act === chosen ? null : node.act)}
              />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

const NAME = 'w-[220px] max-[900px]:w-[140px] shrink-0';

const Axis = ({ scale, startedAt }: { scale: TimeScale; startedAt: number }) => (
  <div className="sticky top-0 z-10 flex border-b border-line bg-surface pr-6 text-2xs text-faint">
    <span className={cx(NAME, 'px-4 py-1.5')}>Step</span>
    <div className="relative h-7 flex-1">
      {scale.ticks.map(({ at, place }, index) => (
        <span
          key={at}
          // In a narrow view only every second one has space.
          className={cx(
            'absolute top-1.5 -translate-x-1/2 whitespace-nowrap tabular',
            index % 2 === 1 && 'max-[900px]:hidden',
          )}
          style={{ left: `${place * 100}%` }}
        >
          {at === startedAt ? '0' : duration(at - startedAt)}
        </span>
      ))}
      {scale.gaps.map(({ at, from, to }) => (
        <span
          key={from}
          title={`No activity for ${duration(to - from)}`}
          className="absolute top-0.5 z-10 -translate-x-1/2 whitespace-nowrap rounded bg-warn-soft px-1 text-warn"
          style={{ left: `${at * 100}%` }}
        >
          ⋯ {duration(to - from)}
        </span>
      ))}
    </div>
  </div>
);

interface RowProps {
  readonly node: NodeView;
  readonly name: string;
  readonly spans: readonly Span[];
  readonly scale: TimeScale;
  readonly now: number;
  readonly driven: boolean;
  readonly chosen: boolean;
  choose(): void;
}

const Row = ({ node, name, spans, scale, now, driven, chosen, choose }: RowProps) => (
  <button
    type="button"
    onClick={choose}
    aria-pressed={chosen}
    className={cx(
      'flex h-full w-full items-center border-b border-line/60 pr-6 text-left',
      chosen ? 'bg-accent-soft' : 'hover:bg-hover',
    )}
  >
    <span className={cx(NAME, 'flex items-center gap-1.5 truncate px-4')}>
      <Icon name={node.kind} size={13} className="text-faint" />
      <span className="truncate text-xs font-medium">{name}</span>
    </span>
    <span className="relative h-full flex-1">
      {scale.gaps.map(({ from, to }) => (
        <span
          key={from}
          className="absolute inset-y-0 bg-warn-soft/50"
          style={{ left: `${scale.place(from) * 100}%`, width: `${(scale.place(to) - scale.place(from)) * 100}%` }}
        />
      ))}
      {spans.map((span, index) => (
        <Bar key={`${span.from} ${index}`} span={span} node={node} scale={scale} now={now} driven={driven} />
      ))}
    </span>
  </button>
);

const COLOUR: Readonly<Record<SpanEnd, string>> = {
  completed: 'bg-good',
  asked: 'bg-good',
  failed: 'bg-bad',
  interrupted: 'bg-warn',
  cancelled: 'bg-faint',
};

interface BarProps extends Pick<RowProps, 'node' | 'scale' | 'now' | 'driven'> {
  readonly span: Span;
}

function Bar({ span, node, scale, now, driven }: BarProps) {
  const { from, to, kind, end, attempt } = span;
  const going = to === null && driven;
  const until = to ?? now;
  const left = scale.place(from);
  const width = Math.max(scale.place(until) - left, 0.002);
  const colour =
    kind === 'ask' ? 'bg-ask/25 border border-ask' : end ? COLOUR[end] : going ? 'bg-run stripes' : 'bg-warn';
  const agentDone = kind === 'work' && end === 'completed' && node.byAgent;
  const said = kind === 'ask' ? 'waited for a person' : (end ?? (going ? 'running' : 'interrupted'));
  const label = `attempt ${attempt}: ${said}, ${duration(until - from)}`;
  return (
    <span
      title={label}
      className={cx(
        'absolute top-1/2 flex h-[15px] -translate-y-1/2 items-center overflow-hidden rounded-[3px]',
        colour,
        agentDone && 'opacity-75',
      )}
      style={{ left: `${left * 100}%`, width: `${width * 100}%`, minWidth: 3 }}
    >
      <span className="sr-only">{label}</span>
      {width > 0.07 && kind === 'work' && (
        <span className="whitespace-nowrap px-1.5 text-[10px] font-medium text-on-accent tabular">
          {duration(until - from)}
        </span>
      )}
    </span>
  );
}
