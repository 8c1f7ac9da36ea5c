import type { RunDetail } from '#contracts/http/run-routes.ts';
import { isOver } from '#contracts/http/run-shown.ts';
import { workflowTitle } from '#contracts/workflow-names.ts';
import { Link } from '../../lib/router.tsx';
import type { RunSnapshot } from '../../run/run-snapshot.ts';
import { RunStatusBadge, Simulated } from '../../ui/status.tsx';
import { RunActions } from './run-actions.tsx';
import { RunFactsPanel } from './run-facts.tsx';

interface RunHeadProps {
  readonly runSnapshot: RunSnapshot;
  readonly detail: RunDetail;
  reload(): void;
}

export function RunHead({ runSnapshot, detail, reload }: RunHeadProps) {
  const { run, view } = runSnapshot;
  const over = isOver(run.shown);
  return (
    <header className="shrink-0 px-6 pb-2 pt-4 max-[900px]:px-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="text-xs text-faint">
            <Link to="/runs" className="hover:underline">
              Runs
            </Link>{' '}
            / {workflowTitle(run.graph.name)} / <span className="font-mono">{run.run}</span>
          </p>
          <div className="mt-0.5 flex flex-wrap items-center gap-2.5">
            <h1 className="min-w-0 break-words text-xl font-semibold tracking-tight">{run.title}</h1>
            <RunStatusBadge shown={runSnapshot.at === null ? run.shown : statusThen(view.status)} size="chip" />
            {runSnapshot.at !== null && (
              <span className="text-xs text-warn" data-testid="then">
                at event {runSnapshot.at}; now it is {run.shown}
              </span>
            )}
            {run.simulated && <Simulated />}
          </div>
        </div>
        <RunActions runSnapshot={runSnapshot} reload={reload} />
      </div>
      <RunFactsPanel runSnapshot={runSnapshot} budget={detail.budget} />
      {runSnapshot.at === null && over && view.error && (
        <p className="mt-2 break-words text-sm text-bad">
          <span className="font-mono text-xs">{view.error.code}</span> {view.error.message}{' '}
          <span className="text-soft">{view.error.next}</span>
        </p>
      )}
      {runSnapshot.at === null && run.shown === 'interrupted' && (
        <p className="mt-2 text-sm text-warn">No process is driving it. Nothing is lost: it can be resumed.</p>
      )}
      {runSnapshot.at === null && view.why && <p className="mt-2 break-words text-sm text-warn">{view.why}</p>}
    </header>
  );
}

/** As of the log at that time: it was driven then, since it was written. */
const statusThen = (status: RunSnapshot['view']['status']): RunSnapshot['run']['shown'] =>
  status === 'draining' ? 'running' : status;
