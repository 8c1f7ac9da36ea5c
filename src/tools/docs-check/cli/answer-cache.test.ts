import { chmod, copyFile, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cachedAsk } from './answer-cache.ts';
import type { AskProgram } from './ask-program.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-answer-cache-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function counting(): { ask: AskProgram; asked: string[] } {
  const asked: string[] = [];
  const ask: AskProgram = async (args) => {
    asked.push(args.join(' '));
    return args[0] === 'bad' ? { ok: false, why: 'x' } : { ok: true, text: `help of ${args}` };
  };
  return { asked, ask };
}

describe('T2 answers of a program that are kept', () => {
  it('are used again until its file changes', async () => {
    const binary = join(folder, 'binary');
    await copyFile(process.execPath, binary);
    const { ask, asked } = counting();
    const round = async () => {
      const cached = await cachedAsk(binary, folder, ask);
      expect(await cached.ask(['--help'])).toEqual({ ok: true, text: 'help of --help' });
      await cached.save();
    };
    await round();
    await round();
    expect(asked).toEqual(['--help']);
    await utimes(binary, new Date(), new Date(1_000_000_000_000));
    await round();
    expect(asked).toEqual(['--help', '--help']);
  });

  it('do not hold failures, or settings, which are a person’s own', async () => {
    const binary = join(folder, 'binary');
    await copyFile(process.execPath, binary);
    const { ask, asked } = counting();
    for (let round = 0; round < 2; round += 1) {
      const cached = await cachedAsk(binary, folder, ask);
      await cached.ask(['bad', '--help']);
      await cached.ask(['config', 'ls']);
      await cached.save();
    }
    expect(asked).toEqual(['bad --help', 'config ls', 'bad --help', 'config ls']);
  });

  it('are not kept for a script of a working copy, whose code is in other files', async () => {
    const script = join(folder, 'script');
    await writeFile(script, '#!/bin/sh\n');
    await chmod(script, 0o755);
    const cached = await cachedAsk(script, join(folder, 'cache'), counting().ask);
    await cached.ask(['--help']);
    await cached.save();
    expect(await readdir(folder)).toEqual(['script']);
  });

  it('are requested again if the cache file is damaged', async () => {
    const binary = join(folder, 'binary');
    await copyFile(process.execPath, binary);
    const first = await cachedAsk(binary, folder, counting().ask);
    await first.ask(['--help']);
    await first.save();
    const [kept = ''] = await readdir(join(folder, 'docs-check'));
    await writeFile(join(folder, 'docs-check', kept), '{"key":');
    const { ask, asked } = counting();
    const second = await cachedAsk(binary, folder, ask);
    expect(await second.ask(['--help'])).toMatchObject({ ok: true });
    expect(asked).toEqual(['--help']);
  });
});
