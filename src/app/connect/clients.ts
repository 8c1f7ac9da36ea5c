import type { Json } from '#contracts/json.ts';

export type ClientScope = 'project' | 'user';

/** Where a client reads its MCP servers from, and how an entry looks there. */
export interface ClientEntry {
  readonly title: string;
  /** Which is meant where nothing is said. */
  readonly usual: ClientScope;
  /** From the top of the repository; the first that is there, else the first. */
  readonly project: readonly string[];
  /** From the person's home. */
  readonly user: readonly string[];
  readonly format: 'json' | 'toml';
  /** The way to the entry in the file. */
  readonly path: readonly string[];
  /** What the client itself adds to a file that lacks it: written at once, or the checkout changes while one works. */
  readonly adds?: Readonly<Record<string, string>>;
  entry(command: string): Readonly<Record<string, Json>>;
  /** Whether it reads JSON with comments; one that does not drops the whole file. */
  readonly readsComments: boolean;
  /** Its own listing of servers, and whether that starts them; null where it has none. */
  readonly listing: { readonly program: string; readonly args: readonly string[]; readonly starts: boolean } | null;
  /** Where a project's file counts only in folders that the person trusts: how that is said to the client. */
  readonly trust?: string;
  /** What the person still has to do. */
  readonly next: string;
}

/** A first start on a busy machine takes seconds; clients that count give up after one, five or ten. */
const STARTUP_MS = 60_000;

const stdio = (command: string) => ({ command, args: ['mcp'] });

export const CLIENTS: Readonly<Record<string, ClientEntry>> = {
  claude: {
    title: 'Claude Code',
    usual: 'project',
    project: ['.mcp.json'],
    user: ['.claude.json'],
    format: 'json',
    path: ['mcpServers', 'assay'],
    // Else it begins without the tools where the server takes a moment to start.
    entry: (command) => ({ type: 'stdio', ...stdio(command), alwaysLoad: true }),
    readsComments: false,
    listing: { program: 'claude', args: ['mcp', 'list'], starts: true },
    trust: 'Start `claude` here and allow the server once; then say: "Call get_task and follow it."',
    next: 'Start `claude` here and allow the server once; then say: "Call get_task and follow it."',
  },
  codex: {
    title: 'Codex CLI',
    usual: 'user',
    project: ['.codex/config.toml'],
    user: ['.codex/config.toml'],
    format: 'toml',
    path: ['mcp_servers', 'assay'],
    // Codex leaves out a server that is not there after a second, and says nothing of it; it waits for a required one.
    entry: (command) => ({ ...stdio(command), required: true, startup_timeout_sec: STARTUP_MS / 1000 }),
    readsComments: false,
    listing: { program: 'codex', args: ['mcp', 'list'], starts: false },
    next: 'Start `codex` here; a project’s own file counts only where Codex trusts the project.',
  },
  opencode: {
    title: 'opencode',
    usual: 'project',
    project: ['opencode.json', 'opencode.jsonc'],
    user: ['.config/opencode/opencode.json', '.config/opencode/opencode.jsonc'],
    format: 'json',
    path: ['mcp', 'assay'],
    adds: { $schema: 'https://opencode.ai/config.json' },
    // For its start and for each call: opencode's own limits are shorter than check_work waits.
    entry: (command) => ({ type: 'local', command: [command, 'mcp'], enabled: true, timeout: STARTUP_MS }),
    readsComments: true,
    listing: { program: 'opencode', args: ['mcp', 'list'], starts: true },
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
    readsComments: true,
    listing: { program: 'gemini', args: ['mcp', 'list'], starts: true },
    trust:
      'Gemini CLI starts no server in a folder that is not trusted, not even your own ones: start `gemini` here and trust it, or `gemini --skip-trust` for once.',
    next: 'Start `gemini` here, trust the folder, then /mcp shows the server.',
  },
  cursor: {
    title: 'Cursor',
    usual: 'project',
    project: ['.cursor/mcp.json'],
    user: ['.cursor/mcp.json'],
    format: 'json',
    path: ['mcpServers', 'assay'],
    entry: stdio,
    readsComments: true,
    listing: null,
    next: 'Open Cursor here and enable the server in its settings.',
  },
};
