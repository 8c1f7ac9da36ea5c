import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { write } from '#host/testing/temp-folder.ts';
import { FILES, setUpBranch } from './testing/branch-set-up.ts';
import { git, MESSAGE } from './testing/test-repository.ts';

describe('G6.6 bringing work back after a crash', () => {
  it('ends as if it had not been killed, wherever that was', async () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`src/f${n}.txt`, `${n}\n`.repeat(50)]));
    const { root, repository, store, base, at, status } = await setUpBranch({ ...FILES, ...many });
    const two = await store.create({ name: 'two', repository });
    for (const name of Object.keys(many)) write(two.path, { [name]: 'changed\n'.repeat(100) });
    const { sha } = await two.commit(MESSAGE);
    const script = join(import.meta.dirname, 'testing/bring-back.ts');
    /** How long it took from its first word to its end, and whether it came to one. */
    const run = async (killAfter?: number): Promise<{ ms: number; ended: boolean }> => {
      const child = spawn(process.execPath, [script, root, repository, sha], { stdio: ['ignore', 'pipe', 'inherit'] });
      const over = once(child, 'exit');
      let [said, begun] = ['', 0];
      child.stdout.on('data', (chunk) => {
        if (begun === 0 && killAfter !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfter);
        if (begun === 0) begun = performance.now();
        said += String(chunk);
      });
      await over;
      return { ms: performance.now() - begun, ended: said.includes('{') };
    };
    const startAgain = (): string => git(repository, 'reset', '--quiet', '--hard', base);
    const { ms } = await run();
    expect(at('main')).toBe(sha);
    startAgain();
    let cut = 0;
    // Each round continues from the state after the last kill; after a complete one it starts again.
    for (const part of [0.3, 0.5, 0.7, 0.8, 0.9, 0.95]) {
      if (!(await run(ms * part)).ended) cut += 1;
      if (at('main') !== sha) continue;
      await store.repository(repository).fastForward('main', sha);
      expect(status()).toBe('');
      rmSync(join(repository, '.git/index.lock'), { force: true });
      startAgain();
    }
    expect(cut).toBeGreaterThan(0);
    expect(await store.repository(repository).fastForward('main', sha)).toMatchObject({ sha });
    expect(at('main')).toBe(sha);
    expect(status()).toBe('');
    expect(existsSync(join(repository, '.git/index.lock'))).toBe(false);
    expect(git(repository, 'fsck', '--no-dangling', '--connectivity-only')).toBe('');
  });
});
