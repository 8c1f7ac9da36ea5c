import { Suspense, useMemo, useState } from 'react';
import { lazyPage } from '../../lib/lazy-page.ts';
import { cx } from '../../ui/cx.ts';
import { stepsModel, tasksModel } from '../graph/graph-model.ts';
import type { ViewProps } from '../run-snapshot.ts';

const loadCanvas = () => import('../graph/graph-canvas.tsx');
const GraphCanvas = lazyPage(loadCanvas);

/** Fetches what draws graphs, before there is one to draw. */
export function prepareGraph(): void {
  void loadCanvas();
}

type Mode = 'steps' | 'tasks';

/** The graph, drawn live: the workflow's steps, or everything that came of them. */
export function GraphView({ runSnapshot, chosen, choose }: ViewProps) {
  const [mode, setMode] = useState<Mode>('steps');
  const { graph, view, events, driven, complete } = runSnapshot;
  const steps = useMemo(() => stepsModel(graph, view.nodes), [graph, view]);
  const tasks = useMemo(() => (mode === 'tasks' ? tasksModel(view.nodes, events) : null), [mode, view, events]);
  const model = tasks ?? steps;
  return (
    <div className="relative h-full min-h-[320px]">
      <Suspense fallback={null}>
        <GraphCanvas key={mode} model={model} driven={driven} chosen={chosen} choose={choose} />
      </Suspense>
      <div className="pointer-events-none absolute inset-x-3 top-3 flex flex-wrap items-center gap-3">
        <div className="pointer-events-auto flex overflow-hidden rounded-md border border-line-strong bg-raised text-xs font-medium">
          {(['steps', 'tasks'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={mode === each}
              disabled={each === 'tasks' && !complete}
              onClick={() => setMode(each)}
              className={cx('h-7 px-2.5', mode === each ? 'bg-hover text-ink' : 'text-soft hover:text-ink')}
            >
              {each === 'steps' ? 'Workflow' : `Tasks (${view.nodes.length})`}
            </button>
          ))}
        </div>
        {graph.source === 'log' && (
          <p
            className="rounded-md bg-surface/80 px-1.5 py-0.5 text-xs text-soft"
            title="This Assay does not have this version of the workflow."
          >
            Drawn from what happened
          </p>
        )}
      </div>
    </div>
  );
}
