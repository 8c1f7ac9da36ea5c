import { describe, expect, it } from 'vitest';
import { profileOf } from '../acp/profiles.ts';
import { AGENT_PROGRAMS, agentProgramOf } from './known-agents.ts';

describe('X7.5 agents with a program of their own', () => {
  it('are distinguished by backend, title and program', () => {
    for (const key of ['backend', 'title', 'program'] as const)
      expect(new Set(AGENT_PROGRAMS.map((each) => each[key])).size).toBe(AGENT_PROGRAMS.length);
  });

  it('over ACP have a profile of the same title', () => {
    for (const { backend, title } of AGENT_PROGRAMS.filter((each) => each.backend.startsWith('acp:')))
      expect(profileOf(backend.slice(4).split(' ')).title).toBe(title);
  });

  it('are known by other commands that start them, and nothing else is', () => {
    expect(agentProgramOf('acp:npx @zed-industries/claude-code-acp')?.providers).toEqual(['anthropic']);
    expect(agentProgramOf('acp:codex-acp')?.providers).toEqual(['openai']);
    expect(agentProgramOf('native')).toBeUndefined();
    expect(agentProgramOf('acp:something-else')).toBeUndefined();
  });
});
