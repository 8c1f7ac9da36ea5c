import type { Json } from '#contracts/json.ts';

export type Scope = 'project' | 'user';

/** Where a client reads its MCP servers from, and how an entry looks there. */
export interface ClientEntry {
  readonly title: string;
  /** Which is meant where nothing is said. */
  readonly usual: Scope;
  /** From the top of the repository; the first that is there, else the first. */
  readonly project: readonly string[];
  /** From the person's home. */
  readonly user: readonly string[];
  readonly format: 'json' | 'toml';
  /** The way to the entry in the file. */
  readonly path: readonly string[];
  entry(command: string): Readonly<Record<string, Json>>;
  /** What the person still has to do. */
  readonly next: string;
}

const stdio = (command: string) => ({ command, args: ['mcp'] });

export const CLIENTS: Readonly<Record<string, ClientEntry>> = {
  claude: {
    title: 'Claude Code',
    usual: 'project',
    project: ['.mcp.json'],
    user: ['.claude.json'],
    format: 'json',
    path: ['mcpServers', 'assay'],
    entry: (command) => ({ type: 'stdio', ...stdio(command) }),
    next: 'Start `claude` here and allow the server once; then say: "Call get_task and follow it."',
  },
  codex: {
    title: 'Codex CLI',
    usual: 'user',
    project: ['.codex/config.toml'],
    user: ['.codex/config.toml'],
    format: 'toml',
    path: ['mcp_servers', 'assay'],
    entry: stdio,
    next: 'Start `codex` here; a project’s own file counts only where Codex trusts the project.',
  },
  opencode: {
    title: 'opencode',
    usual: 'project',
    project: ['opencode.json', 'opencode.jsonc'],
    user: ['.config/opencode/opencode.json', '.config/opencode/opencode.jsonc'],
    format: 'json',
    path: ['mcp', 'assay'],
    entry: (command) => ({ type: 'local', command: [command, 'mcp'], enabled: true }),
    next: 'Start `opencode` here.',
  },
  gemini: {
    title: 'Gemini CLI',
    usual: 'project',
    project: ['.gemini/settings.json'],
    user: ['.gemini/settings.json'],
    format: 'json',
    path: ['mcpServers', 'assay'],
    entry: stdio,
    next: 'Start `gemini` here; /mcp shows the server.',
  },
  cursor: {
    title: 'Cursor',
    usual: 'project',
    project: ['.cursor/mcp.json'],
    user: ['.cursor/mcp.json'],
    format: 'json',
    path: ['mcpServers', 'assay'],
    entry: stdio,
    next: 'Open Cursor here and enable the server in its settings.',
  },
};
