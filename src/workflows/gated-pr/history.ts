import type { HistoryEntry } from '#knowledge/history/entry.ts';
import type { LoggedNode } from '../logged-node.ts';
import { PendingCall, PrSnapshot } from './pr-snapshot.ts';
import type { GatedState } from './state.ts';
import { whatOf } from './story.ts';

/** The lessons of a gated PR: refusals and their fixes, merges, where a person was needed. Pure. */
export function gatedPrHistory(nodes: readonly LoggedNode[]): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  const refusedIn = new Map<string, string[]>();
  let before: GatedState | null = null;
  let merged = 0;
  let halted = '';
  for (const { seq, at, node, input } of nodes) {
    const add = (suffix: string, entry: Omit<HistoryEntry, 'key' | 'at'>): string => {
      const key = `${seq}${suffix}`;
      entries.push({ key, at, ...entry });
      return key;
    };
    if (node === 'act') {
      const pending = PendingCall.safeParse(input);
      if (pending.success) before = pending.data.outcome ? null : pending.data.state;
      continue;
    }
    const read = node === 'review' ? PendingCall.safeParse(input) : PrSnapshot.safeParse(input);
    if (!read.success) continue;
    const { state, answered } = read.data;
    if (before && answered && answered.call.tool === 'submit_work') {
      const step = whatOf(before, answered.call);
      const title = before.pr?.prTitle ?? before.item?.title ?? '';
      const { status, reasons } = answered.answer;
      if (status === 'FAILURE' && !answered.answer.refused) {
        const files = [...new Set(reasons.flatMap(({ file }) => file ?? []))];
        const why = reasons.map(({ code, message }) => `${code}: ${message}`).join(' ');
        const key = add('', {
          ...{ kind: 'failure', name: `${reasons[0]?.code ?? 'refused'} in ${title}`, files },
          text: `${title}: ${step} was refused. ${why}`.slice(0, 2_000),
        });
        refusedIn.set(`${title}\n${step}`, [...(refusedIn.get(`${title}\n${step}`) ?? []), key]);
      } else if (status === 'SUCCESS') {
        const resolves = refusedIn.get(`${title}\n${step}`) ?? [];
        if (resolves.length > 0) {
          // The agent's own account is left out: nothing here depends on a model's statement.
          const text = `${title}: ${step} was accepted after ${resolves.length} refused.`;
          add('', { kind: 'decision', name: `${step} (${title})`, text: text.slice(0, 2_000), resolves });
        }
        refusedIn.delete(`${title}\n${step}`);
      }
    }
    for (const { title, merge } of state.finished.slice(merged)) {
      add(`m${merge.slice(0, 8)}`, { kind: 'decision', name: `merged ${title}`, text: `Merged ${title} as ${merge}.` });
    }
    merged = Math.max(merged, state.finished.length);
    if (state.halted && state.halted.why !== halted) {
      add('h', {
        ...{ kind: 'failure', name: `a person was needed (${state.halted.kind})` },
        text: state.halted.why.slice(0, 2_000),
      });
    }
    halted = state.halted?.why ?? '';
    before = null;
  }
  return entries;
}
