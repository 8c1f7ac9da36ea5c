import { describe, expect, it } from 'vitest';
import { replacedPackages } from './lockfile-change.ts';
import { changedParts, needs } from './manifest-change.ts';

const parts = (before: unknown, after: unknown): string[] =>
  changedParts('package.json', JSON.stringify(before), JSON.stringify(after));

describe('what of a manifest decides how work is measured', () => {
  it('lets a project describe itself and need more', () => {
    const scripts = { test: 'vitest run' };
    expect(parts({ scripts }, { scripts, description: 'x', dependencies: { zod: '4' }, exports: './a.js' })).toEqual(
      [],
    );
    expect(parts({ scripts }, { scripts: { ...scripts, build: 'tsc', start: 'node .' } })).toEqual([]);
  });

  it.each([
    [{ scripts: { test: 'true' } }, 'scripts.test'],
    [{ scripts: { test: 'vitest run', pretest: 'x' } }, 'scripts.pretest'],
    [{ scripts: { test: 'vitest run', postinstall: 'x' } }, 'scripts.postinstall'],
    [{ scripts: { test: 'vitest run' }, imports: { '#a': './b.js' } }, 'imports'],
    [{ scripts: { test: 'vitest run' }, devDependencies: { vitest: 'file:x' } }, 'the version of vitest'],
    [{ scripts: { test: 'vitest run' }, overrides: { chai: '1' } }, 'overrides'],
  ])('%j is reported', (after, part) => {
    expect(parts({ scripts: { test: 'vitest run' } }, after)).toEqual([part]);
  });

  it('says so when it cannot be read', () => {
    expect(changedParts('package.json', '{}', '{')).toEqual(['it cannot be read']);
  });

  it('reads pyproject.toml', () => {
    const text = (more: string): string => `[project]\nname = "x"\n[dependency-groups]\ndev = ["pytest>=8"]\n${more}`;
    const told = (more: string): string[] => changedParts('pyproject.toml', text(''), text(more));
    expect(told('[tool.poetry]\nx = 1\n')).toEqual([]);
    expect(told('[tool.pytest.ini_options]\naddopts = "-x"\n')).toEqual(['tool.pytest']);
    expect(changedParts('pyproject.toml', text(''), text('').replace('>=8', ' @ ./fake'))).toEqual([
      'the version of pytest',
    ]);
  });
});

describe('a lockfile', () => {
  const lock = (vitest: string, zod: string): string =>
    JSON.stringify({
      packages: { 'node_modules/vitest': { resolved: vitest }, 'node_modules/zod': { resolved: zod } },
    });
  it('may bring other packages, not another runner', () => {
    expect(replacedPackages(lock('a', 'b'), lock('a', 'c'))).toEqual([]);
    expect(replacedPackages(lock('a', 'b'), lock('x', 'b'))).toEqual(['node_modules/vitest']);
    expect(replacedPackages(lock('a', 'b'), '{')).toEqual(['the lockfile cannot be read']);
    expect(replacedPackages(null, lock('a', 'b'))).toEqual([]);
  });
});

describe('the packages that a project needs to run', () => {
  it('are in its manifest, apart from those for its developers', () => {
    expect(needs('vitest', '{"peerDependencies": {"vitest": "*"}}')).toBe(true);
    expect(needs('vitest', '{"devDependencies": {"vitest": "*"}}')).toBe(false);
    expect(needs('pytest', '[project]\ndependencies = ["pytest>=8"]\n')).toBe(true);
    expect(needs('pytest', '[dependency-groups]\ndev = ["pytest"]\n')).toBe(false);
    expect(needs('pytest', 'no toml =')).toBe(false);
  });
});
