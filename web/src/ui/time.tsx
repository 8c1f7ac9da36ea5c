import { ago, duration, fullTime } from '../lib/format.ts';
import { useNow } from '../lib/now.ts';

export const Ago = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()} title={fullTime(at)} className="tabular whitespace-nowrap">
    {ago(at, useNow())}
  </time>
);

/** How long since, while it goes on. */
export const Elapsed = ({ since }: { since: number }) => (
  <span className="tabular whitespace-nowrap">{duration(Math.max(0, useNow() - since))}</span>
);
