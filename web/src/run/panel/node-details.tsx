import { type ReactNode, useMemo } from 'react';
import { nodeStory } from '#contracts/node-story.ts';
import type { NodeView } from '#contracts/run-view.ts';
import { clockTime, compact, cost, duration } from '../../lib/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { PayloadView } from '../../ui/payload-view.tsx';
import { Scroll } from '../../ui/scroll.tsx';
import { EvidenceList } from '../evidence/evidence-list.tsx';
import { evidenceIn } from '../evidence-in.ts';
import { inlineOf } from '../payload-value.ts';
import type { RunSnapshot } from '../run-snapshot.ts';
import { AttemptList } from './attempts.tsx';
import { SaidLinesPanel } from './said-lines.tsx';
import { Siblings } from './siblings.tsx';

interface NodeDetailsProps {
  readonly runSnapshot: RunSnapshot;
  readonly node: NodeView;
  choose(act: string | null): void;
}

/** Everything the log has of one activation. */
export function NodeDetails({ runSnapshot, node, choose }: NodeDetailsProps) {
  const { events, driven, said, view } = runSnapshot;
  const story = useMemo(() => nodeStory(events, node.act), [events, node.act]);
  const found = useMemo(
    () => evidenceIn([story.result, ...story.effects.map(({ done }) => done), ...story.handedOn].map(inlineOf)),
    [story],
  );
  const lines = said.get(node.act) ?? [];
  return (
    <Scroll label="Details" className="min-h-0 flex-1 space-y-4 overflow-y-auto px-4 py-3">
      <Numbers node={node} />
      <Siblings
        nodes={view.nodes.filter(({ node: name }) => name === node.node)}
        chosen={node.act}
        chapters={runSnapshot.graph.chapters}
        driven={driven}
        choose={choose}
      />
      {node.waitsFor.length > 0 && <Part title="Waits for">{node.waitsFor.join(', ')}</Part>}
      <Part title="Attempts">
        <AttemptList attempts={story.attempts} driven={driven} />
      </Part>
      {lines.length > 0 && (
        <Part title="Says">
          <SaidLinesPanel lines={lines} />
        </Part>
      )}
      {story.exchanges.map(({ signal, question, answer, by, answeredAt }) => (
        <Part key={`${signal} ${answeredAt}`} title={`Asked (${signal})`}>
          {question && <PayloadView payload={question} />}
          {answer ? (
            <div className="mt-1.5">
              <p className="mb-1 text-xs text-soft">
                {by} answered at {clockTime(answeredAt ?? 0)}:
              </p>
              <PayloadView payload={answer} />
            </div>
          ) : (
            <p className="mt-1 text-xs text-ask">Not answered yet.</p>
          )}
        </Part>
      ))}
      {found.length > 0 && (
        <Part title="Evidence">
          <EvidenceList found={found} />
        </Part>
      )}
      <Part title="Input" folded>
        <PayloadView payload={story.input} />
      </Part>
      {story.result && (
        <Part title={node.byAgent ? 'Claim' : 'Result'}>
          <PayloadView payload={story.result} />
        </Part>
      )}
      {story.handedOn.length > 0 && (
        <Part
          title={`Handed on${story.to.length > 0 ? ` to ${[...new Set(story.to)].join(', ')}` : ''}`}
          folded={story.result !== null}
        >
          <div className="space-y-1.5">
            {story.handedOn.slice(0, 20).map((payload, index) => (
              <PayloadView key={index} payload={payload} />
            ))}
          </div>
        </Part>
      )}
      {story.effects.length > 0 && (
        <Part title="Effects" folded>
          <ul className="space-y-1 text-xs">
            {story.effects.map(({ key, done }) => (
              <li key={key} className="flex items-center gap-2">
                <Icon name={done ? 'check' : 'wait'} size={13} className={done ? 'text-good' : 'text-warn'} />
                <span className="min-w-0 break-words font-mono">{key}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {story.tree && (
        <Part title="Tree">
          <code className="break-all font-mono text-xs">{story.tree}</code>
        </Part>
      )}
    </Scroll>
  );
}

const Numbers = ({ node }: { node: NodeView }) => (
  <dl className="grid grid-cols-4 gap-2 text-xs">
    {[
      ['Attempts', String(node.attempts)],
      ['At work', duration(node.ms)],
      ['Tokens', compact(node.usage.tokens)],
      ['Cost', cost(node.usage)],
    ].map(([label, value]) => (
      <div key={label}>
        <dt className="text-faint">{label}</dt>
        <dd className="font-medium tabular">{value}</dd>
      </div>
    ))}
  </dl>
);

function Part({ title, folded, children }: { title: string; folded?: boolean; children: ReactNode }) {
  const heading = 'text-2xs font-semibold uppercase tracking-wide text-faint';
  if (folded === undefined) {
    return (
      <section>
        <h3 className={`mb-1 ${heading}`}>{title}</h3>
        {children}
      </section>
    );
  }
  return (
    <details open={!folded}>
      <summary className={heading}>{title}</summary>
      <div className="mt-1">{children}</div>
    </details>
  );
}
