import type { RunEvent } from '#contracts/run-events.ts';
import { addUsage, NO_SUM, type Usage, type UsageSum } from '#contracts/usage.ts';

/** Pure. The usage of each stage of a research, in the order in which they first ran; failed attempts count. */
export function spentByStage(events: readonly RunEvent[]): { stage: string; used: UsageSum }[] {
  const nodes = new Map<string, string>();
  const spent = new Map<string, UsageSum>();
  for (const event of events) {
    if (event.type === 'node.scheduled') nodes.set(event.data.act, event.data.node);
    if (event.type !== 'node.completed' && event.type !== 'node.failed') continue;
    const used: Usage | undefined = 'usage' in event.data ? event.data.usage : undefined;
    const stage = nodes.get(event.data.act);
    if (stage === undefined || used === undefined || (used.tokens === 0 && used.usd === 0)) continue;
    spent.set(stage, addUsage(spent.get(stage) ?? NO_SUM, used));
  }
  return [...spent].map(([stage, used]) => ({ stage, used }));
}
