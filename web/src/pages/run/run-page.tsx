import { useCallback, useEffect } from 'react';
import { labelOf } from '#contracts/run-view.ts';
import { Link, setQuery, usePlace } from '../../lib/router.tsx';
import { NeedForm } from '../../needs/need-form.tsx';
import { NeedQuestion } from '../../needs/need-question.tsx';
import { ActivityPanel } from '../../run/panel/activity-panel.tsx';
import { NodePanel } from '../../run/panel/node-panel.tsx';
import type { RunSnapshot } from '../../run/run-snapshot.ts';
import { RunTabs, tabsOf, ViewOf } from '../../run/run-tabs.tsx';
import { serverSource } from '../../run/server-source.ts';
import { RunSourceProvider } from '../../run/source.tsx';
import { TimeBar } from '../../run/time-bar.tsx';
import { useRun } from '../../run/use-run.ts';
import { prepareGraph } from '../../run/views/graph-view.tsx';
import { useHotkeys } from '../../shell/hotkeys.ts';
import { useTitle } from '../../shell/title.ts';
import { Empty } from '../../ui/empty.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { RunAnnouncer } from './run-announcer.tsx';
import { RunHead } from './run-head.tsx';

/** One run: live, or at an earlier moment. */
export default function RunPage({ run: wanted }: { run: string }) {
  const { query } = usePlace();
  const at = seqOf(query.get('at'));
  const { runSnapshot, detail, error, reload } = useRun(wanted, at);
  useTitle(runSnapshot?.run.title ?? 'Run');
  useEffect(prepareGraph, []);
  if (!runSnapshot || !detail) {
    if (!error || error.status === 0) return null;
    return (
      <Empty whole icon="search" title={error.message.charAt(0).toUpperCase() + error.message.slice(1)}>
        <Link to="/runs" className="text-accent hover:underline">
          See all runs
        </Link>
      </Empty>
    );
  }
  // For a stopped run there is a button above already.
  const asks = detail.needs.filter(({ kind }) => kind !== 'interrupted' && kind !== 'paused');
  return (
    <RunSourceProvider source={serverSource}>
      <div className="flex h-full flex-col short:h-auto" data-past={runSnapshot.at === null ? undefined : ''}>
        <RunHead runSnapshot={runSnapshot} detail={detail} reload={reload} />
        {runSnapshot.at === null && asks.length > 0 && (
          <section
            aria-label="This run needs you"
            className="max-h-[45%] shrink-0 space-y-3 overflow-y-auto border-b border-ask/40 bg-ask-soft/50 px-6 py-3"
          >
            {asks.map((need, index) => (
              <article key={need.id} className="max-w-[760px] space-y-3" data-need={need.kind}>
                <NeedQuestion need={need} />
                <NeedForm need={need} keys={index === 0} done={reload} />
              </article>
            ))}
          </section>
        )}
        <RunBody runSnapshot={runSnapshot} />
        <RunAnnouncer runSnapshot={runSnapshot} />
      </div>
    </RunSourceProvider>
  );
}

function RunBody({ runSnapshot }: { runSnapshot: RunSnapshot }) {
  const { query } = usePlace();
  const tabs = tabsOf(runSnapshot);
  const view = tabs.find(({ id }) => id === query.get('view'))?.id ?? tabs[0]?.id ?? 'graph';
  const chosen = query.get('node');
  const node = runSnapshot.view.nodes.find(({ act }) => act === chosen) ?? null;
  const choose = useCallback((act: string | null) => setQuery({ node: act }), []);
  const travel = useCallback((seq: number | null) => setQuery({ at: seq === null ? null : String(seq) }), []);
  const step = (by: number): void => {
    const to = (runSnapshot.at ?? runSnapshot.head) + by;
    travel(to >= runSnapshot.head ? null : Math.max(1, to));
  };
  useHotkeys({
    ...Object.fromEntries(tabs.map(({ id }, index) => [String(index + 1), () => setQuery({ view: id })])),
    '[': () => step(-1),
    ']': () => step(1),
    l: () => travel(null),
    Escape: () => choose(null),
  });
  return (
    <>
      <RunTabs tabs={tabs} chosen={view} choose={(id) => setQuery({ view: id })} />
      <div className="relative flex min-h-0 flex-1 short:h-[calc(100vh-72px)] short:min-h-[220px] short:flex-none">
        <div id="run-view" role="tabpanel" aria-label={view} className="min-w-0 flex-1">
          <ErrorBoundary key={view}>
            <ViewOf id={view} runSnapshot={runSnapshot} chosen={chosen} choose={choose} travel={travel} />
          </ErrorBoundary>
        </div>
        {node && (
          <NodePanel
            key={labelOf(node)}
            runSnapshot={runSnapshot}
            node={node}
            choose={choose}
            part={query.get('part') === 'transcript' ? 'transcript' : 'details'}
            setPart={(part) => setQuery({ part: part === 'details' ? null : part })}
          />
        )}
        {!node && (view === 'graph' || view === 'timeline') && (
          <ActivityPanel runSnapshot={runSnapshot} choose={choose} />
        )}
      </div>
      <TimeBar runSnapshot={runSnapshot} travel={travel} />
    </>
  );
}

function seqOf(text: string | null): number | null {
  const value = Number(text);
  return text !== null && Number.isInteger(value) && value >= 1 ? value : null;
}
