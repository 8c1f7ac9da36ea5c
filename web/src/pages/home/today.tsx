import type { ReactNode } from 'react';
import type { HomeView } from '#contracts/http/home-routes.ts';
import { compact, cost } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import { slotWords } from './slot-words.ts';

interface TodayProps {
  readonly today: HomeView['today'];
  /** Null while it is unknown. */
  readonly running: number | null;
  readonly needs: number;
  readonly slots: HomeView['slots'];
}

/** The day in four numbers. */
export const Today = ({ today, running, needs, slots }: TodayProps) => (
  <dl className="card mb-7 grid grid-cols-4 divide-x divide-line max-[900px]:grid-cols-2 max-[900px]:divide-x-0">
    <Fact label="Waits for you" value={String(needs)} tone={needs > 0 ? 'text-ask' : ''} />
    <Fact
      label="Running"
      value={running === null ? '–' : String(running)}
      tone={running ? 'text-run' : ''}
      note={slotWords(slots)}
    />
    <Fact label="Runs today" value={String(today.runs)} />
    <Fact
      label="Cost today"
      value={cost(today)}
      note={
        <>
          {compact(today.tokens)} tokens
          {today.simulated.tokens > 0 && `, and ${compact(today.simulated.tokens)} simulated`}
        </>
      }
    />
  </dl>
);

const Fact = ({ label, value, note, tone }: { label: string; value: string; note?: ReactNode; tone?: string }) => (
  <div className="px-4 py-3">
    <dt className="text-xs text-faint">{label}</dt>
    <dd className={cx('mt-0.5 text-xl font-semibold tabular', tone)}>{value}</dd>
    {note && <dd className="text-xs text-faint">{note}</dd>}
  </div>
);
