import { useEffect, useRef } from 'react';
import type { RunSnapshot } from '../../run/run-snapshot.ts';
import { announce } from '../../shell/announcer.ts';

/** Announces a change of status, but not every event. */
export function RunAnnouncer({ runSnapshot: { run } }: { runSnapshot: RunSnapshot }) {
  const before = useRef(run.shown);
  useEffect(() => {
    if (before.current !== run.shown) announce(`${run.title} is ${run.shown}.`);
    before.current = run.shown;
  }, [run.shown, run.title]);
  return null;
}
