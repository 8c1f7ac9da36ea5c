import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processStartTime } from '#host/process-identity.ts';
import { failureOf, tempFolder } from '#host/testing/temp-folder.ts';
import { repositoryWith, storeIn } from '#workspace/testing/test-repository.ts';
import { workspacesOf } from './workspaces.ts';

describe('the workspaces of a run', () => {
  it.for([
    ['the machine was started again', (parts: string[]) => parts.with(1, 'another-boot')],
    ['another container had it', (parts: string[]) => parts.with(2, '1')],
    ['another machine had it', (parts: string[]) => parts.with(0, 'another-machine')],
  ] as const)('exist again after %s, with their files', async ([_when, changed], { skip }) => {
    if (process.platform !== 'linux') skip('needs Linux');
    const folder = tempFolder();
    const repository = repositoryWith({ 'a.txt': 'a\n' });
    const before = await workspacesOf(storeIn(folder), repository).create('run-pr1', 'main');
    writeFileSync(join(before.path, 'b.txt'), 'b\n');
    const file = join(folder, 'store/workspaces/run-pr1/workspace.json');
    const record = JSON.parse(readFileSync(file, 'utf8'));
    const startTime = changed(record.owner.startTime.split('/')).join('/');
    const left = (more = {}) =>
      writeFileSync(file, JSON.stringify({ ...record, owner: { pid: 7, startTime }, ...more }));

    for (const how of ['open', 'create'] as const) {
      left();
      const { path } = await workspacesOf(storeIn(folder), repository)[how]('run-pr1', 'main');
      expect(readFileSync(join(path, 'b.txt'), 'utf8')).toBe('b\n');
    }
    left({ ready: false });
    const again = await workspacesOf(storeIn(folder), repository).create('run-pr1', 'main');
    expect(readFileSync(join(again.path, 'a.txt'), 'utf8')).toBe('a\n');
  });

  it('says which process holds a workspace, not that its name is taken', async () => {
    const folder = tempFolder();
    const repository = repositoryWith({ 'a.txt': 'a\n' });
    await workspacesOf(storeIn(folder), repository).create('run-pr1', 'main');
    const file = join(folder, 'store/workspaces/run-pr1/workspace.json');
    const record = JSON.parse(readFileSync(file, 'utf8'));
    // A process of this machine that lives: the one that started this one.
    const owner = { pid: process.ppid, startTime: processStartTime(process.ppid) };
    writeFileSync(file, JSON.stringify({ ...record, owner }));
    const { create, open } = workspacesOf(storeIn(folder), repository);
    expect(await failureOf(create('run-pr1', 'main'))).toMatchObject({ code: 'WORKSPACE_HELD' });
    expect(await failureOf(open('run-pr1'))).toMatchObject({ code: 'WORKSPACE_HELD' });
  });
});
