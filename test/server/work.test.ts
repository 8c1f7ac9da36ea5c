import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '#contracts/http/routes.ts';
import { HYBRID_TDD } from '#contracts/workflow-names.ts';
import { probedSandbox } from '../sandbox-here.ts';
import { completed, makeRun, scheduled, started } from './made-run.ts';
import { openWindow, tempFolder } from './window.ts';

const lacking = await probedSandbox();

/** A repository with a plan of two PRs, one of them done. */
async function repository(): Promise<string> {
  const folder = await tempFolder();
  await writeFile(join(folder, 'PLAN.md'), '# Plan\n\n- [x] Parse dates\n- [ ] Print dates\n');
  await writeFile(join(folder, 'package.json'), '{"scripts":{"test":"node --test"}}\n');
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src/a.js'), 'export const a = 1;\n');
  await writeFile(join(folder, 'src/a.test.mjs'), "import test from 'node:test';\ntest('a', () => {});\n");
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder, stdio: 'ignore' });
  git('init', '-b', 'main');
  git('add', '.');
  git('commit', '-m', 'first');
  return folder;
}

describe('C10 work started from the window', () => {
  it('C10.6 shows the content of a folder, sets it up, and names missing things before any cost', async () => {
    const { client, runs } = await openWindow();
    const folder = await repository();
    const look = await client.call(ROUTES.lookAtFolder, { query: { path: join(folder, 'src') } });
    expect(look).toMatchObject({
      folder,
      configured: false,
      main: 'main',
      plans: [{ path: 'PLAN.md', open: ['Print dates'], done: 1 }],
    });
    const early = client.call(ROUTES.startPlan, { body: { folder, plan: 'PLAN.md' } });
    await expect(early).rejects.toMatchObject({ code: 'CONFIG_INVALID' });

    const body = { folder, main: 'main', plan: 'PLAN.md' };
    if (lacking === null) {
      const untrue = client.call(ROUTES.initFolder, { body: { ...body, preflight: 'echo rule 7; exit 1' } });
      await expect(untrue).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
        message: expect.stringContaining('rule 7'),
      });
    }
    const { written, next, tests } = await client.call(ROUTES.initFolder, { body });
    expect(written).toContain('.assay/config.json');
    expect(next).toBe('git add .assay && git commit -m "Set up Assay"');
    expect(tests).toBe(lacking === null ? '1 test passed on main' : null);
    expect(JSON.parse(await readFile(join(folder, '.assay/config.json'), 'utf8'))).toMatchObject({ plan: 'PLAN.md' });
    await expect(client.call(ROUTES.initFolder, { body })).rejects.toMatchObject({ status: 400 });
    expect((await client.call(ROUTES.lookAtFolder, { query: { path: folder } })).configured).toBe(true);

    const asked = { body: { folder, plan: 'PLAN.md', model: 'ollama:none' } };
    const { ready, looked } = await client.call(ROUTES.lookAtPlan, asked);
    expect(ready).toBe(false);
    expect(looked.find(({ name }) => name === 'configuration')).toMatchObject({
      ok: false,
      next: expect.stringContaining(next),
    });
    expect(looked.find(({ name }) => name === 'engineer')).toMatchObject({
      ok: false,
      seen: expect.stringContaining('cannot be reached'),
    });
    const begun = client.call(ROUTES.startPlan, asked);
    await expect(begun).rejects.toMatchObject({ message: expect.stringContaining('nothing was started: ') });

    const other = client.call(ROUTES.startPlan, { body: { folder, plan: 'NONE.md' } });
    await expect(other).rejects.toMatchObject({ code: expect.stringMatching(/USAGE|NOT_ISOLATED/) });
    const spec = client.call(ROUTES.startSpec, { body: { folder, spec: '../outside.yaml' } });
    await expect(spec).rejects.toMatchObject({ code: 'FILE_MISSING' });
    expect(await runs.store.list()).toEqual([]);
  });

  it('C10.24 hybrid TDD is started with a spec that was written on the page', async () => {
    const { client, runs } = await openWindow();
    const folder = await repository();
    const spec = [
      'module: stack',
      'description: a stack',
      'criteria: [it holds]',
      'implPath: src/s.ts',
      'testPath: s.test.ts',
      'examples: [{input: push 1, output: size 1}]',
    ].join('\n');
    const body = { folder, spec, mode: 'sequential' as const, model: 'compatible:none' };
    const { run } = await client.call(ROUTES.startSpec, { body });
    expect(await runs.store.header(run)).toMatchObject({ title: 'tdd stack', graph: { name: HYBRID_TDD } });
    await client.call(ROUTES.cancel, { params: { run }, body: {} });
  });

  it('C10.6 writes a starter plan if none is named, and starts nothing from it', async () => {
    const { client } = await openWindow();
    const folder = await repository();
    execFileSync('git', ['rm', '-q', 'PLAN.md'], { cwd: folder });
    const { written } = await client.call(ROUTES.initFolder, { body: { folder, main: 'main' } });
    expect(written).toContain('PLAN.md');
    expect(await readFile(join(folder, 'PLAN.md'), 'utf8')).toContain('## PR 1: ');
  });

  it('refuses a path that is not a folder of a repository', async () => {
    const { client } = await openWindow();
    const bare = await tempFolder();
    for (const path of ['relative/path', '/nowhere/at/all', bare]) {
      const looked = client.call(ROUTES.lookAtFolder, { query: { path } });
      await expect(looked).rejects.toMatchObject({ code: expect.stringMatching(/FILE_MISSING|REPOSITORY_UNFIT/) });
    }
  });

  it('deletes a run that is over, and none that is not', async () => {
    const { client, runs } = await openWindow();
    const open = await makeRun(runs, { id: 'open', events: [scheduled('a#1'), started('a#1'), completed('a#1', {})] });
    const refused = client.call(ROUTES.deleteRun, { params: { run: open } });
    await expect(refused).rejects.toMatchObject({ status: 400, message: expect.stringContaining('not over') });
    await client.call(ROUTES.cancel, { params: { run: open }, body: {} });
    expect(await client.call(ROUTES.deleteRun, { params: { run: open } })).toEqual({ deleted: true });
    expect(await runs.store.list()).toEqual([]);
  });
});
