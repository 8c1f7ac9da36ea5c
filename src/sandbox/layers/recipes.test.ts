import { describe, expect, it } from 'vitest';
import { findRecipes, isInstallSetting, stepsOf } from './recipes.ts';

const tools = (...paths: string[]): string[] =>
  findRecipes(paths).recipes.map(({ tool, dir }) => (dir === '' ? tool : `${tool} ${dir}`));

describe('recipes', () => {
  it('are told by the lockfile', () => {
    expect(tools('package.json', 'package-lock.json')).toEqual(['npm']);
    expect(tools('package.json', 'pnpm-lock.yaml')).toEqual(['pnpm']);
    expect(tools('package.json', 'yarn.lock')).toEqual(['yarn']);
    expect(tools('package.json', 'yarn.lock', '.yarnrc.yml')).toEqual(['yarn-berry']);
    expect(tools('requirements.txt')).toEqual(['pip']);
    expect(tools('uv.lock', 'requirements.txt')).toEqual(['uv']);
    expect(tools('web/package-lock.json', 'api/requirements.txt')).toEqual(['npm web', 'pip api']);
  });

  it('leave what is not the project out', () => {
    expect(tools('node_modules/x/package-lock.json', 'test/fixtures/p/yarn.lock', 'vendor/x/uv.lock')).toEqual([]);
  });

  it('say what no layer is made for', () => {
    expect(findRecipes(['package.json']).notes).toEqual([expect.stringContaining('no lockfile')]);
    expect(findRecipes(['Cargo.lock', 'x/Cargo.lock']).notes).toEqual([expect.stringContaining('Cargo')]);
    expect(findRecipes(['README.md'])).toEqual({ recipes: [], notes: [] });
  });

  it('take the project’s own command for the dependencies that it is one for', () => {
    const { recipes } = findRecipes(['package-lock.json', 'requirements.txt']);
    const programs = (...[program = '', ...args]: string[]) =>
      recipes.map((recipe) =>
        stepsOf(recipe, '/v', { program, args })
          .map((step) => step.program)
          .join(' '),
      );
    expect(programs('npm', 'install')).toEqual(['npm', 'python3 /v/bin/python']);
    expect(programs('/opt/bin/python3.12', 'setup.py')).toEqual(['npm', '/opt/bin/python3.12']);
    expect(programs('./scripts/install')).toEqual(['./scripts/install', './scripts/install']);
  });

  it('know which settings change an install', () => {
    expect(isInstallSetting('.npmrc', '')).toBe(true);
    expect(isInstallSetting('web/patches/a.patch', 'web')).toBe(true);
    expect(isInstallSetting('.npmrc', 'web')).toBe(false);
    expect(isInstallSetting('src/index.ts', '')).toBe(false);
  });
});
