import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, it, onTestFinished } from 'vitest';
import { TOOLBELT } from '#tools/registry.ts';
import { BIN, COMPILED, tempHome } from './assay.ts';

it('assay mcp lists and shows runs to a real client', async () => {
  const home = tempHome();
  await home.assay('demo', 'first-run', '--fast');
  const client = new Client({ name: 'test', version: '1' });
  const { PATH = '' } = process.env;
  await client.connect(
    new StdioClientTransport({
      command: BIN,
      args: ['mcp', '--tools', 'all'],
      env: { PATH, ASSAY_HOME: home.root, ...COMPILED },
    }),
  );
  onTestFinished(() => client.close());
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
    'get_task',
    'submit_work',
    'check_work',
    'request_scope_reduction',
    'escalate_for_external_help',
    'list_runs',
    'show_run',
    'search_code',
    'find_function',
    'get_symbol',
    'get_dependencies',
    'get_dependents',
    'file_symbols',
    'search_history',
    'find_failures',
    'decisions',
    'find_patterns',
    'history_for_code',
    'code_for_history',
    'research',
    'best_practices',
    'hop_search',
    'compare',
    'code_for_academic',
    'history_for_academic',
    'check_entities',
    'check_citations',
    'check_relations',
    'check_contradictions',
    'search_all',
    'smart_search',
    'find_usages',
    'find_similar',
    'plan_preflight',
    'remember',
    'store_summary',
    ...TOOLBELT.map(({ name }) => name),
    'check_call',
  ]);
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
    'assay://plan',
    'assay://state',
    'assay://evidence',
  ]);
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['work', 'status', 'plan']);
  const belt = await client.callTool({ name: 'shell-check', arguments: { command: '[[ -n $x ]]' } });
  expect(belt.structuredContent).toMatchObject({ verdict: 'not-posix' });
  const listed = await client.callTool({ name: 'list_runs', arguments: {} });
  expect(listed.structuredContent).toMatchObject({ runs: [{ status: 'completed', simulated: true, failed: 0 }] });
  const shown = await client.callTool({ name: 'show_run', arguments: { run: 'last' } });
  expect(JSON.stringify(shown.structuredContent)).toContain('claim of cart refused');
  const unknown = await client.callTool({ name: 'show_run', arguments: { run: 'zzz' } });
  expect(unknown).toMatchObject({ isError: true, structuredContent: { code: 'RUN_UNKNOWN' } });
});

const GATE = ['get_task', 'submit_work', 'check_work', 'request_scope_reduction', 'escalate_for_external_help'];

it('X8.9 assay mcp offers only the gate unless more is requested', async () => {
  const home = tempHome();
  const client = new Client({ name: 'test', version: '1' });
  const { PATH = '' } = process.env;
  await client.connect(
    new StdioClientTransport({ command: BIN, args: ['mcp'], env: { PATH, ASSAY_HOME: home.root, ...COMPILED } }),
  );
  onTestFinished(() => client.close());
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(GATE);
  expect(client.getInstructions()).not.toContain('find-binary');
});

it('X8.10 assay mcp --http serves a client that has its token, and no other', async () => {
  const home = tempHome();
  const { PATH = '' } = process.env;
  const env = { PATH, ASSAY_HOME: home.root, ...COMPILED };
  const child = spawn(BIN, ['mcp', '--http', '--tools', 'runs'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const lines = createInterface({ input: child.stdout });
  const said: string[] = [];
  for await (const line of lines) if (said.push(line) === 2) break;
  const url = new URL(said[0]?.replace('MCP at ', '') ?? '');
  const headers = { Authorization: said[1]?.replace('Authorization: ', '') ?? '' };
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
  const client = new Client({ name: 'test', version: '1' });
  // The SDK's own class does not fit its interface under exactOptionalPropertyTypes.
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as never);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('list_runs');
  await client.close();
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('a tool set that is not there is named, with those that are', async () => {
  const { code, err } = await tempHome().assay('mcp', '--tools', 'gates');
  expect(code).toBe(2);
  expect(err).toMatch(/no tool set "gates".*gate, runs, knowledge, toolbelt/s);
});
