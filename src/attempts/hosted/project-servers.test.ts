import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AgentTask } from '#contracts/agent.ts';
import { tempFolder, write } from '#host/testing/temp-folder.ts';
import { expanded, readMcpFile } from '#sources/mcp/mcp-file.ts';
import {
  disableServers,
  enableServers,
  offerOf,
  openEnabled,
  openServer,
  whyNotUsed,
} from '#sources/project-servers.ts';
import { noteServer } from '#sources/testing/note-server.ts';
import { hostedServers } from './project-servers.ts';

const ENV = { PATH: process.env.PATH, HOME: '/home/nobody', ME: 'Ann', ANTHROPIC_API_KEY: 'secret' };
// biome-ignore lint/suspicious/noTemplateCurlyInString: the file's own way to name a variable
const NAMED = { WHO: '${ME}', TEAM: 'https://example.com/${TEAM:-all}/mcp', KEY: 'Bearer ${KEY}' };
const file = (args: readonly string[] = ['tools/notes.mjs']): string =>
  JSON.stringify({ mcpServers: { notes: { command: process.execPath, args, env: { WHO: NAMED.WHO } } } });

function setUp() {
  const root = realpathSync(tempFolder());
  const [project, mark] = [join(root, 'project'), join(root, 'mark')];
  write(project, { '.mcp.json': file(), 'tools/notes.mjs': noteServer(mark) });
  const home = { root: join(root, 'home') };
  write(home.root, { a: '' });
  const offered = async () => {
    const offer = await offerOf(project, home);
    if (offer === null) throw new Error('there is no offer');
    return offer;
  };
  const enable = async (readOnly = false) => {
    const offer = await offered();
    const [server] = offer.servers;
    if (server === undefined) throw new Error('there is no server');
    const open = await openServer(server, project, ENV);
    await open.close();
    await enableServers(offer, project, home, { notes: { toolsHash: open.toolsHash, readOnly } }, 1);
  };
  const used = async (onlyReading = false) => {
    const opened = await openEnabled(await offered(), project, ENV, { onlyReading });
    onTestFinished(() => opened[Symbol.asyncDispose]());
    return opened;
  };
  const starts = (): string[] => (existsSync(mark) ? readFileSync(mark, 'utf8').trim().split('\n') : []);
  return { project, home, mark, offered, enable, used, starts };
}

const task = (more: Partial<AgentTask> = {}): AgentTask => ({
  ...{ id: 'r/a#1/1', agent: 'engineer', system: '', prompt: '', claim: null, limits: {} },
  place: JSON.stringify({ name: 'ws', readOnly: false }),
  ...more,
});

describe('S5.1 S5.8 servers that a project’s .mcp.json offers', () => {
  it('are not started before a person has enabled them, then run in the project with only the variables they name', async () => {
    const { offered, enable, used, starts, project } = setUp();
    expect(whyNotUsed(await offered())).toContain('assay sources enable');
    expect((await used()).tools).toEqual([]);
    expect(starts()).toEqual([]);
    await enable();
    const { tools, names } = await used();
    expect([names, tools.map(({ name }) => name)]).toEqual([['notes'], ['mcp__notes__look']]);
    const context = { signal: new AbortController().signal, cwd: project, progress: () => undefined };
    expect(await tools[0]?.run({}, context)).toMatchObject({ ok: true, text: 'a note for Ann' });
    expect(starts()).toHaveLength(2);
    for (const start of starts()) {
      expect(start).toContain(`started ${project} `);
      expect(start.split(' ')[2]?.split(',')).toEqual(expect.arrayContaining(['HOME', 'PATH', 'WHO']));
      expect(start).not.toMatch(/ANTHROPIC|[ ,]ME(,|$)/);
    }
  });

  it('are used no more once the file, the script they are started from or their tools have changed', async () => {
    const { project, mark, offered, enable, used, starts } = setUp();
    await enable();
    write(project, { '.mcp.json': file(['tools/notes.mjs', '--all']) });
    expect(whyNotUsed(await offered())).toContain('changed');
    expect((await used()).names).toEqual([]);
    write(project, { '.mcp.json': file(), 'tools/notes.mjs': `${noteServer(mark)}\n// more` });
    expect(whyNotUsed(await offered())).toContain('changed');
    expect(starts()).toHaveLength(1);
    // The same files as then count as before.
    write(project, { 'tools/notes.mjs': noteServer(mark) });
    expect((await used()).names).toEqual(['notes']);
  });

  it('are used in explore mode only if the person says that they only read, and never once disabled', async () => {
    const { project, home, enable, used } = setUp();
    await enable();
    expect((await used(true)).names).toEqual([]);
    await enable(true);
    const { tools } = await used(true);
    expect(tools[0]?.annotations.readOnly).toBe(true);
    await disableServers(project, home, ['notes']);
    expect((await used()).names).toEqual([]);
  });

  it('reach the agents of a run as its base has them, but none that is blind; the log has the hash', async () => {
    const { project, home, enable, mark } = setUp();
    await enable();
    const base = tempFolder();
    write(base, { '.mcp.json': file() });
    const servers = async (of: AgentTask, folder = base) => {
      const signal = new AbortController().signal;
      const given = await hostedServers({ task: of, repository: project, folder, home, env: ENV, signal });
      onTestFinished(() => given?.[Symbol.asyncDispose]());
      return given;
    };
    const engineer = await servers(task());
    expect(engineer?.tools.map(({ name }) => name)).toEqual(['mcp__notes__look']);
    expect(engineer).toMatchObject({ withheld: null, file: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) } });
    const blind = await servers(task({ focus: { files: ['test/a.ts'], blindTo: ['src/a.ts'] } }));
    expect(blind).toMatchObject({ tools: [], withheld: expect.stringContaining('blind') });
    const other = tempFolder();
    write(other, { '.mcp.json': file(['evil.mjs']) });
    expect(await servers(task(), other)).toMatchObject({ tools: [], withheld: expect.stringContaining('changed') });
    expect(await servers(task(), tempFolder())).toBeNull();
    expect(readFileSync(mark, 'utf8').trim().split('\n')).toHaveLength(2);
  });

  it('are read as Claude Code writes them; what cannot be used is reported', () => {
    const { servers, problems } = readMcpFile(
      JSON.stringify({
        mcpServers: {
          docs: {
            type: 'http',
            url: NAMED.TEAM,
            headers: { Authorization: NAMED.KEY },
          },
          old: { type: 'sse', url: 'https://example.com/sse' },
          local: { command: 'npx', args: ['-y', 'pkg'] },
          odd: { args: [] },
        },
      }),
    );
    expect(servers.map(({ name, type }) => `${name} ${type}`)).toEqual(['docs http', 'old sse', 'local stdio']);
    expect(problems).toEqual([expect.stringContaining('odd')]);
    const [docs] = servers;
    if (docs === undefined) throw new Error('no docs');
    expect(expanded(docs, { KEY: 'k' })).toMatchObject({
      missing: [],
      server: { url: 'https://example.com/all/mcp', headers: { Authorization: 'Bearer k' } },
    });
    expect(expanded(docs, {}).missing).toEqual(['KEY']);
    expect(readMcpFile('{').problems[0]).toContain('not JSON');
    expect(readMcpFile('[]').servers).toEqual([]);
  });
});
