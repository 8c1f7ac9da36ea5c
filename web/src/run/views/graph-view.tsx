import { Suspense, useMemo, useState } from 'react';
import { lazyPage } from '../../lib/lazy-page.ts';
import { cx } from '../../ui/cx.ts';
import { pathModel, stepsModel, tasksModel } from '../graph/graph-model.ts';
import type { ViewProps } from '../run-snapshot.ts';

const loadCanvas = () => import('../graph/graph-canvas.tsx');
const GraphCanvas = lazyPage(loadCanvas);

/** Loads the graph's code before there is a graph to draw. */
export function prepareGraph(): void {
  void loadCanvas();
}

type Mode = 'path' | 'steps' | 'tasks';

/** Workflows with more steps than this open on the path that was taken. */
const FEW = 12;
/** With more boxes than this all are shown, however small: as an overview. */
const READ_UP_TO = 40;

const MODES = ['path', 'steps', 'tasks'] as const;
const NAMES = { path: 'Way taken', steps: 'Workflow' } as const;

/** The graph, drawn live: the workflow's steps, or all their activations. */
export function GraphView({ runSnapshot, chosen, choose }: ViewProps) {
  const { graph, view, events, driven, complete } = runSnapshot;
  const [mode, setMode] = useState<Mode>(graph.nodes.length > FEW && view.nodes.length > 0 ? 'path' : 'steps');
  const steps = useMemo(() => stepsModel(graph, view.nodes), [graph, view]);
  const tasks = useMemo(
    () => (mode === 'tasks' ? tasksModel(view.nodes, events, graph.chapters) : null),
    [mode, view, events, graph.chapters],
  );
  const path = useMemo(() => (mode === 'path' ? pathModel(steps) : null), [mode, steps]);
  const model = tasks ?? path ?? steps;
  return (
    <div className="relative h-full min-h-[320px]">
      <Suspense fallback={null}>
        <GraphCanvas
          key={mode}
          model={model}
          driven={driven}
          chosen={chosen}
          legible={mode === 'path' && model.boxes.length <= READ_UP_TO}
          choose={choose}
        />
      </Suspense>
      <div className="pointer-events-none absolute inset-x-3 top-3 flex flex-wrap items-center gap-3">
        <div className="pointer-events-auto flex overflow-hidden rounded-md border border-line-strong bg-raised text-xs font-medium">
          {MODES.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={mode === each}
              disabled={each === 'tasks' && !complete}
              onClick={() => setMode(each)}
              className={cx('h-7 px-2.5', mode === each ? 'bg-hover text-ink' : 'text-soft hover:text-ink')}
            >
              {each === 'tasks' ? `Tasks (${view.nodes.length})` : NAMES[each]}
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
