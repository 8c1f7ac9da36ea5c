import { describe, expect, it } from 'vitest';
import { findRecipes, isInstallSetting, recipeStepsOf } from './recipes.ts';

const tools = (...paths: string[]): string[] =>
  findRecipes(paths).recipes.map(({ tool, dir }) => (dir === '' ? tool : `${tool} ${dir}`));

describe('recipes', () => {
  it('are identified by the lockfile', () => {
    expect(tools('package.json', 'package-lock.json')).toEqual(['npm']);
    expect(tools('package.json', 'pnpm-lock.yaml')).toEqual(['pnpm']);
    expect(tools('package.json', 'yarn.lock')).toEqual(['yarn']);
    expect(tools('package.json', 'yarn.lock', '.yarnrc.yml')).toEqual(['yarn-berry']);
    expect(tools('requirements.txt')).toEqual(['pip']);
    expect(tools('uv.lock', 'requirements.txt')).toEqual(['uv']);
    expect(tools('web/package-lock.json', 'api/requirements.txt')).toEqual(['npm web', 'pip api']);
  });

  it('leave out folders that are not the project’s', () => {
    expect(tools('node_modules/x/package-lock.json', 'test/fixtures/p/yarn.lock', 'vendor/x/uv.lock')).toEqual([]);
  });

  it('are identified by a manifest if there is no lockfile, and only if no manifest above covers its folder', () => {
    expect(tools('package.json', 'packages/a/package.json')).toEqual(['npm']);
    expect(tools('package-lock.json', 'package.json', 'packages/a/package.json')).toEqual(['npm']);
    expect(tools('backend/pyproject.toml', 'web/package.json')).toEqual(['python backend', 'npm web']);
    expect(tools('composer.json', 'Gemfile.lock', 'poetry.lock')).toEqual(['poetry', 'composer', 'bundler']);
    expect(findRecipes(['web/package.json']).recipes[0]?.commands('')).toEqual([]);
    expect(findRecipes(['README.md', 'Cargo.lock', 'go.sum'])).toEqual({ recipes: [] });
  });

  it('take the project’s own command for the dependencies that it is one for', () => {
    const { recipes } = findRecipes(['package-lock.json', 'requirements.txt']);
    const programs = (...[program = '', ...args]: string[]) =>
      recipes.map((recipe) =>
        recipeStepsOf(recipe, '/v', { program, args })
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
