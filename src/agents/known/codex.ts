import { CODEX_SDK } from '../codex/find-codex.ts';
import { STARTUP_MS, stdio } from './client-entry.ts';
import type { KnownAgent } from './known-agent.ts';

export const codex: KnownAgent = {
  program: {
    backend: 'codex',
    title: 'Codex',
    program: 'codex',
    // The package brings the same program; the installed one is used only without it.
    package: { name: CODEX_SDK, title: 'Codex SDK', isNeeded: false },
    install: `npm install -g ${CODEX_SDK}`,
    also: /^acp:.*codex/,
    providers: ['openai'],
    asksNobody: true,
  },
  client: {
    name: 'codex',
    entry: {
      title: 'Codex CLI',
      install: 'npm install -g @openai/codex',
      usual: 'user',
      project: ['.codex/config.toml'],
      user: ['.codex/config.toml'],
      format: 'toml',
      path: ['mcp_servers', 'assay'],
      // Codex silently leaves out a server that is not ready after a second; it waits for a required one.
      entry: (command) => ({ ...stdio(command), required: true, startup_timeout_sec: STARTUP_MS / 1000 }),
      readsComments: false,
      listing: { program: 'codex', args: ['mcp', 'list'], starts: false },
      next: 'Start `codex` here; a project’s own file counts only where Codex trusts the project.',
    },
  },
};
