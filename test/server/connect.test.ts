import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from '#agents/known/known-agents.ts';
import { planChange } from '#app/connect/plan-change.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { openWindow, tempFolder } from './window.ts';

/** Programs that say their version. */
async function programs(...names: string[]): Promise<string> {
  const folder = await tempFolder();
  for (const name of names) {
    await writeFile(join(folder, name), '#!/bin/sh\necho 9.8.7\n');
    await chmod(join(folder, name), 0o755);
  }
  return folder;
}

const SYSTEM = '/usr/bin:/bin';

describe('C10.20 what can be connected', () => {
  it('lists installed clients, and the files that connecting writes, as `assay connect` would', async () => {
    const bin = await programs('claude', 'codex', 'opencode');
    const { client } = await openWindow({ env: { PATH: `${bin}:${SYSTEM}` } });
    const { clients, agents, assay, addToPath } = await client.call(ROUTES.connect, {});
    expect(clients.filter(({ installed }) => installed).map(({ id }) => id)).toEqual(['claude', 'codex', 'opencode']);
    expect(clients.find(({ id }) => id === 'claude')).toMatchObject({ version: '9.8.7', file: '.mcp.json' });
    expect(clients.find(({ id }) => id === 'codex')).toMatchObject({ file: '~/.codex/config.toml', format: 'toml' });
    expect(clients.find(({ id }) => id === 'cursor')).toMatchObject({ installed: null });
    expect(agents.find(({ title }) => title === 'opencode')).toMatchObject({ backend: 'acp:opencode acp' });
    expect([assay, addToPath]).toEqual([expect.stringMatching(/\/bin\/assay$/), dirname(assay)]);
    for (const { id, configuration, command } of clients) {
      const entry = CLIENTS[id];
      if (!entry) throw new Error(`${id} is no client`);
      const empty = await tempFolder();
      const wanted = { scope: 'project' as const, remove: false, repository: empty, home: empty, command: assay };
      expect([id, configuration]).toEqual([id, (await planChange(entry, wanted)).after]);
      expect(command).toBe(`${assay} connect ${id}`);
    }
  });

  it('finds nothing on an empty machine, and uses `assay` if it is on the PATH', async () => {
    const bin = await programs('assay');
    const { client } = await openWindow({ env: { PATH: bin } });
    const { clients, keys, assay, addToPath } = await client.call(ROUTES.connect, {});
    expect(clients.filter(({ installed }) => installed === true)).toEqual([]);
    expect(keys.filter(({ set }) => set)).toEqual([]);
    expect([assay, addToPath]).toEqual(['assay', null]);
  });

  it('says which keys are set, but not their values; reads nobody’s configuration', async () => {
    const home = await tempFolder();
    const secret = 'sk-ant-api03-not-a-real-key-0123456789';
    await mkdir(join(home, '.codex'));
    await writeFile(join(home, '.codex/config.toml'), 'experimental_bearer_token = "tok-of-mine-123456"\n');
    const env = { HOME: home, ANTHROPIC_API_KEY: secret, OPENAI_API_KEY: ' ', PATH: SYSTEM };
    const { client } = await openWindow({ home, env });
    const { text, status } = await client.raw('/api/connect', { headers: { origin: client.origin } });
    expect(status).toBe(200);
    expect(text).toContain('ANTHROPIC_API_KEY');
    for (const word of [secret, 'not-a-real-key', 'tok-of-mine', 'bearer_token']) expect(text).not.toContain(word);
    const { keys } = await client.call(ROUTES.connect, {});
    expect(keys.filter(({ set }) => set).map(({ name }) => name)).toEqual(['ANTHROPIC_API_KEY']);
  });

  it('is refused to a browser that was not admitted', async () => {
    const { server } = await openWindow();
    expect((await fetch(`${server.url}/api/connect`)).status).toBe(401);
  });
});
