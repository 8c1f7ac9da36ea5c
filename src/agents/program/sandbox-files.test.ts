import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../test/attempting.ts';
import { inSandbox, writeInSandbox } from './sandbox-files.ts';

/** A home whose settings an earlier turn made a link to a folder of the person. */
function planted(sandboxed: boolean) {
  const [home, outside] = [tempFolder(), tempFolder()];
  writeFileSync(join(outside, 'settings.json'), 'theirs');
  symlinkSync(outside, join(home, '.agent'));
  mkdirSync(join(home, '.other'));
  symlinkSync(join(outside, 'settings.json'), join(home, '.other/settings.json'));
  return { outside, programSandbox: { home, sandboxed } };
}

describe('C1 files in the home of an agent’s own program', () => {
  it('are never written through links that the program planted in its sandbox', async () => {
    const { outside, programSandbox } = planted(true);
    await expect(writeInSandbox(programSandbox, '.agent/settings.json', 'ours')).rejects.toMatchObject({
      code: 'PATH_OUTSIDE',
      message: expect.stringContaining('.agent is a link'),
    });
    await expect(inSandbox(programSandbox, '.agent', (at) => writeFile(join(at, 'x'), ''))).rejects.toThrow(
      /is a link/,
    );
    await writeInSandbox(programSandbox, '.other/settings.json', 'ours');
    expect(readFileSync(join(outside, 'settings.json'), 'utf8')).toBe('theirs');
    expect(readFileSync(join(programSandbox.home, '.other/settings.json'), 'utf8')).toBe('ours');
    expect(readdirSync(outside)).toEqual(['settings.json']);
    await inSandbox(programSandbox, '.new/folder', (at) => writeFile(join(at, 'x'), ''));
    expect(existsSync(join(programSandbox.home, '.new/folder/x'))).toBe(true);
  });

  it('are where a person keeps them on the bare machine', async () => {
    const { outside, programSandbox } = planted(false);
    await writeInSandbox(programSandbox, '.agent/settings.json', 'ours');
    await inSandbox(programSandbox, '.agent', (at) => writeFile(join(at, 'x'), ''));
    expect(readFileSync(join(outside, 'settings.json'), 'utf8')).toBe('ours');
    expect(readdirSync(outside).sort()).toEqual(['settings.json', 'x']);
  });
});
