import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import type { ClientEntry } from '#agents/known/client-entry.ts';
import { CLIENTS } from '#agents/known/known-agents.ts';
import { parseJsonc } from './jsonc.ts';
import { withEntry } from './plan-change.ts';

function client(name: string): ClientEntry {
  const found = CLIENTS[name];
  if (!found) throw new Error(`there is no client ${name}`);
  return found;
}

describe('G8.1 the configuration of each client', () => {
  it('has Claude Code wait for the server', () => {
    expect(parseJsonc(withEntry(client('claude'), '', 'assay'))).toEqual({
      mcpServers: { assay: { type: 'stdio', command: 'assay', args: ['mcp'], alwaysLoad: true } },
    });
  });

  it('has Codex wait for the server, with numbers and truth values as TOML has them', () => {
    const text = withEntry(client('codex'), '# mine\nmodel = "x"\n', 'assay');
    expect(text).toContain('# mine\n');
    expect(parse(text)).toEqual({
      model: 'x',
      mcp_servers: { assay: { command: 'assay', args: ['mcp'], required: true, startup_timeout_sec: 60 } },
    });
  });

  it('writes the line that opencode would add itself, once', () => {
    const text = withEntry(client('opencode'), '', 'assay');
    expect(parseJsonc(text)).toEqual({
      $schema: 'https://opencode.ai/config.json',
      mcp: { assay: { type: 'local', command: ['assay', 'mcp'], enabled: true, timeout: 60_000 } },
    });
    expect(text).toMatch(/^\{\n {2}"\$schema"/);
    expect(withEntry(client('opencode'), text, 'assay')).toBe(text);
    const mine = '{ "$schema": "./mine.json" }';
    expect(parseJsonc(withEntry(client('opencode'), mine, 'assay'))).toMatchObject({ $schema: './mine.json' });
    expect(() => withEntry(client('opencode'), '{ "a": ', 'assay')).toThrow('it is not JSON');
  });
});
