import { z } from 'zod';
import type { HistoryEntry } from '#knowledge/history/entry.ts';
import type { LoggedNode } from '../logged-node.ts';
import { Feedback } from './state.ts';

const SentBack = z.object({ feedback: Feedback });

/** The role of each node's work, for a reader. */
const WORK: Readonly<Record<string, string>> = {
  design: 'Design',
  tests: 'Blind tests',
  impl: 'Implementation',
  fix: 'Fix',
  strengthen: 'Strengthened tests',
};

/** The lessons of hybrid TDD: what a gate sent back and why, and that it was fixed once all of them held. Pure. */
export function hybridTddHistory(nodes: readonly LoggedNode[]): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  const open: { readonly key: string; readonly work: string }[] = [];
  for (const { seq, at, node, input } of nodes) {
    const sentBack = SentBack.safeParse(input);
    if (sentBack.success) {
      const { problems } = sentBack.data.feedback;
      const work = WORK[node] ?? node;
      const why = problems.map(({ code, message }) => `${code}: ${message}`).join(' ');
      entries.push({
        ...{ key: `${seq}`, at, kind: 'failure', name: `${problems[0]?.code ?? 'refused'} in ${node}` },
        text: `${work}: refused. ${why}`.slice(0, 2_000),
        files: [...new Set(problems.flatMap(({ file }) => file ?? []))],
      });
      open.push({ key: `${seq}`, work });
    }
    // Only work that every earlier gate accepted is reviewed.
    if (node !== 'review') continue;
    for (const work of new Set(open.map((each) => each.work))) {
      const resolves = open.filter((each) => each.work === work).map(({ key }) => key);
      const text = `${work}: accepted after ${resolves.length} refused.`;
      entries.push({ key: `${seq}${work}`, at, kind: 'decision', name: `${work} accepted`, text, resolves });
    }
    open.length = 0;
  }
  return entries;
}
