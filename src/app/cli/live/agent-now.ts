import { type AgentEvent, type AgentUsage, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { callTitle } from '#sessions/chat/call-title.ts';
import { visible } from '../../chat/terminal/visible.ts';

/** What an agent does now, what it did before, and what it has used. */
export interface AgentNow {
  readonly doing: string;
  /** Newest first. */
  readonly before: readonly string[];
  readonly usage: AgentUsage;
}

export const JUST_BEGUN: AgentNow = { doing: 'begins', before: [], usage: NO_AGENT_USAGE };

const KEPT = 4;

/** The state after one more event of the attempt. */
export function agentNow(now: AgentNow, event: AgentEvent): AgentNow {
  switch (event.type) {
    case 'tool_start':
      return does(now, visible(callTitle(event.tool, event.input)));
    case 'tool_result':
      return event.ok ? now : { ...now, doing: `${now.doing} ✗` };
    case 'thinking_delta':
      return does(now, 'thinks');
    case 'text_delta':
      return does(now, 'says something');
    case 'status':
      return does(now, visible(event.message));
    case 'error':
      return does(now, visible(`${event.error.code}: ${event.error.message}`));
    case 'usage':
      return { ...now, usage: event.usage };
    case 'complete':
      return { ...does(now, ENDS[event.result.type]), usage: event.usage };
    default:
      return now;
  }
}

const ENDS = {
  claim: 'claims to be done',
  text: 'has answered',
  blocker: 'says that it cannot',
  failed: 'broke off',
} as const;

/** Thinking and the like disappear; finished actions stay in view for a while. */
const MOODS = new Set(['begins', 'thinks', 'says something']);

function does(now: AgentNow, doing: string): AgentNow {
  if (doing === now.doing) return now;
  const before = MOODS.has(now.doing) ? now.before : [now.doing, ...now.before].slice(0, KEPT);
  return { ...now, doing, before };
}
