import { lastServerAnswer, useInTouch } from '../api/connection.ts';
import { ago, duration, fullTime } from '../lib/format.ts';
import { useNow } from '../lib/now.ts';

export const Ago = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()} title={fullTime(at)} className="tabular whitespace-nowrap">
    {ago(at, useNow())}
  </time>
);

/** The time since, while it lasts; it stops while that is unknown. */
export function Elapsed({ since }: { since: number }) {
  const now = useNow();
  const until = useInTouch() ? now : lastServerAnswer();
  return <span className="tabular whitespace-nowrap">{duration(Math.max(0, until - since))}</span>;
}
