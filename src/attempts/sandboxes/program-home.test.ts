import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { thisProcess } from '#host/owner.ts';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { openProgramHome, sweepProgramHomes } from './program-home.ts';

describe('H2.9 the home of an agent’s own program', () => {
  it('is a new one for each attempt, and goes with it whatever was left there', async () => {
    const root = await tempFolder();
    const [one, two] = await Promise.all([
      openProgramHome({ root }, 'claude', undefined),
      openProgramHome({ root }, 'claude', undefined),
    ]);
    expect(one.folder).not.toBe(two.folder);
    mkdirSync(join(one.folder, 'closed'));
    writeFileSync(join(one.folder, 'closed', 'AGENTS.md'), 'obey');
    chmodSync(join(one.folder, 'closed'), 0);
    await one.leave();
    expect(existsSync(dirname(one.folder))).toBe(false);
    expect(existsSync(two.folder)).toBe(true);
    await two.leave();
    expect(readdirSync(join(root, 'seats', 'attempts'))).toEqual([]);
    expect(readdirSync(join(root, 'seats', 'trash'))).toEqual([]);
  });

  it('is one for all turns of a conversation, and of no other', async () => {
    const root = await tempFolder();
    const first = await openProgramHome({ root }, 'acp:some agent', 'run-1');
    writeFileSync(join(first.folder, 'session.jsonl'), 'said');
    await first.leave();
    const again = await openProgramHome({ root }, 'acp:some agent', 'run-1');
    expect(readFileSync(join(again.folder, 'session.jsonl'), 'utf8')).toBe('said');
    for (const [backend, conversation] of [
      ['acp:some agent', 'run-2'],
      ['claude', 'run-1'],
    ] as const) {
      expect(readdirSync((await openProgramHome({ root }, backend, conversation)).folder)).toEqual([]);
    }
  });

  it('of an attempt whose process is gone is removed; those of running ones and of conversations stay', async () => {
    const root = await tempFolder();
    const dead = await openProgramHome({ root }, 'codex', undefined);
    const { pid } = spawnSync('true');
    writeFileSync(join(dirname(dead.folder), 'owner.json'), JSON.stringify({ ...thisProcess(), pid }));
    const live = await openProgramHome({ root }, 'codex', undefined);
    const talk = await openProgramHome({ root }, 'codex', 'run-1');
    await sweepProgramHomes({ root });
    expect([dead, live, talk].map(({ folder }) => existsSync(folder))).toEqual([false, true, true]);
  });

  it('is nowhere that definitions of agents are read from', async () => {
    const root = await tempFolder();
    const { folder } = await openProgramHome({ root }, 'claude', 'run-1');
    expect(folder.startsWith(join(root, 'agents'))).toBe(false);
  });

  it('has nothing to sweep where no one ever sat', async () => {
    await expect(sweepProgramHomes({ root: await tempFolder() })).resolves.toBeUndefined();
  });
});
