import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { toJson } from '#contracts/json.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { Moment, Tone } from '#contracts/run-timeline.ts';
import { clockTime } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import { Input } from '../../ui/field.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { Scroll } from '../../ui/scroll.tsx';
import type { ViewProps } from '../looked.ts';

const ROW = 26;
/** Of an event that is opened: rows of known height need not be measured while one scrolls. */
const OPEN = 290;

interface Line {
  readonly event: RunEvent;
  readonly moment: Moment | null;
}

/** Every event, and what it says in words. */
export function LogView({ looked, chosen, choose, travel }: ViewProps & { travel(seq: number | null): void }) {
  const [all, setAll] = useState(false);
  const [text, setText] = useState('');
  const [open, setOpen] = useState<number | null>(null);
  const lines = useLines(looked.events, looked.view.timeline, all, text, chosen);
  const parent = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => parent.current,
    estimateSize: (index) => (lines[index]?.event.seq === open ? OPEN : ROW),
    getItemKey: (index) => lines[index]?.event.seq ?? index,
    overscan: 10,
  });
  // Another row is the tall one now.
  useEffect(() => virtualizer.measure(), [open, virtualizer]);
  useStickToEnd(parent, lines.length, looked.driven);
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
          {lines.length} of {looked.head} events{looked.complete ? '' : ' · reading the log …'}
        </span>
      </div>
      <Scroll label="Event log" ref={parent} className="min-h-0 flex-1 overflow-y-auto py-1" testId="log">
        <ol className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start, size, key }) => {
            const line = lines[index];
            if (!line) return null;
            const { seq } = line.event;
            return (
              <li
                key={key}
                className="absolute inset-x-0"
                style={{ transform: `translateY(${start}px)`, height: size }}
              >
                <LogLine
                  line={line}
                  open={open === seq}
                  toggle={() => setOpen(open === seq ? null : seq)}
                  travel={() => travel(seq)}
                />
              </li>
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
  readonly open: boolean;
  toggle(): void;
  travel(): void;
}

const LogLine = ({ line: { event, moment }, open, toggle, travel }: LogLineProps) => (
  <div className={cx('group h-full px-4', open ? 'bg-sunken' : 'hover:bg-hover')}>
    <div className="flex items-baseline gap-3">
      <button
        type="button"
        onClick={toggle}
        aria-expanded={open}
        className="flex min-w-0 flex-1 items-baseline gap-3 py-[3px] text-left"
      >
        <span className="w-10 shrink-0 text-right text-2xs text-faint tabular">{event.seq}</span>
        <span className="w-[58px] shrink-0 text-2xs text-faint tabular">{clockTime(event.at)}</span>
        <span className={cx('min-w-0 flex-1 truncate', moment ? TONES[moment.tone] : 'text-faint')}>
          {moment?.text ?? machinery(event)}
        </span>
        <span className="shrink-0 font-mono text-2xs text-faint max-[900px]:hidden">{event.type}</span>
      </button>
      <button
        type="button"
        onClick={travel}
        title="Look at the run as it stood after this event"
        className="shrink-0 text-2xs text-accent opacity-0 hover:underline focus-visible:opacity-100 group-hover:opacity-100"
      >
        go there
      </button>
    </div>
    {open && (
      <Scroll label={`Event ${event.seq}`} className="ml-[122px] h-[225px] overflow-auto pt-1">
        {moment && <p className="mb-2 whitespace-pre-wrap break-words text-soft">{moment.text}</p>}
        <JsonView value={toJson(event.data, 'event')} />
      </Scroll>
    )}
  </div>
);

function machinery(event: RunEvent): string {
  const { data } = event;
  if ('act' in data && data.act !== null) return `${event.type} ${data.act}`;
  if ('scope' in data) return `${event.type} ${data.scope}`;
  return event.type;
}

function useLines(
  events: readonly RunEvent[],
  timeline: readonly Moment[],
  all: boolean,
  text: string,
  chosen: string | null,
): Line[] {
  return useMemo(() => {
    const moments = new Map(timeline.map((moment) => [moment.seq, moment]));
    const wanted = text.trim().toLowerCase();
    return events
      .map((event): Line => ({ event, moment: moments.get(event.seq) ?? null }))
      .filter(({ event, moment }) => {
        if (!all && !moment) return false;
        if (chosen !== null && !('act' in event.data && event.data.act === chosen)) return false;
        return wanted === '' || `${event.type} ${moment?.text ?? ''}`.toLowerCase().includes(wanted);
      });
  }, [events, timeline, all, text, chosen]);
}

const NEAR = 60;

/** Follows a run that goes on, as long as its reader is at the end. */
function useStickToEnd(parent: RefObject<HTMLElement | null>, count: number, live: boolean): void {
  const atEnd = useRef(true);
  useEffect(() => {
    const element = parent.current;
    if (!element) return;
    const look = (): void => {
      atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [parent]);
  // More lines are the reason to look again.
  useEffect(() => {
    const element = parent.current;
    if (element && live && atEnd.current) element.scrollTop = element.scrollHeight;
  }, [count, live, parent]);
}
