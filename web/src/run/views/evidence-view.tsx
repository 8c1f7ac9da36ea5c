import { useMemo } from 'react';
import type { Payload } from '#contracts/payload.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { stepName } from '#contracts/stories/step-name.ts';
import { clockTime } from '../../lib/format.ts';
import { Empty } from '../../ui/empty.tsx';
import { Scroll } from '../../ui/scroll.tsx';
import { EvidenceList } from '../evidence/evidence-list.tsx';
import { evidenceIn, type FoundEvidence } from '../evidence-in.ts';
import { inlineOf } from '../payload-value.ts';
import type { ViewProps } from '../run-snapshot.ts';

interface Group {
  readonly seq: number;
  readonly at: number;
  readonly act: string;
  readonly found: readonly FoundEvidence[];
}

/** All measurements, where they were first recorded. */
export function EvidenceView({ runSnapshot, choose }: ViewProps) {
  const groups = useMemo(() => groupsOf(runSnapshot.events), [runSnapshot.events]);
  const labels = new Map<string, string>(
    runSnapshot.view.nodes.map((node) => [node.act, stepName(node, runSnapshot.graph.chapters)]),
  );
  if (groups.length === 0) {
    return (
      <Empty icon="evidence" title="No evidence is recorded in this log">
        When a gate runs tests, the command, every test by name and the output are kept here. Results of this run’s own
        steps are in the steps: open one to see them.
      </Empty>
    );
  }
  return (
    <Scroll label="Evidence" className="h-full overflow-y-auto">
      <div className="mx-auto max-w-[900px] space-y-5 p-5">
        {groups.map(({ seq, at, act, found }) => (
          <section key={seq}>
            <h2 className="mb-1.5 flex items-baseline gap-2 text-sm font-medium">
              <button type="button" onClick={() => choose(act)} className="text-accent hover:underline">
                {labels.get(act) ?? act}
              </button>
              <span className="text-xs font-normal text-faint">
                event {seq}, {clockTime(at)}
              </span>
            </h2>
            <EvidenceList found={found} />
          </section>
        ))}
      </div>
    </Scroll>
  );
}

/** The same evidence is handed on from step to step; it was made where it first appeared. */
function groupsOf(events: readonly RunEvent[]): Group[] {
  const seen = new Set<string>();
  return events.flatMap((event) => {
    const held = heldBy(event);
    if (!held) return [];
    const found = evidenceIn(inlineOf(held.payload)).filter((each) => {
      const mark = JSON.stringify(each);
      if (seen.has(mark)) return false;
      seen.add(mark);
      return true;
    });
    return found.length === 0 ? [] : [{ seq: event.seq, at: event.at, act: held.act, found }];
  });
}

function heldBy(event: RunEvent): { act: string; payload: Payload } | null {
  switch (event.type) {
    case 'node.completed':
      return event.data.result ? { act: event.data.act, payload: event.data.result } : null;
    case 'effect.done':
      return { act: event.data.act, payload: event.data.result };
    case 'graph.exited':
      return { act: event.data.act, payload: event.data.output };
    case 'join.arrived':
      return { act: event.data.from, payload: event.data.payload };
    case 'node.scheduled':
      return event.data.by === null ? null : { act: event.data.by, payload: event.data.input };
    default:
      return null;
  }
}
