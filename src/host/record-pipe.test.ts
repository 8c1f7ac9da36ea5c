import { appendFileSync, closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordPipe } from './record-pipe.ts';
import { tempFolder } from './testing/temp-folder.ts';

describe('a pipe that only we read', () => {
  it('has everything that was written, whoever opened it and whenever', async () => {
    const folder = tempFolder();
    const pipe = await recordPipe(folder, 'p');
    appendFileSync(join(folder, 'p'), 'one\n');
    appendFileSync(join(folder, 'p'), 'two\n');
    const long = `${'x'.repeat(40_000)}\n`;
    appendFileSync(join(folder, 'p'), long);
    expect(await pipe.end()).toEqual({ text: `one\ntwo\n${long}`, overflow: false });
  });

  it('G14.2 cannot be taken back: what someone else reads from it is missing, not changed', async () => {
    const folder = tempFolder();
    const pipe = await recordPipe(folder, 'p');
    appendFileSync(join(folder, 'p'), 'one\n');
    const thief = openSync(join(folder, 'p'), constants.O_RDWR | constants.O_NONBLOCK);
    readSync(thief, Buffer.alloc(2));
    closeSync(thief);
    expect(await pipe.end()).toEqual({ text: 'e\n', overflow: false });
  });
});
