import { describe, expect, it } from 'vitest';
import { placesToLook } from './places.ts';

const around = { cwd: '/code/repo/app', env: { PATH: '/usr/bin:/opt/x/bin/' }, userHome: '/home/me' };
const folders = (kind: string, places = placesToLook(around, 'path').places): string[] =>
  places.filter((place) => place.kind === kind).map(({ folder }) => folder);

describe('T1 find-binary: where to look', () => {
  it('T1.1 looks on PATH, then in the project and two folders above, then in the usual places', () => {
    expect(folders('path')).toEqual(['/usr/bin', '/opt/x/bin']);
    for (const base of ['/code/repo/app', '/code/repo', '/code']) {
      for (const folder of ['node_modules/.bin', 'target/release', 'target/debug', '.venv/bin', 'bin']) {
        expect(folders('project')).toContain(`${base}/${folder}`);
      }
    }
    for (const folder of [
      '/home/me/.cargo/bin',
      '/home/me/.local/bin',
      '/home/me/go/bin',
      '/usr/local/bin',
      '/opt/homebrew/bin',
    ]) {
      expect(folders('global')).toContain(folder);
    }
    const kinds = placesToLook(around, 'path').places.map(({ kind }) => kind);
    expect([...new Set(kinds)]).toEqual(['path', 'project', 'global']);
  });

  it('puts the project first where that is preferred', () => {
    expect(placesToLook(around, 'project').places[0]?.folder).toBe('/code/repo/app/node_modules/.bin');
  });

  it('names each folder once and takes the places that variables name', () => {
    const env = { PATH: '/usr/bin:/usr/bin/:/home/me/.cargo/bin', GOPATH: '/g', GOBIN: 'relative', CARGO_HOME: '/c' };
    const { places } = placesToLook({ ...around, env }, 'path');
    const all = places.map(({ folder }) => folder);
    expect(new Set(all).size).toBe(all.length);
    expect(folders('global', [...places])).toEqual(expect.arrayContaining(['/g/bin', '/c/bin']));
    expect(all).not.toContain('relative');
  });

  it('does not look where the current folder decides, and says so', () => {
    const { places, skipped } = placesToLook({ ...around, env: { PATH: './bin:/usr/bin:' } }, 'path');
    expect(places.filter(({ kind }) => kind === 'path')).toHaveLength(1);
    expect(skipped.map(({ folder }) => folder)).toEqual(['./bin', '(an empty entry of PATH)']);
  });

  it('does not take the system’s bin for the project’s', () => {
    const { places } = placesToLook({ cwd: '/srv', env: {}, userHome: undefined }, 'path');
    expect(places.filter(({ base }) => base === '/')).toEqual([]);
    expect(places.some(({ folder }) => folder === '/srv/bin')).toBe(true);
  });
});
