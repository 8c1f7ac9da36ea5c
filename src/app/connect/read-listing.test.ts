import { expect, it } from 'vitest';
import { CLIENTS } from '#agents/known/known-agents.ts';
import { readListing } from './read-listing.ts';

/** Recorded output of the clients in each state that a person meets, with its colours. */
const CLAUDE_HEAD = 'Checking MCP server health…\n\n';
const GEMINI_HEAD = 'Configured MCP servers:\n\n';
const CODEX_HEAD =
  'WARNING: proceeding, even though we could not create PATH aliases (codex_home: "/home/assay/.codex")\nName   Command  Args  Env  Cwd  Status   Auth       \n';
const LISTINGS: readonly [client: string, state: string, said: string, seen: string][] = [
  ['claude', 'connected', `${CLAUDE_HEAD}assay: assay mcp - ✔ Connected`, '✔ Connected'],
  [
    'claude',
    'untrusted',
    `${CLAUDE_HEAD}assay: assay mcp - ⏸ Pending approval (run \`claude\` to approve)`,
    'Pending approval',
  ],
  ['claude', 'failed', `${CLAUDE_HEAD}assay: nope mcp - ✘ Failed to connect`, 'Failed to connect'],
  [
    'claude',
    'unlisted',
    'No MCP servers configured. Use `claude mcp add` to add a server.',
    'Claude Code does not list assay',
  ],
  [
    'claude',
    'unparsable',
    'No MCP servers configured. Use `claude mcp add` to add a server.\n\nMCP config diagnostics ✘\n\n[Failed to parse] Project config (shared via .mcp.json)\nLocation: /home/me/project/.mcp.json\n └ [Error] MCP config is not a valid JSON\n',
    '/home/me/project/.mcp.json',
  ],
  ['codex', 'listed', `${CODEX_HEAD}assay  assay    mcp   -    -    enabled  Unsupported\n`, 'enabled'],
  ['codex', 'off', `${CODEX_HEAD}assay  assay    mcp   -    -    disabled  Unsupported\n`, 'disabled'],
  ['codex', 'unlisted', 'No MCP servers configured yet. Try `codex mcp add my-tool -- my-command`.', 'does not list'],
  [
    'codex',
    'unparsable',
    'Error: failed to load bootstrap configuration\n\nCaused by:\n    0: /home/me/.codex/config.toml:6:5: extra `=`, expected nothing\n    1: TOML parse error at line 6, column 5\n',
    '/home/me/.codex/config.toml:6:5',
  ],
  ['gemini', 'connected', `${GEMINI_HEAD}✓ assay: assay mcp (stdio) - Connected`, 'Connected'],
  ['gemini', 'failed', `${GEMINI_HEAD}✗ assay: assay mcp (stdio) - Disconnected`, 'Disconnected'],
  [
    'gemini',
    'untrusted',
    `Warning: MCP servers are configured but disabled because this folder is untrusted.\nUser-level servers are also suppressed in untrusted folders to prevent accidental side-effects.\n\n${GEMINI_HEAD}○ assay: assay mcp (stdio) - Disabled`,
    'untrusted',
  ],
  ['gemini', 'unlisted', 'No MCP servers configured.', 'does not list'],
  [
    'gemini',
    'unparsable',
    '\u001b[31mError in /home/me/project/.gemini/settings.json: Unexpected end of JSON input\nPlease fix the configuration file(s) and try again.\u001b[0m',
    '/home/me/project/.gemini/settings.json',
  ],
  [
    'opencode',
    'connected',
    '┌  MCP Servers\n│\n●  ✓ assay \u001b[90mconnected\n│      \u001b[90massay mcp\n│\n└  1 server(s)\n',
    'assay connected',
  ],
  [
    'opencode',
    'failed',
    '┌  MCP Servers\n│\n●  ✗ assay \u001b[90mfailed\n│      Executable not found in $PATH: "nope"\n│      \u001b[90mnope mcp\n│\n└  1 server(s)\n',
    'Executable not found in $PATH: "nope"',
  ],
  ['opencode', 'unlisted', '┌  MCP Servers\n│\n▲  No MCP servers configured\n', 'does not list'],
  [
    'opencode',
    'unparsable',
    '\u001b[91m\u001b[1mError: \u001b[0mConfig file at /home/me/project/opencode.json is not valid JSON(C): \n--- JSONC Input ---\n{ "assay": \n',
    '/home/me/project/opencode.json',
  ],
];

it.each(LISTINGS)('X8.6 %s says %s in its own words', (name, state, said, seen) => {
  const client = CLIENTS[name];
  if (!client) throw new Error(name);
  const read = readListing(client, said);
  expect(read.state).toBe(state);
  expect(read.seen).toContain(seen);
});
