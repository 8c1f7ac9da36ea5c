import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROUTES } from '#contracts/http/routes.ts';
import { openHome } from '#host/home.ts';
import { sourceFiles } from '#sources/open-source.ts';
import { SourceConfig } from '#sources/source-config.ts';
import { openWindow, tempFolder } from './window.ts';

it('C10.22 lists agents, skills and sources by name, without secrets or a command’s arguments', async () => {
  const [project, root] = [await tempFolder(), await tempFolder()];
  await mkdir(join(project, '.git'));
  await mkdir(join(project, '.agents/agents'), { recursive: true });
  await writeFile(join(project, '.agents/agents/plan.md'), '---\ndescription: Our own.\n---\nPlan our way.\n');
  const env = { PATH: '/usr/bin:/bin', HOME: root, ASSAY_HOME: join(root, 'home') };
  const files = sourceFiles(await openHome(env));
  const common = { addedAt: 1, readOnly: true };
  const program = { command: 'server', args: ['--token', 'hunter2hunter2'] };
  await files.save(SourceConfig.parse({ ...common, ...program, name: 'files', type: 'mcp-stdio' }));
  const url = 'https://example.com/mcp?key=hunter2hunter2';
  await files.save(SourceConfig.parse({ ...common, url, name: 'tracker', type: 'mcp-http' }));
  const { client } = await openWindow({ env });
  const list = await client.call(ROUTES.agentList, { query: { folder: project } });
  expect(list.agents.filter(({ name }) => name === 'plan')).toMatchObject([
    { from: 'project', description: 'Our own.' },
  ]);
  expect(list.agents.map(({ name }) => name)).toContain('adversary');
  expect(list.skills).toContainEqual(expect.objectContaining({ name: 'review-hard', from: 'assay', forModels: false }));
  expect(list.sources).toEqual([
    { name: 'files', type: 'mcp-stdio', where: 'server', readOnly: true },
    { name: 'tracker', type: 'mcp-http', where: 'https://example.com/mcp', readOnly: true },
  ]);
  expect(JSON.stringify(list)).not.toContain('hunter2');
  const elsewhere = await client.call(ROUTES.agentList, { query: { folder: join(project, 'of-another-machine') } });
  expect(elsewhere.agents.map(({ name }) => name)).toContain('adversary');
});
