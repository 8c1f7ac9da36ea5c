import { z } from 'zod';
import type { RunEvent } from '#contracts/run-events.ts';
import { addUsage, NO_SUM, UsageSum } from '#contracts/usage.ts';

/** What was done when, and its cost, from the log. */
export const HybridAccount = z.object({
  cost: UsageSum,
  timeline: z.array(
    z.object({
      act: z.string(),
      node: z.string(),
      /** Milliseconds after the run began. */
      from: z.number(),
      to: z.number(),
      outcome: z.string(),
      /** Null where it is unknown. */
      usd: z.number().nullable(),
    }),
  ),
});
export type HybridAccount = z.infer<typeof HybridAccount>;

export const NO_ACCOUNT: HybridAccount = { cost: NO_SUM, timeline: [] };

export function hybridAccountOf(events: Iterable<RunEvent>): HybridAccount {
  const nodes = new Map<string, string>();
  const started = new Map<string, number>();
  const timeline: HybridAccount['timeline'] = [];
  let cost = NO_SUM;
  let begun: number | null = null;
  for (const { at, ...event } of events) {
    begun ??= at;
    if (event.type === 'node.scheduled') nodes.set(event.data.act, event.data.node);
    if (event.type === 'node.started') started.set(event.data.act, at);
    if (event.type === 'node.interrupted' || event.type === 'node.cancelled') {
      if (event.data.usage) cost = addUsage(cost, event.data.usage);
    }
    if (event.type !== 'node.completed' && event.type !== 'node.failed') continue;
    const { act, usage } = event.data;
    cost = addUsage(cost, usage);
    const outcome = event.type === 'node.failed' ? event.data.error.code : event.data.outcome;
    const from = (started.get(act) ?? at) - begun;
    timeline.push({ act, node: nodes.get(act) ?? act, from, to: at - begun, outcome, usd: usage.usd });
  }
  return { cost, timeline };
}
