import { useEffect, useMemo, useRef } from 'react';
import { isOver } from '#contracts/http/run-shown.ts';
import { GATED_PR } from '#contracts/workflow-names.ts';
import { Link, runPath } from '../../lib/router.tsx';
import { storyOf } from '../../run/gated/plan-story.ts';
import type { RunSnapshot } from '../../run/run-snapshot.ts';
import { serverSource } from '../../run/server-source.ts';
import { RunSourceProvider } from '../../run/source.tsx';
import { useRun } from '../../run/use-run.ts';
import { useExample } from '../../shell/example.ts';
import { useTitle } from '../../shell/title.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { RunStatusBadge, Simulated } from '../../ui/status.tsx';
import { WithCode } from '../../ui/with-code.tsx';
import { ConnectPanel } from '../connect/connect-panel.tsx';
import { Now } from './now-line.tsx';
import { PlainStory } from './plain-story.tsx';
import { StartAside } from './start-aside.tsx';
import { StoryList } from './story-list.tsx';

/** The first two minutes: an example runs live; then the person connects an agent. */
export default function StartPage() {
  useTitle('Watch it work');
  const { begun, error, idle, again } = useExample();
  return (
    <div className="mx-auto w-full max-w-[1120px] px-6 pb-20 pt-6 max-[900px]:px-4">
      <header className="mb-4">
        <div className="flex flex-wrap items-center gap-2.5">
          <h1 className="text-[22px] font-semibold leading-7 tracking-tight">Watch a plan become merged PRs</h1>
          <Simulated />
        </div>
        <p className="mt-1 max-w-[85ch] text-base text-soft">
          The engineer is simulated: a script that makes an honest mistake and tries to cheat. Everything else is real
          and happens on this machine now: the workspace, the tests, the gates, the merges.
        </p>
      </header>
      <ErrorNotice error={error} />
      {begun?.instead && (
        <div className="mb-4">
          <Notice tone="warn">
            A smaller example is shown. For a plan of PRs: <WithCode text={begun.instead} />
          </Notice>
        </div>
      )}
      {idle && (
        <Button look="strong" icon="play" onClick={again}>
          Start the example
        </Button>
      )}
      {begun && <Watched key={begun.run} run={begun.run} again={again} />}
      {!begun && !idle && <p className="text-soft">Getting ready …</p>}
    </div>
  );
}

function Watched({ run, again }: { run: string; again(): void }) {
  const { runSnapshot, error } = useRun(run, null);
  if (!runSnapshot)
    return error && error.status !== 0 ? <ErrorNotice error={error} /> : <p className="text-soft">Getting ready …</p>;
  const over = isOver(runSnapshot.run.shown);
  return (
    <RunSourceProvider source={serverSource}>
      <div className="grid grid-cols-[minmax(0,1fr)_300px] items-start gap-8 max-[1000px]:grid-cols-1">
        <div className="min-w-0">
          <div className="mb-2 flex flex-wrap items-center gap-3 border-b border-line pb-2">
            <RunStatusBadge shown={runSnapshot.run.shown} size="chip" />
            <span className="text-sm font-medium">{runSnapshot.run.title}</span>
            <Link to={runPath(run)} className="ml-auto text-xs font-medium text-accent hover:underline">
              Open the whole run
            </Link>
          </div>
          {runSnapshot.run.graph.name === GATED_PR ? (
            <Told runSnapshot={runSnapshot} />
          ) : (
            <PlainStory runSnapshot={runSnapshot} />
          )}
          {over && <Over runSnapshot={runSnapshot} again={again} />}
        </div>
        <StartAside runSnapshot={runSnapshot} />
      </div>
      {over && runSnapshot.run.shown === 'completed' && (
        <section aria-labelledby="connect" className="mt-10 border-t border-line pt-6">
          <h2 id="connect" className="text-lg font-semibold">
            Now connect your agent
          </h2>
          <p className="mb-4 mt-0.5 text-sm text-soft">
            What was found on this machine, and what to type in your own repository.
          </p>
          <ConnectPanel />
        </section>
      )}
    </RunSourceProvider>
  );
}

function Told({ runSnapshot }: { runSnapshot: RunSnapshot }) {
  const items = useMemo(() => storyOf(runSnapshot.events), [runSnapshot.events, runSnapshot.head]);
  const end = useRef<HTMLDivElement>(null);
  // A new line is the reason to scroll there.
  useEffect(() => {
    if (runSnapshot.driven) end.current?.scrollIntoView({ block: 'nearest' });
  }, [items.length, runSnapshot.driven]);
  return (
    <>
      <StoryList items={items} />
      {runSnapshot.driven && <Now runSnapshot={runSnapshot} />}
      <div ref={end} className="h-4" />
    </>
  );
}

const Over = ({ runSnapshot: { run }, again }: { runSnapshot: RunSnapshot; again(): void }) => (
  <div className="mt-3 flex flex-wrap items-center gap-2">
    {run.shown === 'completed' ? (
      <p className="text-sm text-soft">That was all. Nothing was accepted on the engineer’s word alone.</p>
    ) : (
      <p className="text-sm text-bad">It did not end well: {run.error?.message ?? run.shown}.</p>
    )}
    <Button icon="refresh" look="quiet" onClick={again}>
      Watch it again
    </Button>
  </div>
);
