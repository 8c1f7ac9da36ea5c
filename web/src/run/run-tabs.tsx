import { GATED_PR } from '#contracts/workflow-names.ts';
import { type Tab, Tabs } from '../ui/tabs.tsx';
import { ChangesView } from './changes/changes-view.tsx';
import { GatedView } from './gated/gated-view.tsx';
import type { RunSnapshot, ViewProps } from './run-snapshot.ts';
import { StoryView } from './story/story-view.tsx';
import { EvidenceView } from './views/evidence-view.tsx';
import { GraphView } from './views/graph-view.tsx';
import { LanesView } from './views/lanes-view.tsx';
import { LogView } from './views/log-view.tsx';
import { TimelineView } from './views/timeline-view.tsx';

export type ViewId = 'story' | 'pr' | 'changes' | 'graph' | 'timeline' | 'agents' | 'log' | 'evidence';

export function tabsOf({ run, view }: RunSnapshot): Tab<ViewId>[] {
  const agents = view.nodes.filter(({ byAgent }) => byAgent).length;
  return [
    ...(run.graph.name === GATED_PR
      ? [{ id: 'pr', label: 'PR', icon: 'steps' } as const, { id: 'changes', label: 'Changes', icon: 'fork' } as const]
      : [{ id: 'story', label: 'Story', icon: 'steps' } as const]),
    { id: 'graph', label: 'Graph', icon: 'graph' },
    { id: 'timeline', label: 'Timeline', icon: 'timeline' },
    { id: 'agents', label: 'Agents', icon: 'lanes', count: agents },
    { id: 'log', label: 'Log', icon: 'log' },
    { id: 'evidence', label: 'Evidence', icon: 'evidence' },
  ];
}

interface RunTabsProps {
  readonly tabs: readonly Tab<ViewId>[];
  readonly chosen: ViewId;
  choose(id: ViewId): void;
}

export const RunTabs = ({ tabs, chosen, choose }: RunTabsProps) => (
  <div className="shrink-0 border-b border-line px-4">
    <Tabs label="Views of the run" tabs={tabs} chosen={chosen} choose={choose} panel="run-view" />
  </div>
);

export function ViewOf({ id, travel, ...props }: ViewProps & { id: ViewId; travel(seq: number | null): void }) {
  switch (id) {
    case 'story':
      return <StoryView {...props} />;
    case 'pr':
      return <GatedView {...props} />;
    case 'changes':
      return <ChangesView {...props} />;
    case 'graph':
      return <GraphView {...props} />;
    case 'timeline':
      return <TimelineView {...props} />;
    case 'agents':
      return <LanesView {...props} />;
    case 'log':
      return <LogView {...props} travel={travel} />;
    case 'evidence':
      return <EvidenceView {...props} />;
  }
}
