import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failureOf, write } from '#host/testing/temp-folder.ts';
import { setUpStore } from '../testing/store-set-up.ts';
import { git, MESSAGE } from '../testing/test-repository.ts';

describe('trimming history', () => {
  const DAY = 24 * 3_600_000;

  it('removes what old closed workspaces left, and nothing that is young, open or referred to', async () => {
    const { folder, store, create, repository } = setUpStore();
    await (await create('first')).close();
    const vault = join(folder, 'store/vaults', readdirSync(join(folder, 'store/vaults'))[0] ?? '');
    const has = (name: string): boolean => {
      try {
        git(vault, 'cat-file', '-e', name);
        return true;
      } catch {
        return false;
      }
    };
    const made = [];
    for (const name of ['old', 'kept', 'young', 'open']) {
      const space = await create(name);
      write(space.path, { [`${name}.bin`]: randomBytes(300_000) });
      const { sha, tree } = await space.commit(MESSAGE);
      if (name !== 'open') await space.close();
      made.push({ name, sha, tree });
    }
    const [old, kept, young, open] = made;
    if (!old || !kept || !young || !open) throw new Error('not made');
    const gone = await store.repository(repository).checkout({ tree: old.tree });
    await gone.close();
    // As if weeks had passed for all but the young one.
    const age = (path: string): void => {
      for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
        if (!join(entry.parentPath, entry.name).endsWith(young.sha))
          utimesSync(join(entry.parentPath, entry.name), 0, 0);
    };
    age(vault);
    const before = await store.diskUse();
    const report = await store.sweep({ history: { closedForMs: 14 * DAY, keep: [kept.tree] } });
    expect(report.historyFreed).toBeGreaterThan(250_000);
    expect((await store.diskUse()).history).toBeLessThan(before.history - 250_000);
    expect([old, kept, young, open].map(({ sha }) => has(sha))).toEqual([false, false, true, true]);
    expect([old, kept, young, open].map(({ tree }) => has(tree))).toEqual([false, true, true, true]);
    const checkout = await store.repository(repository).checkout({ tree: kept.tree });
    expect(existsSync(join(checkout.path, 'kept.bin'))).toBe(true);
    expect(await failureOf(store.repository(repository).checkout({ tree: old.tree }))).toMatchObject({
      code: 'REVISION_UNKNOWN',
    });
    expect((await create('after')).path).toBeTruthy();
    // What no run refers to any more goes the next time.
    age(vault);
    await store.sweep({ history: { closedForMs: 14 * DAY, keep: [young.sha] } });
    expect([kept, young, open].map(({ tree }) => has(tree))).toEqual([false, true, true]);
    expect(git(vault, 'fsck', '--no-dangling', '--connectivity-only')).toBe('');
  });
});
