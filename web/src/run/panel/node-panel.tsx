import { useContext, useState } from 'react';
import type { NodeView } from '#contracts/run-view.ts';
import { stepName } from '#contracts/stories/step-name.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { LookSign, TONE_TEXT } from '../../ui/status.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { lookOf } from '../node-look.ts';
import type { RunSnapshot } from '../run-snapshot.ts';
import { SourceContext } from '../source.tsx';
import { TranscriptView } from '../transcript/transcript-view.tsx';
import { NodeDetails } from './node-details.tsx';

interface NodePanelProps {
  readonly runSnapshot: RunSnapshot;
  readonly node: NodeView;
  choose(act: string | null): void;
  /** The selected part; without `setPart` there are only details. */
  readonly part?: NodePart;
  setPart?(part: NodePart): void;
}

const PARTS = [
  { id: 'details', label: 'Details', icon: 'log' },
  { id: 'transcript', label: 'Transcript', icon: 'agent' },
] as const;
export type NodePart = (typeof PARTS)[number]['id'];

/** One activation: its data in the log, and its agent's actions. */
export function NodePanel({ runSnapshot, node, choose, part = 'details', setPart }: NodePanelProps) {
  const { driven, run, graph } = runSnapshot;
  const { transcript } = useContext(SourceContext);
  const [wanted, setWanted] = useState<number | null>(null);
  const look = lookOf(node, driven);
  const name = stepName(node, graph.chapters);
  const hasTranscript = transcript !== undefined && setPart !== undefined && node.byAgent && node.attempts > 0;
  const shown = hasTranscript ? part : 'details';
  return (
    <aside
      aria-label={`Details of ${name}`}
      data-testid="node-panel"
      className={cx(
        'flex shrink-0 flex-col border-l border-line bg-raised max-[1000px]:absolute max-[1000px]:inset-y-0 max-[1000px]:right-0 max-[1000px]:z-20 max-[1000px]:shadow-[var(--shadow)]',
        shown === 'transcript' ? 'w-[min(760px,62vw)] max-[1000px]:w-[min(640px,100%)]' : 'w-[min(380px,100%)]',
      )}
    >
      <header className="flex items-start gap-2.5 border-b border-line px-4 py-3">
        <span className="mt-0.5">
          <LookSign look={look} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="break-words text-base font-semibold">{name}</h2>
          <p className="text-xs text-soft">
            <span className={TONE_TEXT[look.tone]}>{look.label}</span> · {node.kind}
            {node.byAgent && node.kind !== 'agent' && ' by an agent'} · <span className="font-mono">{node.act}</span>
          </p>
        </div>
        <Button look="quiet" icon="close" aria-label="Close the details" onClick={() => choose(null)} />
      </header>
      {hasTranscript && (
        <div className="shrink-0 border-b border-line px-3">
          <Tabs label="Parts of the step" tabs={PARTS} chosen={shown} choose={setPart} panel="node-part" />
        </div>
      )}
      <div
        id="node-part"
        className="flex min-h-0 flex-1 flex-col"
        {...(hasTranscript ? { role: 'tabpanel', 'aria-label': shown } : {})}
      >
        {shown === 'transcript' ? (
          <TranscriptView
            run={run.run}
            node={node}
            attempt={Math.min(wanted ?? node.attempts, node.attempts)}
            driven={driven}
            choose={setWanted}
          />
        ) : (
          <NodeDetails runSnapshot={runSnapshot} node={node} choose={choose} />
        )}
      </div>
    </aside>
  );
}
