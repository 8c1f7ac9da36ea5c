import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ROUTES } from '#contracts/http/routes.ts';
import { openWindow } from './window.ts';

const tool = (name: string) => ROUTES.beltTool.params.parse({ tool: name });

it('C10.24 tools are listed, described and run from the window, and their refusals are reported', async () => {
  const { client } = await openWindow();
  const folder = mkdtempSync(join(tmpdir(), 'assay-tools-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'a.json'), '{"seven": 7}');
  const { tools } = await client.call(ROUTES.belt, {});
  expect(tools.map(({ name }) => name)).toContain('preview');
  const described = await client.call(ROUTES.beltTool, { params: tool('preview') });
  expect(described).toMatchObject({ name: 'preview', input: { type: 'object' } });
  const run = (input: Record<string, string>) =>
    client.call(ROUTES.runTool, { params: tool('preview'), body: { folder, input } });
  expect(JSON.stringify(await run({ file: 'a.json' }))).toContain('seven');
  expect(await run({ file: 'gone.json' })).toMatchObject({ ok: false });
  expect(await run({ nothing: 'x' })).toMatchObject({ ok: false });
  const nowhere = { params: tool('preview'), body: { folder: join(folder, 'not'), input: { file: 'a' } } };
  await expect(client.call(ROUTES.runTool, nowhere)).rejects.toThrow(/is not a folder/);
});
