import { useMemo } from 'react';
import { plural } from '../../lib/format.ts';
import { Empty } from '../../ui/empty.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Scroll } from '../../ui/scroll.tsx';
import { useLargeValues } from '../large-values.ts';
import type { ViewProps } from '../run-snapshot.ts';
import { CallHistory } from './call-history.tsx';
import { type GatedStateView, openStepOf } from './gated-state.ts';
import { storyOf } from './plan-story.ts';
import { PlanStory } from './plan-story.tsx';
import { handedOn, prSnapshotsOf, standNow } from './pr-snapshots.ts';
import { PrSteps } from './pr-steps.tsx';
import { Refusals } from './refusals.tsx';
import { StatusLine } from './status-line.tsx';

/** A gated PR as a state machine: its state, the proof of each step, and every call with its answer. */
export function GatedView({ runSnapshot, choose }: ViewProps) {
  const { values, loading, left } = useLargeValues(useMemo(() => handedOn(runSnapshot.events), [runSnapshot.events]));
  const stands = useMemo(() => prSnapshotsOf(runSnapshot.events, values), [runSnapshot.events, values]);
  const story = useMemo(() => storyOf(runSnapshot.events, stands), [runSnapshot.events, stands]);
  const state = standNow(stands, runSnapshot);
  if (!state) return <Empty icon="steps" title={loading ? 'Loading' : 'The PR has not started yet'} />;
  return (
    <Scroll label="Gated PR" className="h-full overflow-y-auto">
      <div className="mx-auto max-w-[1000px] space-y-5 p-5">
        <header>
          <h2 className="text-lg font-semibold">{titleOf(state) || 'No PR picked yet'}</h2>
          <p className="text-sm text-soft">
            {[state.plan, state.branch && `branch ${state.branch}`, state.mode && `${state.mode} agent`]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {state.pr?.summary && <p className="mt-1 max-w-[80ch] text-sm">{state.pr.summary}</p>}
        </header>
        {/* The PR above: how far it is. Below, all that were made. */}
        <StatusLine status={state.status} haltedFrom={state.halted?.from ?? null} />
        <Nudges state={state} />
        <PlanStory items={story} shownAbove={titleOf(state)} simulated={runSnapshot.run.simulated} choose={choose} />
        {left > 0 && (
          <p className="text-xs text-faint">
            {plural(left, 'hand-over is', 'hand-overs are')} too large to be shown here; the log has them.
          </p>
        )}
        <Refusals stands={stands} simulated={runSnapshot.run.simulated} choose={choose} />
        {/* Once all are proven, the story above lists them one by one. */}
        {openStepOf(state) && <PrSteps state={state} open={openStepOf(state)} />}
        <CallHistory stands={stands} choose={choose} />
      </div>
    </Scroll>
  );
}

const titleOf = ({ pr, item }: GatedStateView): string => pr?.prTitle || item?.title || '';

/** The workflow's messages to the agent about failures, and questions to a person. */
function Nudges({ state }: { state: GatedStateView }) {
  const { counter, thresholds, halted, review } = state;
  const toScope = thresholds ? thresholds.scopeReduction - counter : null;
  return (
    <div className="space-y-2">
      {halted && (
        <Notice tone="warn">
          {/* The question at the top of the page has all of it. */}
          <strong className="font-semibold">Halted.</strong> {halted.why.split('\n', 1)[0]?.replace(/:$/, '')}
        </Notice>
      )}
      {counter > 0 && (
        <Notice tone="warn">
          {plural(counter, 'measured failure')} of this step.{' '}
          {toScope !== null &&
            (toScope > 0
              ? `After ${toScope} more the agent may ask for a smaller scope.`
              : 'The agent may ask for a smaller scope now.')}{' '}
          {thresholds && `At ${thresholds.escalation} it may escalate to a person.`}
        </Notice>
      )}
      {review && review.open.length > 0 && (
        <Notice>
          Review round {review.round}: {plural(review.open.length, 'finding')} open.
        </Notice>
      )}
    </div>
  );
}
