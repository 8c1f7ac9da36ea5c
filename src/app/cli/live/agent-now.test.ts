import { describe, expect, it } from 'vitest';
import { type AgentEvent, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { agentNow, JUST_BEGUN } from './agent-now.ts';

const after = (...events: readonly AgentEvent[]) => events.reduce(agentNow, JUST_BEGUN);
const call = (tool: string, path: string): AgentEvent => ({ type: 'tool_start', id: path, tool, input: { path } });

describe('the current work of an agent', () => {
  it('is the tool and the file, with those before it', () => {
    const now = after(call('read', 'a.ts'), { type: 'thinking_delta', turn: 't', text: 'hm' }, call('write', 'b.ts'));
    expect(now).toMatchObject({ doing: 'write b.ts', before: ['read a.ts'] });
  });

  it('marks a call that was refused', () => {
    const now = after(call('read', '/etc/x'), { type: 'tool_result', id: '/etc/x', ok: false, text: 'no' });
    expect(now.doing).toBe('read /etc/x ✗');
  });

  it('counts turns, tokens and cost as they come', () => {
    const usage = { ...NO_AGENT_USAGE, input: 5, output: 7, usd: 0.1, turns: 2 };
    expect(after({ type: 'usage', usage }).usage).toEqual(usage);
    const done = after({ type: 'complete', usage, result: { type: 'claim', claim: null } });
    expect(done).toMatchObject({ doing: 'claims to be done', usage });
  });

  it('lets nothing through that would move the cursor', () => {
    expect(after(call('read', 'a\u001b[2Jb\u202e')).doing).toBe('read a\uFFFD[2Jb\uFFFD');
  });
});
