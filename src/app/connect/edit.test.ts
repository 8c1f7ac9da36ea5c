import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { removeIn, setIn } from './edit-jsonc.ts';
import { removeTable, setTable } from './edit-toml.ts';
import { TEST_HOOK, withHook } from './hooks.ts';
import { parseJsonc } from './parse-jsonc.ts';

const PATH = ['mcpServers', 'assay'];
const ENTRY = { command: 'assay', args: ['mcp'] };

describe('one entry in a file of somebody else', () => {
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

  it('leaves a file alone that is no JSON', () => {
    expect(() => setIn('{ "a": ', PATH, ENTRY)).toThrow('it is not JSON');
    expect(() => setIn('[1]', PATH, ENTRY)).toThrow('it holds no object');
  });

  it('TOML keeps comments, order and other tables', () => {
    const before =
      '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y" # why\n\n# about projects\n[projects."/a"]\ntrust = "yes"\n';
    const set = setTable(before, 'mcp_servers.assay', ENTRY);
    expect(set).toBe(`${before}\n[mcp_servers.assay]\ncommand = "assay"\nargs = ["mcp"]\n`);
    expect(setTable(set, 'mcp_servers.assay', ENTRY)).toBe(set);
    expect(removeTable(set, 'mcp_servers.assay')).toBe(before);
    const middle = '[mcp_servers.assay]\ncommand = "old"\n\n# next\n[b]\nc = 1\n';
    expect(setTable(middle, 'mcp_servers.assay', ENTRY)).toBe(
      '[mcp_servers.assay]\ncommand = "assay"\nargs = ["mcp"]\n\n# next\n[b]\nc = 1\n',
    );
    expect(() => setTable('a = ', 'mcp_servers.assay', ENTRY)).toThrow('it is not TOML');
  });
});

describe('G9 the hook that Claude Code is offered', () => {
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
