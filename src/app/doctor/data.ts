import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import { damageOf } from '#engine/log/salvage.ts';
import { SqliteStore } from '#engine/log/sqlite-store.ts';
import { verifyLogs } from '#engine/log/verify.ts';
import { homeOf, openHome } from '#host/home.ts';
import type { CheckFinding, DoctorCheck } from './check.ts';

export const homeWritable: DoctorCheck = {
  name: 'home',
  group: 'needed',
  look: async ({ env }) => {
    try {
      const { root } = await openHome(env);
      return { state: 'ok', seen: root };
    } catch (thrown) {
      return asFinding(thrown);
    }
  },
};

/** It opens, and its pages are sound. */
export const database: DoctorCheck = {
  name: 'run database',
  group: 'needed',
  look: async ({ env }) => {
    try {
      const { database: file } = homeOf(env);
      if (!existsSync(file)) return { state: 'ok', seen: 'none yet; the first run makes it' };
      const damage = damageOf(file);
      if (damage.length > 0) {
        const next = '`assay doctor --repair` saves every run that can be read, and keeps the damaged file.';
        return { state: 'bad', seen: `damaged: ${damage[0]?.split('\n').at(-1)}`, next };
      }
      // Opening it also reports when a newer Assay wrote it.
      await new SqliteStore({ file }).close();
      const logs = [...verifyLogs(file, { explain: false })];
      const [worst, ...more] = logs.filter(({ trouble }) => trouble !== null);
      if (worst?.trouble) {
        const others = more.length > 0 ? `, and ${more.length} more` : '';
        const seen = `run ${worst.run} is not whole: ${worst.trouble.seen}${others}`;
        return {
          state: 'bad',
          seen,
          next: '`assay runs verify` says which can be repaired; `assay doctor --repair` repairs them.',
        };
      }
      return { state: 'ok', seen: `sound, ${logs.length} ${logs.length === 1 ? 'run' : 'runs'}, each read to its end` };
    } catch (thrown) {
      return asFinding(thrown);
    }
  },
};

const LEAST_MB = 200;

export const diskSpace: DoctorCheck = {
  name: 'disk space',
  group: 'needed',
  look: async ({ env }) => {
    const { bavail, bsize } = await statfs(nearest(homeOf(env).root));
    const megabytes = Math.floor((bavail * bsize) / 2 ** 20);
    const seen = megabytes > 2_048 ? `${Math.floor(megabytes / 1_024)} GB free` : `${megabytes} MB free`;
    if (megabytes >= LEAST_MB) return { state: 'ok', seen };
    return { state: 'bad', seen, next: 'Free some space, or set ASSAY_HOME to another disk.' };
  },
};

/** The folder itself, or the nearest existing parent. */
const nearest = (path: string): string => (existsSync(path) || path === dirname(path) ? path : nearest(dirname(path)));

function asFinding(thrown: unknown): CheckFinding {
  if (!(thrown instanceof AssayError)) throw thrown;
  return { state: 'bad', seen: thrown.message, ...(thrown.next === undefined ? {} : { next: thrown.next }) };
}
