import { type AgentCompletion, NO_AGENT_USAGE } from '#contracts/agent.ts';
import type { TurnEnd } from './chat-types.ts';
import type { TurnView } from './turn-view.ts';

/** How a turn ended, from how its attempt did. */
export function endOf({ result, usage, resume }: AgentCompletion, view: TurnView, isStopped: boolean): TurnEnd {
  const common = { usage, resume: resume ?? null, error: null };
  switch (result.type) {
    case 'text':
      return { ...common, status: 'done', text: result.text || view.text };
    case 'claim':
      return { ...common, status: 'done', text: view.text };
    case 'blocker':
      return { ...common, status: 'done', text: view.text || result.blocker };
    case 'failed':
      if (isStopped) return { ...common, status: 'stopped', text: view.text };
      return { ...common, status: 'failed', text: view.text, error: result.error };
  }
}

/** A turn that ended without an attempt: nothing was used. */
export const endWithoutAttempt = (status: TurnEnd['status'], text: string): TurnEnd => ({
  status,
  text,
  error: null,
  usage: NO_AGENT_USAGE,
  resume: null,
});
