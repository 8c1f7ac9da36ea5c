import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import { Grant, type GrantStore } from '#contracts/permission.ts';
import { readJsonIfExists, writeFileAtomic } from '#host/atomic-file.ts';
import { errnoOf, writeError } from '#host/file-error.ts';

const GrantsFile = z.strictObject({ version: z.literal(1), grants: z.array(Grant) });

/**
 * Answers in a private file of the person (`~/.assay/grants.json`). An invalid file is an error, never an empty list: a
 * denial in it must not be lost.
 */
export function fileGrants(path: string): GrantStore {
  const read = async (): Promise<Grant[]> => (await readJsonIfExists(path, GrantsFile))?.grants ?? [];
  const change = <T>(
    edit: (grants: readonly Grant[]) => { readonly grants: readonly Grant[]; readonly result: T },
  ): Promise<T> =>
    withLock(`${path}.lock`, async () => {
      const { grants, result } = edit(await read());
      const text = JSON.stringify(GrantsFile.parse({ version: 1, grants }), null, 2);
      await writeFileAtomic(path, `${text}\n`, { mode: 0o600 });
      return result;
    });
  return {
    list: async (holder) => (await read()).filter((grant) => holder === undefined || grant.holder === holder),
    add: (added) => change((grants) => ({ grants: [...grants, ...added], result: undefined })),
    revoke: (id) =>
      change((grants) => {
        const grantsLeft = grants.filter((grant) => grant.id !== id);
        return { grants: grantsLeft, result: grantsLeft.length < grants.length };
      }),
  };
}

/** Longer than any edit takes; an older lock was left by a process that died. */
const STALE_MS = 10_000;
const TRIES = 400;

/** One writer at a time, across processes: no edit may be lost. */
async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      await (await open(path, 'wx', 0o600)).close();
      break;
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw writeError(`the file ${path}`, error);
      if (tries >= TRIES) {
        throw new AssayError('STORE_BUSY', `The grants are being changed by another process (${path}).`, {
          next: 'Try again; if no other Assay runs, remove that file.',
        });
      }
      const age = Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? Date.now());
      if (age > STALE_MS) await rm(path, { force: true });
      else await wait(10);
    }
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}
