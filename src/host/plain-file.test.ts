import { spawn, spawnSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readPlain, removePlain, writePlain } from './plain-file.ts';
import { tempFolder } from './testing/temp-folder.ts';
import { tinyDisk } from './testing/tiny-disk.ts';

const PATH = '.assay/view.json';
const MOST = 10_000;

/** A folder of an agent, and one that the agent must not reach. */
function twoFolders(): { folder: string; outside: string; secret: string } {
  const [folder, outside] = [tempFolder(), tempFolder()];
  const secret = join(outside, 'view.json');
  writeFileSync(secret, 'secret');
  return { folder, outside, secret };
}

const read = (folder: string) => readPlain(folder, PATH, { most: MOST, alone: true });
const refusedFor = (why: RegExp) => ({ type: 'refused', why: expect.stringMatching(why) });

describe('G9.8 plain files in a folder of someone else', () => {
  it('are made with their folders, read, replaced as a whole and removed', async () => {
    const folder = tempFolder();
    expect(await read(folder)).toEqual({ type: 'absent' });
    expect(await removePlain(folder, PATH)).toEqual({ type: 'done' });
    expect(await writePlain(folder, PATH, 'one')).toEqual({ type: 'done' });
    expect(await read(folder)).toEqual({ type: 'text', text: 'one' });
    spawnSync('chmod', ['750', join(folder, PATH)]);
    await writePlain(folder, PATH, 'two');
    expect([readFileSync(join(folder, PATH), 'utf8'), statSync(join(folder, PATH)).mode & 0o7777]).toEqual([
      'two',
      0o750,
    ]);
    expect(readdirSync(join(folder, '.assay'))).toEqual(['view.json']);
    await removePlain(folder, PATH);
    expect(readdirSync(join(folder, '.assay'))).toEqual([]);
  });

  it('are not reached through a link in their place, which is replaced', async () => {
    const { folder, secret } = twoFolders();
    mkdirSync(join(folder, '.assay'));
    symlinkSync(secret, join(folder, PATH));
    expect(await read(folder)).toEqual(refusedFor(/^\.assay\/view\.json is a link/));
    expect(await writePlain(folder, PATH, 'ours')).toEqual({ type: 'done' });
    expect([readFileSync(secret, 'utf8'), readFileSync(join(folder, PATH), 'utf8')]).toEqual(['secret', 'ours']);
    symlinkSync(secret, join(folder, '.assay/other'));
    await removePlain(folder, '.assay/other');
    expect([readFileSync(secret, 'utf8'), readdirSync(join(folder, '.assay'))]).toEqual(['secret', ['view.json']]);
  });

  it('are not reached through a link in place of a folder, nor by a way out', async () => {
    const { folder, outside, secret } = twoFolders();
    symlinkSync(outside, join(folder, '.assay'));
    const why = refusedFor(/^\.assay is a link/);
    expect([await read(folder), await writePlain(folder, PATH, 'x'), await removePlain(folder, PATH)]).toEqual([
      why,
      why,
      why,
    ]);
    expect([readFileSync(secret, 'utf8'), readdirSync(outside)]).toEqual(['secret', ['view.json']]);
    expect(readlinkSync(join(folder, '.assay'))).toBe(outside);
    for (const path of ['../x', '/etc/passwd', 'a/../../x', 'a\0b'])
      expect(await writePlain(folder, path, 'x')).toEqual(refusedFor(/not a plain path/));
  });

  it('have one name: a hard link is neither read nor written into', async () => {
    const { folder, secret } = twoFolders();
    mkdirSync(join(folder, '.assay'));
    linkSync(secret, join(folder, PATH));
    expect(await read(folder)).toEqual(refusedFor(/another name/));
    expect(await readPlain(folder, PATH, { most: MOST })).toEqual({ type: 'text', text: 'secret' });
    await writePlain(folder, PATH, 'ours');
    expect([readFileSync(secret, 'utf8'), await read(folder)]).toEqual(['secret', { type: 'text', text: 'ours' }]);
  });

  it('are not pipes that block, not folders, and not larger than allowed', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, '.assay'));
    spawnSync('mkfifo', [join(folder, PATH)]);
    expect(await read(folder)).toEqual(refusedFor(/neither a file nor a folder/));
    expect(await writePlain(folder, PATH, 'ours')).toEqual({ type: 'done' });
    truncateSync(join(folder, PATH), 2 ** 40);
    expect(await read(folder)).toEqual(refusedFor(/larger than 10000 bytes/));
    await removePlain(folder, PATH);
    mkdirSync(join(folder, PATH, 'deep'), { recursive: true });
    const why = refusedFor(/^\.assay\/view\.json .*folder/);
    expect([await read(folder), await writePlain(folder, PATH, 'x'), await removePlain(folder, PATH)]).toEqual([
      why,
      why,
      why,
    ]);
    expect(readdirSync(join(folder, '.assay'))).toEqual(['view.json']);
    expect(await writePlain(folder, 'x', 'x')).toEqual({ type: 'done' });
    expect(await writePlain(folder, 'x/y', 'x')).toEqual(refusedFor(/^x cannot be opened/));
  });

  it('stay inside while someone swaps the file and its folder for links all the time', async () => {
    const { folder, outside, secret } = twoFolders();
    const swapper = spawn('sh', ['-c', SWAP, 'swap', folder, outside], { stdio: 'ignore' });
    onTestFinished(() => void swapper.kill('SIGKILL'));
    const seen = new Set<string>();
    for (let n = 0; n < 400; n++) {
      const found = await read(folder);
      seen.add(found.type);
      expect(found).not.toMatchObject({ text: 'secret' });
      seen.add((await writePlain(folder, PATH, 'ours')).type);
      if (n % 4 === 0) await removePlain(folder, PATH);
    }
    expect([readFileSync(secret, 'utf8'), readdirSync(outside)]).toEqual(['secret', ['view.json']]);
    expect(seen).toContain('refused');
    expect(seen).toContain('done');
  });

  it('a full disk is not a planted file: it throws, and the old content stays', async (context) => {
    const disk = tinyDisk(context);
    await writePlain(disk, 'view', 'old');
    await expect(writePlain(disk, 'view', 'x'.repeat(8 * 1024 ** 2))).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect(readFileSync(join(disk, 'view'), 'utf8')).toBe('old');
  });
});

const SWAP = `cd "$1" || exit
while :; do
  ln -sfn "$2" .assay; rm -f .assay
  mkdir -p .assay; ln -sf "$2/view.json" .assay/view.json; rm -f .assay/view.json; rm -rf .assay
  mkdir -p .assay; echo mine > .assay/view.json; mv .assay .moved 2>/dev/null; ln -s "$2" .assay; rm -f .assay
  mv .moved .assay 2>/dev/null; rm -rf .assay .moved
done`;
