import { memo, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { toJson } from '#contracts/json.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { Moment, Tone } from '#contracts/run-timeline.ts';
import { momentInWords } from '#contracts/stories/step-name.ts';
import { clockTime } from '../../lib/format.ts';
import { useRowWindow } from '../../lib/row-window.ts';
import { useStickToEnd } from '../../lib/stick-to-end.ts';
import { cx } from '../../ui/cx.ts';
import { useDense } from '../../ui/dense.ts';
import { Input } from '../../ui/field.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { Scroll } from '../../ui/scroll.tsx';
import type { RunSnapshot, ViewProps } from '../run-snapshot.ts';

const ROW = { roomy: 26, dense: 21 } as const;
/** The height of an opened event: rows of known height need no measuring during scrolling. */
const OPEN = 290;

interface Line {
  readonly event: RunEvent;
  readonly moment: Moment | null;
  /** The event in words; for internal ones its type. */
  readonly text: string;
}

/** Every event, in words. */
export function LogView({ runSnapshot, chosen, choose, travel }: ViewProps & { travel(seq: number | null): void }) {
  const [all, setAll] = useState(false);
  const [text, setText] = useState('');
  const [open, setOpen] = useState<number | null>(null);
  const wanted = useDeferredValue(text);
  const lines = useLines(runSnapshot, all, wanted, chosen);
  const parent = useRef<HTMLElement>(null);
  const openAt = useMemo(
    () => (open === null ? -1 : lines.findIndex(({ event }) => event.seq === open)),
    [lines, open],
  );
  const row = useDense() ? ROW.dense : ROW.roomy;
  const tall = openAt < 0 ? null : { index: openAt, height: OPEN };
  const { first, count, top, height } = useRowWindow(parent, { total: lines.length, row, tall });
  const toggle = useCallback((seq: number) => setOpen((now) => (now === seq ? null : seq)), []);
  useStickToEnd(parent, lines.length, runSnapshot.driven && runSnapshot.at === null);
  return (
    <div className="flex h-full flex-col">
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2">
        <Input
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder="Search the log"
          aria-label="Search the log"
        />
        <label className="flex items-center gap-1.5 text-sm text-soft">
          <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} /> machinery too
        </label>
        {chosen !== null && (
          <button type="button" onClick={() => choose(null)} className="text-xs text-accent hover:underline">
            only {chosen} · show all
          </button>
        )}
        <span className="ml-auto text-xs text-faint tabular">
          {lines.length} of {runSnapshot.head} events{runSnapshot.complete ? '' : ' · reading the log …'}
        </span>
      </div>
      <Scroll label="Event log" ref={parent} className="min-h-0 flex-1 overflow-y-auto py-1" testId="log">
        <ol className="relative" style={{ height, contain: 'strict' }}>
          {lines.slice(first, first + count).map((line, index) => {
            const { seq } = line.event;
            const at = first + index;
            const y = top + index * row + (openAt >= first && openAt < at ? OPEN - row : 0);
            return (
              // A row that leaves on one side returns on the other: scrolling creates and removes no elements.
              <LogLine
                key={at % count}
                line={line}
                y={y}
                row={row}
                open={open === seq}
                toggle={toggle}
                travel={travel}
              />
            );
          })}
        </ol>
      </Scroll>
    </div>
  );
}

const TONES: Readonly<Record<Tone, string>> = {
  plain: 'text-ink',
  good: 'text-good',
  bad: 'text-bad',
  warn: 'text-warn',
  quiet: 'text-soft',
};

interface LogLineProps {
  readonly line: Line;
  readonly y: number;
  readonly row: number;
  readonly open: boolean;
  toggle(seq: number): void;
  travel(seq: number): void;
}

const LogLine = memo(function LogLine({ line: { event, moment, text }, y, row, open, toggle, travel }: LogLineProps) {
  return (
    <li
      className={cx('group absolute inset-x-0 top-0 overflow-hidden px-4', open ? 'bg-sunken' : 'hover:bg-hover')}
      style={{ transform: `translateY(${y}px)`, height: open ? OPEN : row }}
    >
      <div className="flex items-baseline gap-3" style={{ lineHeight: `${row - 6}px` }}>
        <button
          type="button"
          onClick={() => toggle(event.seq)}
          aria-expanded={open}
          className="flex min-w-0 flex-1 items-baseline gap-3 py-[3px] text-left"
        >
          <span className="w-10 shrink-0 text-right text-2xs text-faint tabular">{event.seq}</span>
          <span className="w-[58px] shrink-0 text-2xs text-faint tabular">{clockTime(event.at)}</span>
          <span className={cx('min-w-0 flex-1 truncate', moment ? TONES[moment.tone] : 'text-faint')}>{text}</span>
          <span className="shrink-0 font-mono text-2xs text-faint max-[900px]:hidden">{event.type}</span>
        </button>
        <button
          type="button"
          onClick={() => travel(event.seq)}
          title="Show the run after this event"
          className="shrink-0 text-2xs text-accent opacity-0 hover:underline focus-visible:opacity-100 group-hover:opacity-100 max-[600px]:hidden"
        >
          go there
        </button>
      </div>
      {open && (
        <Scroll label={`Event ${event.seq}`} className="ml-[122px] h-[225px] overflow-auto pt-1 max-[600px]:ml-0">
          {moment && <p className="mb-2 whitespace-pre-wrap break-words text-soft">{text}</p>}
          <JsonView value={toJson(event.data, 'event')} />
        </Scroll>
      )}
    </li>
  );
});

function machinery(event: RunEvent): string {
  const { data } = event;
  if ('act' in data && data.act !== null) return `${event.type} ${data.act}`;
  if ('scope' in data) return `${event.type} ${data.scope}`;
  return event.type;
}

function useLines(
  { events, view: { nodes, timeline }, graph: { chapters } }: RunSnapshot,
  all: boolean,
  text: string,
  chosen: string | null,
): Line[] {
  return useMemo(() => {
    const wanted = text.trim().toLowerCase();
    const lines: Line[] = [];
    const byAct = new Map(nodes.map((node) => [node.act, node]));
    let at = 0;
    for (const event of events) {
      // Both are in the order of the log.
      while ((timeline[at]?.seq ?? Number.POSITIVE_INFINITY) < event.seq) at += 1;
      const found = timeline[at];
      const moment = found?.seq === event.seq ? found : null;
      if (!all && !moment) continue;
      if (chosen !== null && !('act' in event.data && event.data.act === chosen)) continue;
      const said = moment ? momentInWords(moment, (act) => byAct.get(act), chapters) : machinery(event);
      if (wanted !== '' && !`${event.type} ${said} ${moment?.text ?? ''}`.toLowerCase().includes(wanted)) continue;
      lines.push({ event, moment, text: said });
    }
    return lines;
  }, [events, nodes, timeline, chapters, all, text, chosen]);
}
