import { useMemo, useState } from 'react';
import type { RunExport } from '#contracts/http/run-export.ts';
import { runView } from '#contracts/run-view.ts';
import { GATED_PR, workflowTitle } from '#contracts/workflow-names.ts';
import { compact, cost, duration, fullTime } from '../lib/format.ts';
import { drawingFor } from '../run/drawing.ts';
import { GatedView } from '../run/gated/gated-view.tsx';
import { withPurposes } from '../run/gated/purposes.ts';
import { NodePanel } from '../run/panel/node-panel.tsx';
import type { RunSnapshot } from '../run/run-snapshot.ts';
import { type RunSource, RunSourceProvider } from '../run/source.tsx';
import { StoryView } from '../run/story/story-view.tsx';
import { TimeBar } from '../run/time-bar.tsx';
import { EvidenceView } from '../run/views/evidence-view.tsx';
import { LanesView } from '../run/views/lanes-view.tsx';
import { LogView } from '../run/views/log-view.tsx';
import { StillGraph } from '../run/views/still-graph.tsx';
import { TimelineView } from '../run/views/timeline-view.tsx';
import { RunStatusBadge, Simulated } from '../ui/status.tsx';
import { type Tab, Tabs } from '../ui/tabs.tsx';

type ViewId = 'story' | 'pr' | 'graph' | 'timeline' | 'agents' | 'log' | 'evidence';

/** A run in one file: the same views as in the window, without a server. */
export function Viewer({ data }: { data: RunExport }) {
  const [at, setAt] = useState<number | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [view, setView] = useState<ViewId>(data.run.graph.name === GATED_PR ? 'pr' : 'story');
  const source = useMemo(() => fileSource(data), [data]);
  const runSnapshot = useRunSnapshot(data, at);
  const node = runSnapshot.view.nodes.find(({ act }) => act === chosen) ?? null;
  const props = { runSnapshot, chosen, choose: setChosen };
  return (
    <RunSourceProvider source={source}>
      <div className="flex h-full flex-col">
        <Head data={data} runSnapshot={runSnapshot} />
        <div className="shrink-0 border-b border-line px-4">
          <Tabs
            label="Views of the run"
            tabs={tabsOf(data)}
            chosen={view}
            choose={(id: ViewId) => setView(id)}
            panel="run-view"
          />
        </div>
        <main className="relative flex min-h-0 flex-1">
          <div id="run-view" role="tabpanel" aria-label={view} className="min-w-0 flex-1">
            {view === 'story' && <StoryView {...props} />}
            {view === 'pr' && <GatedView {...props} />}
            {view === 'graph' && <StillGraph {...props} />}
            {view === 'timeline' && <TimelineView {...props} />}
            {view === 'agents' && <LanesView {...props} />}
            {view === 'log' && <LogView {...props} travel={setAt} />}
            {view === 'evidence' && <EvidenceView {...props} />}
          </div>
          {node && <NodePanel runSnapshot={runSnapshot} node={node} choose={setChosen} />}
        </main>
        <TimeBar runSnapshot={runSnapshot} travel={setAt} />
      </div>
    </RunSourceProvider>
  );
}

function Head({ data, runSnapshot }: { data: RunExport; runSnapshot: RunSnapshot }) {
  const { run, exportedAt, assay } = data;
  const { view } = runSnapshot;
  return (
    <header className="px-6 pb-2 pt-4">
      <p className="text-xs text-faint">
        {workflowTitle(run.graph.name)} / <span className="font-mono">{run.run}</span> · exported {fullTime(exportedAt)}{' '}
        by Assay {assay}
      </p>
      <div className="mt-0.5 flex flex-wrap items-center gap-2.5">
        <h1 className="text-xl font-semibold tracking-tight">{run.title}</h1>
        <RunStatusBadge shown={run.shown} size="chip" />
        {run.simulated && <Simulated />}
      </div>
      <p className="mt-1 text-xs text-soft">
        {duration((view.endedAt ?? view.at) - view.startedAt)} · {view.spent.attempts} attempts ·{' '}
        {compact(view.spent.tokens)} tokens · {cost(view.spent)}
      </p>
    </header>
  );
}

const tabsOf = ({ run }: RunExport): Tab<ViewId>[] => [
  run.graph.name === GATED_PR
    ? { id: 'pr', label: 'PR', icon: 'steps' }
    : { id: 'story', label: 'Story', icon: 'steps' },
  { id: 'graph', label: 'Graph', icon: 'graph' },
  { id: 'timeline', label: 'Timeline', icon: 'timeline' },
  { id: 'agents', label: 'Agents', icon: 'lanes' },
  { id: 'log', label: 'Log', icon: 'log' },
  { id: 'evidence', label: 'Evidence', icon: 'evidence' },
];

function useRunSnapshot({ run, graph, events }: RunExport, at: number | null): RunSnapshot {
  return useMemo(() => {
    const seen = events.slice(0, at ?? events.length);
    const view = withPurposes(runView(seen), seen, run.graph.name);
    return {
      // A file has no driver.
      run: { ...run, driver: null, here: false, shown: run.shown === 'running' ? 'interrupted' : run.shown },
      graph: drawingFor(graph, view.nodes),
      view,
      events: seen,
      head: events.length,
      at,
      complete: true,
      said: new Map(),
      driven: at !== null,
    };
  }, [run, graph, events, at]);
}

const fileSource = ({ blobs }: RunExport): RunSource => ({
  blob: async (hash) => {
    const blob = blobs[hash];
    if (!blob) throw new Error('It is not in this file: too large, or no text.');
    return { text: blob.text, total: blob.bytes, read: blob.bytes, cut: blob.cut };
  },
});
