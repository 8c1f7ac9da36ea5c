import type { AcpProfile } from '../acp/acp-profile.ts';
import { claudeEnvironment, configFolder } from '../claude/environment.ts';
import { isWritten } from '../claude/resume.ts';
import { ownModel } from '../program/own-model.ts';
import type { KnownAgent } from './known-agent.ts';

const profile: AcpProfile = {
  title: 'Claude Code over ACP',
  environment(programSandbox, task) {
    const model = ownModel(task, 'anthropic', 'Claude Code');
    return { ...claudeEnvironment(programSandbox), ...(model === undefined ? {} : { ANTHROPIC_MODEL: model }) };
  },
  async isKept(programSandbox, { session, ...answer }) {
    const folder = configFolder(programSandbox);
    return folder !== null && isWritten(folder, session, answer);
  },
};

export const claudeAgentAcp: KnownAgent = {
  program: {
    backend: 'acp:claude-agent-acp',
    title: 'Claude Agent over ACP',
    program: 'claude-agent-acp',
    package: null,
    install: 'npm install -g @agentclientprotocol/claude-agent-acp',
    also: null,
    providers: ['anthropic'],
    asksNobody: false,
  },
  acp: { when: /claude-agent-acp/, profile: { ...profile, title: 'Claude Agent over ACP' } },
};

/** Its earlier name. */
export const claudeCodeAcp: KnownAgent = {
  program: {
    backend: 'acp:claude-code-acp',
    title: 'Claude Code over ACP',
    program: 'claude-code-acp',
    package: null,
    install: 'npm install -g @zed-industries/claude-code-acp',
    also: /^acp:.*claude/,
    providers: ['anthropic'],
    asksNobody: false,
  },
  acp: { when: /claude-code-acp/, profile },
};
