/** The real agents that are put to the test, by what npm calls them. One folder each: they are big, and share nothing. */
export interface Client {
  readonly folder: string;
  readonly title: string;
  readonly package: string;
  readonly version: string;
}

export const CLIENTS = {
  claude: {
    folder: 'claude',
    title: 'Claude Agent SDK',
    package: '@anthropic-ai/claude-agent-sdk',
    version: '0.3.325',
  },
  codex: { folder: 'codex', title: 'Codex SDK', package: '@openai/codex-sdk', version: '0.163.0' },
  claudeAcp: {
    folder: 'claude-acp',
    title: 'Claude Code over ACP',
    package: '@zed-industries/claude-code-acp',
    version: '0.16.2',
  },
  gemini: { folder: 'gemini', title: 'Gemini CLI over ACP', package: '@google/gemini-cli', version: '0.61.0' },
  opencode: { folder: 'opencode', title: 'opencode over ACP', package: 'opencode-ai', version: '1.18.33' },
} satisfies Record<string, Client>;

export type ClientName = keyof typeof CLIENTS;
