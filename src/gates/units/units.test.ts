import { describe, expect, it } from 'vitest';
import { reachedUnits } from './reached-units.ts';
import { isRead, unitMap } from './unit-map.ts';

const manifest = (name: string, more: Record<string, unknown> = {}): string => JSON.stringify({ name, ...more });
const PROJECT: Record<string, string> = {
  'package.json': manifest('@x/all', { workspaces: ['packages/*'], devDependencies: { '@x/core': '*' } }),
  'tsconfig.json': '{ "compilerOptions": { "paths": { "~shared/*": ["./packages/shared/src/*"] } } }',
  'tools/rollup.mjs': "import { plugin } from '@x/build';\n",
  'packages/core/package.json': manifest('@x/core', { keywords: ['@x/lone'] }),
  'packages/core/src/index.js': 'export const one = 1;\n',
  'packages/core/test/core.test.js': "import { lone } from '@x/lone';\n",
  'packages/near/package.json': manifest('@x/near', { dependencies: { '@x/core': 'workspace:*' } }),
  'packages/near/src/index.js': "import { shared } from '~shared/all.js';\n",
  'packages/far/package.json': manifest('@x/far', { scripts: { build: 'rollup -c ../../tools/rollup.mjs' } }),
  'packages/far/src/index.js': "import { near } from '@x/near/src/index.js';\n",
  'packages/shared/package.json': manifest('@x/shared'),
  'packages/shared/src/all.js': '',
  'packages/lone/package.json': manifest('@x/lone', {
    description: 'goes with @x/core',
    scripts: { docs: '../core/x' },
  }),
  'packages/lone/src/index.js': "// see '../' and 'near'\nexport const lone = () => [...'abc'];\n",
  'packages/build/package.json': manifest('@x/build'),
  'packages/paths/package.json': manifest('@x/paths'),
  'packages/paths/test/all.test.js': "readFileSync(join(import.meta.dirname, '..', '..', 'lone', 'src/index.js'));\n",
  'packages/lists/package.json': manifest('@x/lists'),
  'packages/lists/test/all.test.js': "readdirSync(join(import.meta.dirname, '../..'));\n",
  'packages/core/test/fixtures/app/package.json': manifest('@x/near'),
};
const mapOf = (files: Record<string, string>) =>
  unitMap(Object.keys(files), new Map(Object.entries(files).filter(([path]) => isRead(path))));
const reach = (files: Record<string, string>, ...changed: string[]): unknown => {
  const reached = reachedUnits(mapOf(files), changed);
  return reached.type === 'all' ? reached.because : [...reached.units].map((each) => each.split('/').at(-1));
};
const reached = (...changed: string[]): unknown => reach(PROJECT, ...changed);

describe('G10.28 the packages that a change reaches', () => {
  it.each([
    ['those that name it, and those that name these', 'packages/core/src/index.js', ['core', 'far', 'lists', 'near']],
    ['by an alias of the compiler', 'packages/shared/src/all.js', ['far', 'lists', 'near', 'shared']],
    ['by the tool that builds them', 'packages/build/index.js', ['build', 'far', 'lists']],
    [
      'by a path that a test puts together; a test is nobody’s base',
      'packages/lone/src/index.js',
      ['core', 'lists', 'lone', 'paths'],
    ],
    ['nobody else', 'packages/far/src/index.js', ['far', 'lists']],
    ['whoever holds test data', 'packages/core/test/fixtures/app/package.json', ['core', 'far', 'lists', 'near']],
  ])('are %s', (_, path, expected) => expect(reached(path)).toEqual(expected));

  it('are all of them for a file outside all packages, and none for a note', () => {
    expect(reached('package.json')).toMatch(/package\.json belongs to no package/);
    expect(reached('tools/rollup.mjs')).toMatch(/belongs to no package/);
    expect(reached('packages/lone/src/index.js', 'yarn.lock')).toMatch(/yarn\.lock/);
    expect(reached('.changeset/brave-dogs.md', 'packages/far/src/index.js')).toEqual(['far', 'lists']);
  });

  it('are all where what runners look for at the top depends on the change', () => {
    const files = { ...PROJECT, 'vitest.config.ts': "import { plugin } from '@x/build';\n" };
    expect(reach(files, 'packages/build/index.js')).toMatch(/vitest\.config\.ts depends on/);
    expect(reach(files, 'packages/far/src/index.js')).toEqual(['far', 'lists']);
  });

  it('are also those that get it back from an installed package', () => {
    const npm = {
      packages: { 'node_modules/ext': { dependencies: { '@x/lone': '1' } }, 'node_modules/@x/lone': { link: true } },
    };
    const uses = { 'packages/far/src/more.js': "require('ext');\n" };
    expect(reach({ ...PROJECT, ...uses }, 'packages/lone/src/index.js')).not.toContain('far');
    const locked = { ...PROJECT, ...uses, 'package-lock.json': JSON.stringify(npm) };
    expect(reach(locked, 'packages/lone/src/index.js')).toContain('far');
    const yarn = 'ext@^1.0.0:\n  version "1.0.0"\n  dependencies:\n    "@x/lone" "^1.0.0"\n';
    expect(reach({ ...PROJECT, ...uses, 'yarn.lock': yarn }, 'packages/lone/src/index.js')).toContain('far');
    const berry = '"ext@npm:^1.0.0":\n  version: 1.0.0\n  dependencies:\n    "@x/lone": "npm:^1.0.0"\n  checksum: 1\n';
    expect(reach({ ...PROJECT, ...uses, 'yarn.lock': berry }, 'packages/lone/src/index.js')).toContain('far');
  });

  it('are with pnpm only those that are linked', () => {
    const lock = (version: string): string =>
      `lockfileVersion: '9.0'\n\nimporters:\n\n  .: {}\n\n  packages/near:\n    dependencies:\n      '@x/core':\n        specifier: ^1.0.0\n        version: ${version}\n\npackages:\n\n  '@x/near@1.0.0':\n`;
    expect(reach({ ...PROJECT, 'pnpm-lock.yaml': lock('1.0.0') }, 'packages/core/src/index.js')).toEqual([
      'core',
      'lists',
    ]);
    expect(reach({ ...PROJECT, 'pnpm-lock.yaml': lock('link:../core') }, 'packages/core/src/index.js')).toEqual([
      'core',
      'lists',
      'near',
    ]);
  });

  it.each([
    [
      'Python',
      {
        'a/pyproject.toml': '[project]\nname = "a-one"',
        'a/src/a_one/__init__.py': '',
        'b/pyproject.toml': '',
        'b/b.py': 'from a_one.x import y\n',
        'c/pyproject.toml': '',
        'c/c.py': 'import os\n',
      },
      'a/src/a_one/x.py',
    ],
    [
      'Go',
      {
        'a/go.mod': 'module ex.org/x/a\n',
        'b/go.mod': 'module ex.org/x/b\n',
        'b/b.go': 'import (\n\t"ex.org/x/a/sub"\n)\n',
        'c/go.mod': 'module ex.org/x/c\n',
      },
      'a/sub/a.go',
    ],
    [
      'Rust',
      {
        'a/Cargo.toml': '[package]\nname = "a-one"',
        'b/Cargo.toml': '[dependencies]\na-one.workspace = true\n',
        'c/Cargo.toml': '[package]\nname = "c"',
      },
      'a/src/lib.rs',
    ],
  ])('are read in %s', (_, files, path) => expect(reach(files as Record<string, string>, path)).toEqual(['a', 'b']));
});
