import { CLAUDE_SDK } from '../claude/sdk.ts';
import { stdio } from './client-entry.ts';
import type { KnownAgent } from './known-agent.ts';

export const claudeCode: KnownAgent = {
  program: {
    backend: 'claude',
    title: 'Claude Code',
    program: 'claude',
    package: { name: CLAUDE_SDK, title: 'Claude Agent SDK', isNeeded: true },
    install: `npm install -g ${CLAUDE_SDK}`,
    also: null,
    providers: ['anthropic'],
    asksNobody: false,
  },
  client: {
    name: 'claude',
    entry: {
      title: 'Claude Code',
      install: 'npm install -g @anthropic-ai/claude-code',
      usual: 'project',
      project: ['.mcp.json'],
      user: ['.claude.json'],
      format: 'json',
      path: ['mcpServers', 'assay'],
      // Otherwise it begins without the tools where the server takes a moment to start.
      entry: (command) => ({ type: 'stdio', ...stdio(command), alwaysLoad: true }),
      readsComments: false,
      listing: { program: 'claude', args: ['mcp', 'list'], starts: true },
      trust: 'Start `claude` here and allow the server once; then say: "Call get_task and follow it."',
      next: 'Start `claude` here and allow the server once; then say: "Call get_task and follow it."',
    },
  },
  definitions: {
    skills: [{ project: '.claude/skills', person: '.claude/skills' }],
    agents: [{ project: '.claude/agents', person: '.claude/agents' }],
  },
};
