import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TreeSource } from '#contracts/tree-source.ts';
import { failureOf, tempFolder, write } from '#host/testing/temp-folder.ts';
import { buildLayer } from './build-layer.ts';
import { cacheMounts } from './cache-folders.ts';
import { findRecipes } from './recipes.ts';
import { hostInstall } from './testing/host-install.ts';

const source = (files: Readonly<Record<string, string>>): TreeSource => ({
  list: async () => [],
  read: async () => '',
  writeTo: async (folder) => write(folder, files),
});

/** A layer of that lockfile, where this is what its install runs: `$0` is a folder of the person's. */
async function build(lockfile: string, script: string) {
  const root = tempFolder();
  const [folder, person] = [join(root, 'layer'), join(root, 'person')];
  mkdirSync(folder);
  write(person, { 'project/node_modules/dep/index.js': 'mine\n', 'node_modules/own.js': 'mine\n' });
  const [recipe] = findRecipes([lockfile]).recipes;
  if (recipe === undefined) throw new Error('no recipe');
  const building = buildLayer(
    { shelf: { folder: root, trash: join(root, 'trash') }, install: hostInstall(process.env) },
    {
      ...{ recipe, folder, source: source({ 'a/b.js': '', [lockfile]: '' }), signal: undefined },
      command: { program: 'sh', args: ['-c', script, person] },
    },
  );
  return { building, folder, person };
}

const untouched = (person: string): void => {
  expect(readFileSync(join(person, 'project/node_modules/dep/index.js'), 'utf8')).toBe('mine\n');
  expect(readFileSync(join(person, 'node_modules/own.js'), 'utf8')).toBe('mine\n');
};

describe('a layer', () => {
  it('has the packages of every folder, where they are in the checkout, and nothing else stays', async () => {
    const { building, folder } = await build(
      'package-lock.json',
      'mkdir -p node_modules/x a/node_modules/y/node_modules',
    );
    expect(await building).toEqual({
      tool: 'npm',
      folders: [
        { name: 'tree/node_modules', at: 'node_modules' },
        { name: 'tree/a/node_modules', at: 'a/node_modules' },
      ],
    });
    expect(readdirSync(folder).sort()).toEqual(['tree']);
    expect(existsSync(join(folder, 'tree/a/node_modules/y/node_modules'))).toBe(true);
  });

  it.each([
    ['its working folder', 'package-lock.json', 'cd .. && mv work w2 && ln -s "$0" work'],
    ['the folder of the lockfile', 'web/package-lock.json', 'cd .. && mv web w2 && ln -s "$0" web'],
    ['the venv', 'requirements.txt', 'ln -s "$0" "$VIRTUAL_ENV"'],
    ['where the packages go', 'package-lock.json', 'mkdir node_modules && ln -s "$0" ../tree'],
  ])('is not made of what a link leads to that an install put in place of %s', async (_, lockfile, script) => {
    const { building, folder, person } = await build(lockfile, script);
    expect(await failureOf(building)).toMatchObject({
      code: 'LAYER_FAILED',
      message: expect.stringContaining(`installing ${lockfile} left behind cannot be used`),
      next: expect.any(String),
    });
    untouched(person);
    expect(readdirSync(join(folder)).filter((name) => existsSync(join(folder, name, 'dep')))).toEqual([]);
  });

  it('keeps a link among the packages as a link', async () => {
    const script =
      'ln -s "$0/node_modules" a/node_modules; mkdir node_modules; ln -s "$0" node_modules/.vite-temp; ln -s "$0" out';
    const { building, folder, person } = await build('package-lock.json', script);
    expect(await building).toMatchObject({ folders: [{ name: 'tree/node_modules', at: 'node_modules' }] });
    untouched(person);
    const layer = { from: join(folder, 'tree/node_modules'), at: '/ws/node_modules' };
    await using caches = await cacheMounts([layer], tempFolder());
    expect(caches.mounts.map(({ at }) => at)).toContain('/ws/node_modules/.vite');
    expect(caches.mounts.map(({ at }) => at)).not.toContain('/ws/node_modules/.vite-temp');
  });

  it('has a place for the files vitest writes next to its own code, wherever the package manager puts it', async () => {
    const script =
      'mkdir -p node_modules/vitest/dist node_modules/.pnpm/vitest@4.0.1_x/node_modules/vitest/dist; ln -s "$0" node_modules/.pnpm/vitest@3.0.0';
    const { building, folder } = await build('package-lock.json', script);
    await building;
    const layer = { from: join(folder, 'tree/node_modules'), at: '/ws/node_modules' };
    await using caches = await cacheMounts([layer], tempFolder());
    expect(caches.mounts.map(({ at }) => at).filter((at) => at.endsWith('.tsbuildinfo'))).toEqual([
      '/ws/node_modules/vitest/dist/tsconfig.tmp.tsbuildinfo',
      '/ws/node_modules/.pnpm/vitest@4.0.1_x/node_modules/vitest/dist/tsconfig.tmp.tsbuildinfo',
    ]);
  });
});
