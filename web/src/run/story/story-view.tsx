import { useMemo } from 'react';
import {
  handedOnIn,
  runStory,
  type StoryChapter,
  type StoryStep,
  type StoryStepState,
} from '#contracts/stories/run-story.ts';
import { compact, cost, duration } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { setQuery } from '../../lib/router.tsx';
import { cx } from '../../ui/cx.ts';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Scroll } from '../../ui/scroll.tsx';
import { TONE_SOFT } from '../../ui/status.tsx';
import { useLargeValues } from '../large-values.ts';
import type { NodeTone } from '../node-look.ts';
import { valueIn } from '../payload-value.ts';
import type { ViewProps } from '../run-snapshot.ts';
import { StoryResult } from './story-result.tsx';

/** Longer chapters are no longer a story. */
const MOST = 120;

/** A run as a story: its result, then chapter by chapter what was done and what was refused. */
export function StoryView({ runSnapshot, chosen, choose }: ViewProps) {
  const { run, graph, view, events, driven, at } = runSnapshot;
  const { values } = useLargeValues(useMemo(() => handedOnIn(events), [events]));
  const chapters = useMemo(
    () =>
      runStory({
        ...{ graph: run.graph.name, chapters: graph.chapters, view, events },
        contentOf: (payload) => valueIn(payload, values),
      }),
    [run.graph.name, graph.chapters, view, events, values],
  );
  const ticking = useNow();
  if (chapters.length === 0) return <Empty icon="steps" title="Nothing has started yet" />;
  const now = driven && at === null ? Math.max(view.at, ticking) : view.at;
  return (
    <Scroll label="Story of the run" className="h-full overflow-y-auto">
      <div className="mx-auto max-w-[900px] space-y-5 p-5 max-[600px]:p-3" data-testid="story">
        <StoryResult runSnapshot={runSnapshot} />
        {chapters.length > 1 && <Way chapters={chapters} />}
        {chapters.map(({ title, state, steps }) => (
          <section key={title ?? ''} data-chapter={title ?? ''} data-state={state}>
            {title !== null && (
              <h2 className={cx('mb-1.5 text-base font-semibold', state === 'open' && 'text-faint')}>{title}</h2>
            )}
            {steps.length === 0 && <p className="px-1 text-sm text-faint">Not started.</p>}
            {steps.length > MOST && (
              <p className="px-1 pb-1.5 text-xs text-faint">
                {steps.length - MOST} earlier steps:{' '}
                <button
                  type="button"
                  className="min-h-6 font-medium text-accent hover:underline"
                  onClick={() => setQuery({ view: 'timeline' })}
                >
                  see the timeline
                </button>
              </p>
            )}
            <ol className="space-y-1.5">
              {steps.slice(-MOST).map((step) => (
                <li key={step.act}>
                  <Step step={step} now={now} chosen={step.act === chosen} choose={choose} />
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </Scroll>
  );
}

const TONES: Readonly<Record<StoryStepState | 'open', NodeTone>> = {
  done: 'good',
  running: 'run',
  asking: 'ask',
  failed: 'bad',
  left: 'quiet',
  waiting: 'quiet',
  open: 'quiet',
};
const WORDS: Readonly<Record<StoryStepState, string>> = {
  done: 'done',
  running: 'at work',
  asking: 'asks',
  failed: 'failed',
  left: 'cancelled',
  waiting: 'waits',
};

/** Its progress, in one line. */
const Way = ({ chapters }: { chapters: readonly StoryChapter[] }) => (
  <ol className="flex flex-wrap items-center gap-1.5 text-xs" aria-label="Chapters">
    {chapters.map(({ title, state }, index) => (
      <li key={title} className="flex items-center gap-1.5">
        {index > 0 && (
          <span aria-hidden="true" className="text-faint">
            →
          </span>
        )}
        <span className={cx('rounded-full px-2.5 py-1 font-medium', TONE_SOFT[TONES[state]])}>{title}</span>
      </li>
    ))}
  </ol>
);

interface StepProps {
  readonly step: StoryStep;
  readonly now: number;
  readonly chosen: boolean;
  choose(act: string | null): void;
}

function Step({ step, now, chosen, choose }: StepProps) {
  const { act, title, state, tone, outcome, refused, answers, node } = step;
  const loud = tone === 'bad' || state === 'failed' || refused.length > 0;
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={() => choose(chosen ? null : act)}
      className={cx(
        'flex min-h-9 w-full items-start gap-2.5 rounded-md border px-3 py-2 text-left text-sm max-[600px]:flex-wrap',
        chosen ? 'border-accent' : loud ? 'border-bad/40' : 'border-line',
        loud ? 'bg-bad-soft/60' : 'bg-raised hover:bg-hover',
      )}
      data-step={state}
    >
      <Mark state={state} bad={tone === 'bad'} claim={node.byAgent} />
      <span className="min-w-0 flex-1">
        <span className="break-words font-medium">{title}</span>
        {outcome !== '' && (
          <span className={cx('break-words', OUTCOME[tone] ?? 'text-soft')}>
            {': '}
            {outcome}
          </span>
        )}
        {state !== 'done' && state !== 'asking' && <span className="text-soft"> ({WORDS[state]})</span>}
        {answers.map((said, index) => (
          <span key={`${index} ${said}`} className="mt-0.5 block break-words text-xs text-ask">
            {said}
          </span>
        ))}
        {refused.map((why, index) => (
          <span key={`${index} ${why}`} className="mt-0.5 block break-words text-xs text-bad">
            attempt {index + 1} {why}
          </span>
        ))}
      </span>
      <span className="shrink-0 text-right text-2xs leading-5 text-faint tabular max-[600px]:w-full">
        {node.usage.tokens > 0 && `${compact(node.usage.tokens)} tokens · ${cost(node.usage)} · `}
        {node.startedAt !== null && duration((node.endedAt ?? now) - node.startedAt)}
      </span>
    </button>
  );
}

const OUTCOME: Readonly<Record<string, string>> = { good: 'text-good', bad: 'text-bad', warn: 'text-warn' };

/** Ticks are for measurements; an agent's end is only a claim. */
function Mark({ state, bad, claim }: { state: StoryStepState; bad: boolean; claim: boolean }) {
  if (state === 'running') return <span className="mt-1.5 size-2 shrink-0 animate-pulse rounded-full bg-run" />;
  const failed = bad || state === 'failed';
  const name = failed ? 'cross' : state === 'done' && !claim ? 'check' : 'dot';
  const tone = failed ? 'text-bad' : state === 'asking' ? 'text-ask' : name === 'check' ? 'text-good' : 'text-faint';
  return <Icon name={name} size={14} className={cx('mt-0.5 shrink-0', tone)} />;
}
