import type { ShownRun } from '#contracts/http/run-shown.ts';
import { workflowTitle } from '#contracts/workflow-names.ts';
import { compact, cost, duration } from '../lib/format.ts';
import { Link, runPath } from '../lib/router.tsx';
import { RunStatusBadge, Simulated } from './status.tsx';
import { Ago, Elapsed } from './time.tsx';

/** A run in a list: its title, its status, its duration and cost. */
export const RunRow = ({ run }: { run: ShownRun }) => (
  <Link
    to={runPath(run.run)}
    className="grid grid-cols-[minmax(0,1fr)_128px_92px_74px_92px] items-center gap-3 px-3.5 py-2 hover:bg-hover max-[900px]:grid-cols-[minmax(0,1fr)_128px_80px] max-[520px]:grid-cols-[minmax(0,1fr)_auto] max-[520px]:gap-y-0"
  >
    {/* On a phone the title has the whole width; the current activity is below it, in place of its id. */}
    <span className="min-w-0 max-[520px]:col-span-2">
      <span className="flex items-center gap-2">
        <span className="truncate font-medium">{run.title}</span>
        {run.simulated && <Simulated />}
      </span>
      <span className="block truncate text-xs text-faint max-[520px]:hidden">
        {workflowTitle(run.graph.name)} · {run.run}
        {run.forkedFrom && ` · forked from ${run.forkedFrom.run}`}
        {run.error && <span className="text-bad"> · {run.error.message}</span>}
      </span>
    </span>
    <RunStatusBadge shown={run.shown} />
    <span className="text-right text-xs text-soft tabular max-[900px]:hidden">
      {run.shown === 'running' ? <Elapsed since={run.createdAt} /> : duration(run.updatedAt - run.createdAt)}
    </span>
    <span className="text-right text-xs text-soft tabular max-[900px]:hidden" title={`${compact(run.tokens)} tokens`}>
      {run.usd > 0 || run.unpriced > 0 ? cost(run) : run.tokens > 0 ? `${compact(run.tokens)} tok` : '–'}
    </span>
    <span className="text-right text-xs text-faint">
      <Ago at={run.updatedAt} />
    </span>
  </Link>
);

/** Some runs, each drawn. */
export const RunRows = ({ runs }: { runs: readonly ShownRun[] }) => (
  <ul className="card divide-y divide-line overflow-hidden">
    {runs.map((run) => (
      <li key={run.run}>
        <RunRow run={run} />
      </li>
    ))}
  </ul>
);
