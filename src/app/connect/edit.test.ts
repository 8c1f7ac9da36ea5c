import { execFileSync } from 'node:child_process';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from '#agents/known/known-agents.ts';
import { removeEntry, setEntry } from './edit-toml.ts';
import { TEST_HOOK, withHook } from './hooks.ts';
import { parseJsonc, removeIn, setIn } from './jsonc.ts';
import { withEntry } from './plan-change.ts';

const PATH = ['mcpServers', 'assay'];
const TABLE = ['mcp_servers', 'assay'] as const;
const ENTRY = { command: 'assay', args: ['mcp'] };

describe('G8.3 one entry in a file of someone else', () => {
  it.each([
    ['nothing', ''],
    ['an empty object', '{}'],
    ['other settings', '{\n\t"theme": "dark" // mine\n}\n'],
    ['an empty list of servers', '{ "mcpServers": {} }'],
    ['another server', '{\n  "mcpServers": {\n    "a": { "command": "x" }\n  }\n}\n'],
    ['a last comma and comments', '{\n  // first\n  "mcpServers": {\n    "a": { "b": 1, }, /* { */\n  },\n}\n'],
    ['an older entry', '{ "mcpServers": { "assay": { "command": "old" }, "z": 1 } }'],
  ])('JSON with %s: set, found, set again without a change, removed', (_name, before) => {
    const set = setIn(before, PATH, ENTRY);
    const others = (text: string) => {
      const value = JSON.parse(JSON.stringify(text.trim() === '' ? {} : parseJsonc(text)));
      delete value.mcpServers?.assay;
      if (Object.keys(value.mcpServers ?? {}).length === 0) delete value.mcpServers;
      return value;
    };
    expect(parseJsonc(set)).toMatchObject({ mcpServers: { assay: ENTRY } });
    expect(others(set)).toEqual(others(before));
    expect(setIn(set, PATH, ENTRY)).toBe(set);
    const comments = before.match(/\/\/.*|\/\*.*?\*\//g) ?? [];
    expect(comments.filter((comment) => !set.includes(comment))).toEqual([]);
    const removed = removeIn(set, PATH);
    expect(JSON.stringify(parseJsonc(removed))).not.toContain('assay');
    expect(others(removed)).toEqual(others(before));
  });

  it('does not change a file that is not JSON', () => {
    expect(() => setIn('{ "a": ', PATH, ENTRY)).toThrow('it is not JSON');
    expect(() => setIn('[1]', PATH, ENTRY)).toThrow('it is not an object');
  });

  it('TOML keeps comments, order and other tables', () => {
    const before =
      '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y" # why\n\n# about projects\n[projects."/a"]\ntrust = "yes"\n';
    const set = setEntry(before, TABLE, ENTRY);
    expect(set).toBe(`${before}\n[mcp_servers.assay]\ncommand = "assay"\nargs = ["mcp"]\n`);
    expect(setEntry(set, TABLE, ENTRY)).toBe(set);
    expect(removeEntry(set, TABLE)).toBe(before);
    const middle = '[mcp_servers.assay]\ncommand = "old"\n\n# next\n[b]\nc = 1\n';
    expect(setEntry(middle, TABLE, ENTRY)).toBe(
      '[mcp_servers.assay]\ncommand = "assay"\nargs = ["mcp"]\n\n# next\n[b]\nc = 1\n',
    );
    expect(() => setEntry('a = ', TABLE, ENTRY)).toThrow('it is not TOML');
  });

  it.each([
    ['an inline table', '[mcp_servers]\nx = { command = "y" }\nassay = { command = "old", env = { A = "1" } }\n'],
    ['all of them inline', 'model = "m"\nmcp_servers = { x = { command = "y" }, assay = { env = { A = "1" } } }\n'],
    ['none of them yet, inline', 'mcp_servers = { x = { command = "y" } }\n\n[a]\nb = 1\n'],
    ['a table of its own for env', '[mcp_servers.assay]\ncommand = "old"\n\n[mcp_servers.assay.env]\nA = "1"\n'],
    ['keys of the person', '[mcp_servers.assay]\ncommand = "old"\ntool_timeout_sec = 90\n# last\n'],
  ])('X8.8 TOML with %s survives, and what a person added stays', (_name, before) => {
    const set = setEntry(before, TABLE, ENTRY);
    const servers = (text: string) => JSON.parse(JSON.stringify(parse(text))).mcp_servers ?? {};
    expect(servers(set).assay).toEqual({ ...servers(before).assay, ...ENTRY });
    expect(servers(set).x).toEqual(servers(before).x);
    expect(setEntry(set, TABLE, ENTRY)).toBe(set);
    expect(servers(removeEntry(set, TABLE)).assay).toBeUndefined();
    expect(servers(removeEntry(set, TABLE)).x).toEqual(servers(before).x);
  });

  it('X8.8 keeps the line ends of Windows, and a person’s env', () => {
    const { gemini, codex, claude } = CLIENTS;
    if (!gemini || !codex || !claude) throw new Error('no such client');
    const json = withEntry(gemini, '{\r\n  "mcpServers": { "assay": { "env": { "A": "1" } } }\r\n}\r\n', 'assay');
    expect(json).not.toMatch(/[^\r]\n/);
    expect(parseJsonc(json)).toMatchObject({ mcpServers: { assay: { ...ENTRY, env: { A: '1' } } } });
    expect(withEntry(codex, 'model = "x"\r\n', 'assay')).not.toMatch(/[^\r]\n/);
    expect(() => withEntry(claude, '{\n  // mine\n}\n', 'assay')).toThrow('Claude Code reads no JSON with comments');
  });
});

describe('G9.5 the hook that Claude Code is offered', () => {
  const command = JSON.parse(JSON.stringify(TEST_HOOK)).hooks[0].command;
  const exitOf = (line: string): number => {
    const input = JSON.stringify({ tool_name: 'Bash', tool_input: { command: line } });
    try {
      execFileSync('sh', ['-c', command], { input, stdio: 'pipe' });
      return 0;
    } catch (thrown) {
      return thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number' ? thrown.status : -1;
    }
  };

  it.each([
    'npm test',
    'npm run test -- x',
    'cd a && npx vitest run',
    'CI=1 pytest -q',
    'go test ./...',
    'node --test',
    'git add .\nnpm t',
  ])('denies %j', (line) => expect(exitOf(line)).toBe(2));

  it.each([
    'cat vitest.config.ts',
    'npm install',
    'git commit -m "add pytest"',
    'ls test',
    'grep -r jest .',
    'npm run testify',
  ])('allows %j', (line) => expect(exitOf(line)).toBe(0));

  it('joins other hooks once', () => {
    const mine = { matcher: 'Edit', hooks: [] };
    expect(withHook(withHook([mine], true), true)).toEqual([mine, TEST_HOOK]);
    expect(withHook([mine, TEST_HOOK], false)).toEqual([mine]);
  });
});
