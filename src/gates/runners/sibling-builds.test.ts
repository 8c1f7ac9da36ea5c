import { describe, expect, it } from 'vitest';
import { viewOf } from '#project/toolchain/file-view.ts';
import { siblingBuilds } from './sibling-builds.ts';

const manifest = (name: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ name, version: '2.1.0', main: 'dist/index.js', scripts: { build: 'tsc' }, ...more });
const needs = (...names: string[]) => ({ dependencies: Object.fromEntries(names.map((name) => [name, '^2.0.0'])) });
const PROJECT: Record<string, string> = {
  'package.json': '{}',
  'packages/app/package.json': manifest('@x/app', needs('@x/ui', '@x/unused', '@x/written', '@x/dual')),
  'packages/app/test/app.test.js': "import '@x/ui'; import '@x/written'; import '@x/dual';\n",
  'packages/ui/package.json': manifest('@x/ui', needs('@x/base')),
  'packages/ui/src/index.ts': "export * from '@x/base';\n",
  'packages/base/package.json': manifest('@x/base', needs('@x/ui')),
  'packages/base/src/index.ts': '',
  'packages/unused/package.json': manifest('@x/unused'),
  'packages/written/package.json': manifest('@x/written'),
  'packages/written/dist/index.js': '',
  'packages/dual/package.json': manifest('@x/dual', {
    exports: { development: './src/index.ts', default: './dist/index.js' },
  }),
  'packages/dual/src/index.ts': '',
};
const built = (more: Record<string, string> = {}): string[] =>
  siblingBuilds(viewOf(new Map(Object.entries({ ...PROJECT, ...more }))), 'packages/app').map(({ folder }) => folder);

describe('G10.29 the packages that are built before tests', () => {
  it('are the packages whose build output is loaded, after their own dependencies', () => {
    expect(built()).toEqual(['packages/base', 'packages/ui']);
  });

  it('are not those that an alias maps to sources, or that come from the registry in another version', () => {
    expect(built({ 'packages/app/vitest.config.ts': "export default { alias: { '@x/ui': '../ui/src' } };" })).toEqual(
      [],
    );
    expect(built({ 'packages/ui/package.json': manifest('@x/ui', { version: '3.0.0' }) })).toEqual([]);
  });

  it('are with pnpm those that its lockfile links', () => {
    const lock = (version: string): string =>
      `importers:\n  packages/app:\n    dependencies:\n      '@x/ui':\n        specifier: ^2.0.0\n        version: ${version}\n`;
    expect(built({ 'pnpm-lock.yaml': lock('2.0.0') })).toEqual([]);
    expect(built({ 'pnpm-lock.yaml': lock('link:../ui') })).toEqual(['packages/ui']);
    const own = manifest('@x/app', { dependencies: { '@x/ui': 'workspace:*' } });
    expect(built({ 'pnpm-lock.yaml': lock('2.0.0'), 'packages/app/package.json': own })).toEqual(['packages/ui']);
  });
});
