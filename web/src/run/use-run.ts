import { useDeferredValue, useEffect, useMemo } from 'react';
import type { ApiError } from '#contracts/http/call-route.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import type { RunDetail } from '#contracts/http/run-routes.ts';
import type { ShownRun } from '#contracts/http/run-shown.ts';
import { runView } from '#contracts/run-view.ts';
import { useInTouch } from '../api/connection.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useVisible } from '../api/visibility.ts';
import { useStore } from '../lib/store.ts';
import { drawingFor } from './drawing.ts';
import { withPurposes } from './gated/purposes.ts';
import { RunFeed } from './run-feed.ts';
import type { RunSnapshot } from './run-snapshot.ts';

export interface RunLoading {
  readonly runSnapshot: RunSnapshot | null;
  /** Data that only the server knows: needs, limits. */
  readonly detail: RunDetail | null;
  readonly error: ApiError | null;
  reload(): void;
}

export function useRun(wanted: string, at: number | null): RunLoading {
  const feed = useMemo(() => new RunFeed(wanted), [wanted]);
  const snapshot = useStore(feed.snapshot);
  const visible = useVisible();
  useEffect(() => (visible ? feed.follow() : undefined), [feed, visible]);

  const { data: detail, error, reload } = useAnswer(ROUTES.run, { params: { run: wanted } });
  const mark = snapshot.run && markOf(snapshot.run);
  const known = detail && markOf(detail.run);
  const isKnown = known !== null;
  // Only when the stream reports a change: an answer that is ahead of the stream is no reason to ask again.
  useEffect(() => {
    if (isKnown && mark !== null && mark !== known) reload();
  }, [mark, isKnown, reload]);
  const { signals } = snapshot;
  // A working agent may have asked, or was answered.
  useEffect(() => {
    if (isKnown && signals > 0) reload();
  }, [signals, isKnown, reload]);
  const past = useDeferredValue(at);
  const inTouch = useInTouch();
  const { events, count, said } = snapshot;
  const run = snapshot.run ?? detail?.run ?? null;
  const head = Math.max(run?.head ?? 0, count);
  const complete = count >= (run?.head ?? 1);

  const seen = useMemo(() => events.slice(0, past ?? count), [events, count, past]);
  const pastView = useMemo(() => (past === null || seen.length === 0 ? null : runView(seen)), [past, seen]);
  const plain = pastView ?? (complete || !detail ? snapshot.view : detail.view);
  const workflow = run?.graph.name ?? '';
  const view = useMemo(() => plain && withPurposes(plain, seen, workflow), [plain, seen, workflow]);
  const drawn = detail?.graph ?? null;
  const graph = useMemo(() => (drawn && view ? drawingFor(drawn, view.nodes) : null), [drawn, view]);
  const runSnapshot = useMemo<RunSnapshot | null>(() => {
    if (!run || !graph || !view) return null;
    // A past moment was in progress then.
    const driven = past !== null || (run.driver !== null && inTouch);
    return { run, graph, view, events: seen, head, at: past, complete, said, driven };
  }, [run, graph, view, seen, head, past, complete, said, inTouch]);
  return { runSnapshot, detail, error, reload };
}

/** When this changes, the server's data is requested again. */
const markOf = ({ shown, status, nodes, driver }: ShownRun): string =>
  `${shown} ${status} ${nodes.asking} ${driver === null}`;
