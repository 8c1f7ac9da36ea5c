import type { NodeView } from '#contracts/run-view.ts';
import { addUsage } from '#contracts/usage.ts';
import { count, plural, spentText } from '../words.ts';
import type { AgentNow } from './agent-now.ts';

/** What a node has used: from the log, and for a running attempt from its agent. */
export function usageWords({ usage, state }: NodeView, agent: AgentNow | undefined): string {
  const isRunning = state === 'running';
  const own = agent?.usage;
  const current = own && isRunning ? own.input + own.output + own.cacheRead + own.cacheWrite : 0;
  return [
    ...(own ? [plural(own.turns, 'turn')] : []),
    `${count(usage.tokens + current)} tokens`,
    spentText(own && isRunning ? addUsage(usage, { tokens: 0, usd: own.usd }) : usage),
  ].join(' · ');
}
