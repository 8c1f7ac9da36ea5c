import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, it, onTestFinished } from 'vitest';
import { TOOLBELT } from '#tools/registry.ts';
import { BIN, COMPILED, tempHome } from './assay.ts';

it('assay mcp lists and shows runs to a real client', async () => {
  const home = tempHome();
  await home.assay('demo', 'first-run', '--fast');
  const client = new Client({ name: 'test', version: '1' });
  const { PATH = '' } = process.env;
  await client.connect(
    new StdioClientTransport({ command: BIN, args: ['mcp'], env: { PATH, ASSAY_HOME: home.root, ...COMPILED } }),
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
    ...TOOLBELT.map(({ name }) => name),
    'check_call',
  ]);
  const belt = await client.callTool({ name: 'shell-check', arguments: { command: '[[ -n $x ]]' } });
  expect(belt.structuredContent).toMatchObject({ verdict: 'not-posix' });
  const listed = await client.callTool({ name: 'list_runs', arguments: {} });
  expect(listed.structuredContent).toMatchObject({ runs: [{ status: 'completed', simulated: true, failed: 0 }] });
  const shown = await client.callTool({ name: 'show_run', arguments: { run: 'last' } });
  expect(JSON.stringify(shown.structuredContent)).toContain('claim of cart refused');
  const unknown = await client.callTool({ name: 'show_run', arguments: { run: 'zzz' } });
  expect(unknown).toMatchObject({ isError: true, structuredContent: { code: 'RUN_UNKNOWN' } });
});
