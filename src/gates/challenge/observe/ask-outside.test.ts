import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Command } from '#contracts/exec.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { type Channel, PIPE, type TreeRunner } from '../../tree-runner.ts';
import type { ChangedCode } from '../changed-code.ts';
import { askOutside } from './ask-outside.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe('asking outside of the tests', () => {
  it('uses our Node where the project’s cannot run what asks, says so, and does not try the other again', async () => {
    const { treeRunner, started } = machine({ 'twice.js': 'export const twice = (n) => n * 2;\n' });
    expect(await ask(treeRunner, '[4]')).toMatchObject({ outcomes: ['8'], otherNode: true, whole: true });
    expect(await ask(treeRunner, '[5]')).toMatchObject({ outcomes: ['10'], otherNode: true });
    expect(started).toEqual(['node', process.execPath, process.execPath]);
  });

  it('reports that no process answers', async () => {
    const { treeRunner } = machine({ 'twice.js': 'process.abort();\n' });
    expect(await ask(treeRunner, '[4]')).toMatchObject({ outcomes: [null], silent: true, whole: false });
  });
});

const ask = (treeRunner: TreeRunner, args: string) =>
  askOutside(
    treeRunner,
    'tree' as TreeHash,
    { runner: { runner: 'node:test', root: '.', isTestFile: () => false }, sources: [] } as unknown as ChangedCode,
    [{ module: 'twice.js', name: 'twice', args }],
    { env: {}, before: [] },
    new AbortController().signal,
  );

/** Runs commands in a folder of these files; its own Node knows none of our flags. */
function machine(files: Readonly<Record<string, string>>): { treeRunner: TreeRunner; started: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'ask-outside-'));
  folders.push(folder);
  for (const [name, text] of Object.entries({ ...files, 'package.json': '{"type":"module"}' }))
    writeFileSync(join(folder, name), text);
  const started: string[] = [];
  const run = async (_: TreeHash, { program, args }: Command, __: AbortSignal, channel: Channel) => {
    started.push(program);
    if (program === 'node') return { value: { outcome: 'exited', exitCode: 9 }, heard: '' };
    mkdirSync(channel.at, { recursive: true });
    for (const [name, text] of Object.entries({ ...channel.files, [PIPE]: '' }))
      writeFileSync(join(channel.at, name), text);
    const { status } = spawnSync(program, args ?? [], { cwd: folder });
    const heard = readFileSync(join(channel.at, PIPE), 'utf8');
    rmSync(channel.at, { recursive: true });
    return { value: { outcome: 'exited', exitCode: status }, heard };
  };
  return { treeRunner: { run } as unknown as TreeRunner, started };
}
