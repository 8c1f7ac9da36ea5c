import { memo, useEffect, useRef } from 'react';
import type { Moment, Tone } from '#contracts/run-timeline.ts';
import { momentInWords } from '#contracts/stories/step-name.ts';
import { clockTime } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import { PayloadView } from '../../ui/payload-view.tsx';
import { Scroll } from '../../ui/scroll.tsx';
import type { RunSnapshot } from '../run-snapshot.ts';

const MOST = 120;

/** The activity in words, beside its picture. */
export function ActivityPanel({ runSnapshot, choose }: { runSnapshot: RunSnapshot; choose(act: string): void }) {
  const { view, at, graph } = runSnapshot;
  // The end of an activity replaces its beginning; only the newest beginning is shown.
  const newest = view.timeline.at(-1);
  const told = view.timeline.filter((moment) => moment.tone !== 'quiet' || moment === newest);
  const moments = told.slice(-MOST);
  const end = useRef<HTMLDivElement>(null);
  const last = moments.at(-1)?.seq;
  // The latest is at the end; a new one is the reason to scroll there.
  useEffect(() => {
    void end.current?.scrollIntoView({ block: 'nearest' });
  }, [last]);
  const nodeOf = (act: string) => view.nodes.find((node) => node.act === act);
  return (
    <aside
      aria-label="Activity"
      className="flex w-[340px] shrink-0 flex-col border-l border-line bg-raised max-[1150px]:hidden"
    >
      <h2 className="border-b border-line px-4 py-2.5 text-xs font-semibold uppercase tracking-wide text-faint">
        What happened
      </h2>
      <Scroll label="What happened" className="min-h-0 flex-1 overflow-y-auto py-2">
        {told.length > MOST && (
          <p className="px-4 pb-2 text-xs text-faint">{told.length - MOST} earlier moments are in the log.</p>
        )}
        <ol>
          {moments.map((moment) => (
            <li key={moment.seq}>
              <MomentLine moment={moment} text={momentInWords(moment, nodeOf, graph.chapters)} choose={choose} />
            </li>
          ))}
        </ol>
        <div ref={end} />
      </Scroll>
      {view.output && at === null && (
        <div className="max-h-[40%] overflow-y-auto border-t border-line p-3">
          <details>
            <summary className="min-h-6 text-xs font-semibold uppercase tracking-wide text-faint">
              Result as data
            </summary>
            <PayloadView payload={view.output} />
          </details>
        </div>
      )}
    </aside>
  );
}

const DOTS: Readonly<Record<Tone, string>> = {
  plain: 'bg-soft',
  good: 'bg-good',
  bad: 'bg-bad',
  warn: 'bg-warn',
  quiet: 'bg-line-strong',
};

interface MomentProps {
  readonly moment: Moment;
  readonly text: string;
  choose(act: string): void;
}

const MomentLine = memo(function MomentLine({ moment: { at, act, tone }, text, choose }: MomentProps) {
  const body = (
    <>
      <span aria-hidden="true" className={cx('mt-[7px] size-1.5 shrink-0 rounded-full', DOTS[tone])} />
      <span className={cx('min-w-0 flex-1 break-words', tone === 'quiet' && 'text-soft', tone === 'bad' && 'text-bad')}>
        {text}
      </span>
      <span className="shrink-0 text-2xs leading-[19px] text-faint tabular">{clockTime(at)}</span>
    </>
  );
  const look = 'flex w-full items-start gap-2.5 px-4 py-[3px] text-left text-xs leading-[19px]';
  return act === null ? (
    <div className={look}>{body}</div>
  ) : (
    <button type="button" onClick={() => choose(act)} className={cx(look, 'hover:bg-hover')}>
      {body}
    </button>
  );
});
