import { useContext, useMemo, useState } from 'react';
import type { Json } from '#contracts/json.ts';
import { type NodeStory, nodeStory } from '#contracts/node-story.ts';
import type { NodeView } from '#contracts/run-view.ts';
import { stepName } from '#contracts/stories/step-name.ts';
import { clockTime, compact, cost, duration } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import { Empty } from '../../ui/empty.tsx';
import { PayloadView, ValueView } from '../../ui/payload-view.tsx';
import { Scroll } from '../../ui/scroll.tsx';
import { LookSign } from '../../ui/status.tsx';
import { Elapsed } from '../../ui/time.tsx';
import { lookOf } from '../node-look.ts';
import { AttemptList } from '../panel/attempts.tsx';
import { SaidLinesPanel } from '../panel/said-lines.tsx';
import { inlineOf } from '../payload-value.ts';
import type { RunSnapshot, ViewProps } from '../run-snapshot.ts';
import { SourceContext } from '../source.tsx';
import { TranscriptList } from '../transcript/transcript-list.tsx';
import { useTranscript } from '../transcript/use-transcript.ts';

const MOST = 40;
/** Those that are loaded without a click; of the others only those in progress. */
const FOLLOWED = 4;

/** Agents side by side: the input, the text and the claim of each. */
export function LanesView({ runSnapshot, chosen, choose }: ViewProps) {
  const agents = useMemo(() => inOrder(runSnapshot.view.nodes.filter(({ byAgent }) => byAgent)), [runSnapshot.view]);
  if (agents.length === 0) {
    return (
      <Empty icon="agent" title="No agent has started yet">
        Every attempt gets a column here, so that parallel agents can be compared.
      </Empty>
    );
  }
  return (
    <Scroll label="Agents side by side" className="h-full overflow-auto">
      <div className="flex h-full min-w-full gap-3 p-4">
        {agents.slice(0, MOST).map((node, index) => (
          <Lane
            key={node.act}
            node={node}
            runSnapshot={runSnapshot}
            chosen={node.act === chosen}
            followed={index < FOLLOWED}
            choose={() => choose(node.act)}
          />
        ))}
      </div>
    </Scroll>
  );
}

/** Its claim: only its own words where they can be told from what it passed on. */
function claimOf({ result, handedOn }: NodeStory): Json {
  const value = inlineOf(result ?? handedOn[0] ?? null);
  return value !== null && typeof value === 'object' && 'claim' in value ? value.claim : value;
}

/** Working ones first, then the latest. */
function inOrder(agents: readonly NodeView[]): NodeView[] {
  const rank = ({ state, startedAt }: NodeView): number =>
    state === 'running' || state === 'asking' ? 0 : startedAt === null ? 2 : 1;
  return agents.toSorted((a, b) => rank(a) - rank(b) || (b.startedAt ?? 0) - (a.startedAt ?? 0));
}

interface LaneProps {
  readonly node: NodeView;
  readonly runSnapshot: RunSnapshot;
  readonly chosen: boolean;
  /** Its actions are loaded without a click. */
  readonly followed: boolean;
  choose(): void;
}

function Lane({ node, runSnapshot, chosen, followed, choose }: LaneProps) {
  const { events, driven, said, run, graph } = runSnapshot;
  const { transcript } = useContext(SourceContext);
  const [asked, setAsked] = useState(false);
  const story = useMemo(() => nodeStory(events, node.act), [events, node.act]);
  const look = lookOf(node, driven);
  const name = stepName(node, graph.chapters);
  const claim = claimOf(story);
  const hasTranscript = transcript !== undefined && node.attempts > 0;
  const follows = hasTranscript && (followed || asked || look.moving);
  return (
    <article
      className={cx(
        'card flex min-w-[min(320px,100%)] max-w-[640px] flex-1 shrink-0 basis-[min(360px,100%)] flex-col overflow-hidden',
        chosen && 'outline-2 outline-accent',
      )}
    >
      <button
        type="button"
        onClick={choose}
        className="flex items-center gap-2 border-b border-line px-3 py-2 text-left hover:bg-hover"
      >
        <LookSign look={look} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{name}</span>
          <span className="block text-xs text-faint">{look.label}</span>
        </span>
        <span className="text-right text-2xs text-faint tabular">
          {look.moving && node.startedAt !== null ? <Elapsed since={node.startedAt} /> : duration(node.ms)}
          <br />
          {node.usage.usd > 0 || node.usage.unpriced > 0 ? cost(node.usage) : `${compact(node.usage.tokens)} tok`}
        </span>
      </button>
      <Scroll
        label={`Attempts and claim of ${name}`}
        className={cx('space-y-3 overflow-y-auto p-3', follows ? 'max-h-[45%] shrink-0' : 'min-h-0 flex-1')}
      >
        <Part title="Attempts">
          <AttemptList attempts={story.attempts} driven={driven} />
        </Part>
        {/* What it did ends with its claim. */}
        {!follows && claim !== null && node.state === 'done' && (
          <Part title={`Claimed at ${clockTime(node.endedAt ?? 0)}`}>
            <ValueView value={claim} />
          </Part>
        )}
        <details>
          <summary className="text-2xs font-semibold uppercase tracking-wide text-faint">Given</summary>
          <div className="mt-1">
            <PayloadView payload={story.input} />
          </div>
        </details>
        {!follows && (said.get(node.act)?.length ?? 0) > 0 && (
          <Part title="Says">
            <SaidLinesPanel lines={said.get(node.act) ?? []} />
          </Part>
        )}
        {hasTranscript && !follows && (
          <button type="button" className="text-xs text-accent hover:underline" onClick={() => setAsked(true)}>
            Show what it did
          </button>
        )}
      </Scroll>
      {follows && <LaneTranscript run={run.run} node={node} name={name} driven={driven} />}
    </article>
  );
}

/** What the agent does, as it does it. */
interface LaneTranscriptProps {
  readonly run: string;
  readonly node: NodeView;
  readonly name: string;
  readonly driven: boolean;
}

function LaneTranscript({ run, node, name, driven }: LaneTranscriptProps) {
  const fresh = `${node.state} ${driven}`;
  const { entries, live, complete } = useTranscript(run, node.act, node.attempts, fresh);
  return (
    <div className="flex min-h-0 flex-1 flex-col border-t border-line">
      {entries.length > 0 && <TranscriptList label={`What ${name} did`} entries={entries} live={live} />}
      {entries.length === 0 && complete && (
        <p className="p-3 text-xs text-faint">
          {live ? 'Nothing has happened yet.' : 'Nothing was kept of what it did.'}
        </p>
      )}
    </div>
  );
}

const Part = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section>
    <h2 className="mb-1 text-2xs font-semibold uppercase tracking-wide text-faint">{title}</h2>
    {children}
  </section>
);
