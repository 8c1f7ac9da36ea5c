import type { ReactNode } from 'react';
import { isOver } from '#contracts/http/run-shown.ts';
import type { NodeState } from '#contracts/run-view.ts';
import type { Budget } from '#contracts/usage.ts';
import { compact, cost, duration, fullTime, money } from '../../lib/format.ts';
import type { RunSnapshot } from '../../run/run-snapshot.ts';
import { Elapsed } from '../../ui/time.tsx';

/** Time, attempts, tokens and cost, against their limits. */
export function RunFactsPanel({ runSnapshot, budget }: { runSnapshot: RunSnapshot; budget: Budget }) {
  const { run, view, at } = runSnapshot;
  const { spent } = view;
  const goesOn = at === null && run.shown === 'running';
  const numberOf = (wanted: NodeState): number => view.nodes.filter(({ state }) => state === wanted).length;
  const failed = numberOf('failed');
  const begun = begunAt(runSnapshot);
  const took = Math.max(0, (view.endedAt ?? view.at) - begun);
  return (
    <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-xs">
      <Fact label={isOver(run.shown) || at !== null ? 'Took' : 'So far'} title={`Began ${fullTime(begun)}`}>
        {goesOn ? <Elapsed since={begun} /> : duration(took)}
        {!goesOn && spent.seconds > 0 && spent.seconds * 1_000 < took * MOSTLY_WORK && (
          <span className="font-normal text-faint"> ({duration(spent.seconds * 1_000)} of work)</span>
        )}
      </Fact>
      <Fact label="Steps">
        {numberOf('done')} of {view.nodes.length}
        {failed > 0 && <span className="text-bad"> · {failed} failed</span>}
      </Fact>
      <Fact label="Attempts" {...limitOf(budget.attempts, String)}>
        {spent.attempts}
      </Fact>
      <Fact label="Tokens" {...limitOf(budget.tokens, compact)}>
        {compact(spent.tokens)}
      </Fact>
      <Fact label="Cost" {...limitOf(budget.usd, money)}>
        {cost(spent)}
      </Fact>
      {runSnapshot.driven && at === null && !isOver(run.shown) && (
        <Fact label="Driven by">{run.here ? 'this server' : run.driver}</Fact>
      )}
    </dl>
  );
}

/** Below this share of its time, a run was mostly waiting, for example for a person: both times are shown. */
const MOSTLY_WORK = 0.9;

const limitOf = (limit: number | undefined, say: (value: number) => string) =>
  limit === undefined ? {} : { limit: say(limit) };

interface FactProps {
  readonly label: string;
  readonly limit?: string;
  readonly title?: string;
  readonly children: ReactNode;
}

const Fact = ({ label, limit, title, children }: FactProps) => (
  <div className="flex items-baseline gap-1.5" title={title}>
    <dt className="text-faint">{label}</dt>
    <dd className="font-medium tabular">
      {children}
      {limit !== undefined && <span className="font-normal text-faint"> of {limit}</span>}
    </dd>
  </div>
);

/** A fork begins with events of another run: the time since those is not its own. */
const begunAt = ({ run, view, at }: RunSnapshot): number =>
  run.forkedFrom !== null && at === null ? run.createdAt : view.startedAt;
