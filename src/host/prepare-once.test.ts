import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { thisProcess } from './owner.ts';
import { type Preparation, prepareOnce } from './prepare-once.ts';
import { failureOf, tempFolder, write } from './testing/temp-folder.ts';

const info = z.object({ n: z.number() });

function setUp() {
  const folder = tempFolder();
  const shelf = { folder: join(folder, 'shelf'), trash: join(folder, 'trash') };
  const wanted = (build: (folder: string) => Promise<{ n: number }>): Preparation<typeof info> => ({
    shelf,
    key: 'k',
    info,
    build,
  });
  return { shelf, wanted, left: () => readdirSync(shelf.folder).sort() };
}

describe('preparing once', () => {
  it('builds for the first and gives it to all', async () => {
    const { wanted } = setUp();
    let built = 0;
    const ask = () =>
      prepareOnce(
        wanted(async (folder) => {
          built += 1;
          await sleep(100);
          writeFileSync(join(folder, 'x'), 'x');
          return { n: built };
        }),
      );
    const all = await Promise.all([ask(), ask(), ask()]);
    expect(built).toBe(1);
    expect(new Set(all.map(({ folder }) => folder)).size).toBe(1);
    expect(readFileSync(join(all[0].folder, 'x'), 'utf8')).toBe('x');
    expect((await ask()).info).toEqual({ n: 1 });
  });

  it('leaves nothing behind after a failure, and tries again', async () => {
    const { wanted, left } = setUp();
    const broken = wanted(async (folder) => {
      writeFileSync(join(folder, 'half'), '');
      throw Object.assign(new Error('no network'), { code: 'X' });
    });
    expect(await failureOf(prepareOnce(broken))).toMatchObject({ message: 'no network' });
    expect(left()).toEqual([]);
    expect((await prepareOnce(wanted(async () => ({ n: 2 })))).info).toEqual({ n: 2 });
  });

  it('takes over from a dead process, and waits for a living one', async () => {
    const { shelf, wanted, left } = setUp();
    const me = thisProcess();
    write(shelf.folder, { 'k.lock': JSON.stringify({ ...me, pid: 2 ** 22 - 1, nonce: 'dead' }) });
    expect((await prepareOnce(wanted(async () => ({ n: 3 })))).info).toEqual({ n: 3 });
    expect(left().filter((name) => name.includes('lock'))).toEqual([]);

    write(shelf.folder, { 'other.lock': JSON.stringify({ ...me, nonce: 'alive' }) });
    const waiting = { ...wanted(async () => ({ n: 4 })), key: 'other', waitMs: 200 };
    expect(await failureOf(prepareOnce(waiting))).toMatchObject({ code: 'WORKSPACE_HELD' });
    expect(await failureOf(prepareOnce({ ...waiting, signal: AbortSignal.abort() }))).toMatchObject({
      code: 'NODE_ABORTED',
    });
  });

  it('waits for a process that it cannot see, but less than the maximum', async () => {
    const { shelf, wanted } = setUp();
    write(shelf.folder, { 'k.lock': JSON.stringify({ pid: 1, startTime: 'another/boot/1/1', nonce: 'foreign' }) });
    const waiting = { ...wanted(async () => ({ n: 6 })), waitMs: 200 };
    expect(await failureOf(prepareOnce(waiting))).toMatchObject({ code: 'WORKSPACE_HELD' });
    const before = Date.now() / 1000 - 11 * 60;
    utimesSync(join(shelf.folder, 'k.lock'), before, before);
    expect((await prepareOnce(waiting)).info).toEqual({ n: 6 });
  });

  it('makes again what someone removed by hand', async () => {
    const { shelf, wanted } = setUp();
    write(shelf.folder, { 'k.json': JSON.stringify({ folder: 'k.gone', info: { n: 9 } }) });
    expect((await prepareOnce(wanted(async () => ({ n: 5 })))).info).toEqual({ n: 5 });
  });
});
