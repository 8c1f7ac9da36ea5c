import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { leftOut, SLOW_SUITES } from './slow-suites.ts';

const root = new URL('../', import.meta.url);
const isThere = (path: string): boolean => existsSync(new URL(path, root));

describe('X7.8 slow suites', () => {
  it('are files that exist, each with a faster test that stays in npm test', () => {
    const slow = SLOW_SUITES.flatMap(({ files }) => files);
    const stays = SLOW_SUITES.flatMap(({ smoke }) => smoke);
    expect([...slow, ...stays].filter((path) => !isThere(path))).toEqual([]);
    expect(stays.filter((path) => slow.includes(path))).toEqual([]);
    expect(SLOW_SUITES.filter(({ smoke }) => smoke.length === 0)).toEqual([]);
  });

  it('have a script that names each of them', () => {
    const scripts = readFileSync(new URL('scripts/run.mjs', root), 'utf8');
    for (const { script, files } of SLOW_SUITES) {
      const at = scripts.indexOf(`'${script}':`);
      const line = at < 0 ? '' : scripts.slice(at, scripts.indexOf('},\n', at));
      const paths = [...line.matchAll(/'([\w./-]+)'/g)].map(([, path]) => path ?? '').filter((path) => isThere(path));
      expect([script, files.filter((file) => !paths.some((path) => file.startsWith(path)))]).toEqual([script, []]);
    }
  });

  it('are left out of a whole run, and run when they are named', () => {
    expect(leftOut([], false)).toContain('test/web/accessible.test.ts');
    expect(leftOut(['test/web'], false)).not.toContain('test/web/accessible.test.ts');
    expect(leftOut(['test/web'], false)).toContain('test/gated-pr/merge.test.ts');
    expect(leftOut([], true)).toEqual([]);
  });
});
