import { describe, expect, it } from 'vitest';
import { checkRooms } from './check-rooms.ts';
import { ROOMS } from './rooms.ts';

const check = (files: Record<string, string>) => checkRooms(new Map(Object.entries(files)));
const imports = (specifier: string) => `import { x } from '${specifier}';\n`;

describe('X7.1 the order of the rooms', () => {
  it('accepts imports of lower rooms, of the same room, and of packages', () => {
    expect(
      check({
        'src/contracts/a.ts': imports('zod') + imports('./b.ts') + imports('zod/mini'),
        'src/host/a.ts': imports('#contracts/a.ts') + imports('node:fs'),
        'src/engine/log/a.ts': imports('#host/a.ts') + imports('../step.ts') + imports('#engine/step.ts'),
        'src/app/a.ts': imports('#gates/a.ts') + imports('#sim/main.ts') + imports('hono'),
        'sim/a.ts': imports('#contracts/a.ts') + imports('#host/a.ts'),
        'web/a.tsx': imports('#contracts/a.ts') + imports('react'),
        'test/a.test.ts': imports('#app/a.ts') + imports('../sim/a.ts'),
      }),
    ).toEqual([]);
  });

  it('refuses a higher room, and says which ones are allowed and what to do', () => {
    expect(check({ 'src/engine/a.ts': `\n${imports('#tools/b.ts')}` })).toEqual([
      'src/engine/a.ts:2 imports #tools/b.ts: engine/ (3) may not import tools/ (5); ' +
        'it may import only contracts, host, code. ' +
        'Move what both need one room down, or take it in through an interface in contracts/.',
    ]);
  });

  it.each([
    ['a room of the same number', 'src/engine/a.ts', '#agents/b.ts', /engine\/ \(3\) may not import agents\/ \(3\)/],
    ['sim from a room below app', 'src/workflows/a.ts', '#sim/main.ts', /may not import sim\//],
    [
      'a room other than contracts and host from sim',
      'sim/a.ts',
      '#engine/b.ts',
      /it may import only contracts, host\./,
    ],
    ['a room other than contracts from web', 'web/a.tsx', '#host/b.ts', /it may import only contracts\./],
    ['a package other than zod from contracts', 'src/contracts/a.ts', 'node:fs', /may use no package but zod/],
    ['a package whose name begins with zod from contracts', 'src/contracts/a.ts', 'zodiac', /no package but zod/],
    ['a relative way out of a room', 'src/engine/a.ts', '../host/b.ts', /Write #host\/b\.ts/],
    ['a folder outside the rooms', 'src/engine/a.ts', '../../test/helpers/b.ts', /outside the rooms/],
    ['a room that does not exist', 'src/engine/a.ts', '#cellar/b.ts', /there is no such room/],
  ])('refuses %s', (_what, file, specifier, message) => {
    expect(check({ [file]: imports(specifier) })).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    "import type { X } from '#app/b.ts';",
    "export * from '#app/b.ts';",
    "const x = await import('#app/b.ts');",
    "let x: import('#app/b.ts').X;",
  ])('sees %s', (source) => {
    expect(check({ 'src/host/a.ts': source })).toHaveLength(1);
  });

  it('lets a test beside its file start the simulator and use test helpers, but not look up', () => {
    const vitest = imports('vitest');
    const helpers = imports('../../test/helpers/b.ts');
    expect(check({ 'src/agents/a.test.ts': vitest + imports('#sim/main.ts') + helpers })).toEqual([]);
    expect(check({ 'src/agents/a-suite.ts': vitest + helpers })).toEqual([]);
    expect(check({ 'src/agents/test/a.ts': imports('../../../test/helpers/b.ts') })).toEqual([]);
    expect(check({ 'src/agents/a.test.ts': vitest + imports('#app/b.ts') })).toHaveLength(1);
  });

  it('refuses a file of src/ that is in no room', () => {
    expect(check({ 'src/misc/a.ts': '' })).toEqual([expect.stringMatching(/src\/misc\/a\.ts is in no room/)]);
    expect(check({ 'src/a.ts': '' })).toHaveLength(1);
  });

  it('lets data be read from anywhere', () => {
    expect(check({ 'src/app/a.ts': "new URL('../../package.json', import.meta.url);" })).toEqual([]);
  });

  it('has a name in package.json for every room but the web page', async () => {
    const { default: manifest } = await import('../package.json', { with: { type: 'json' } });
    const named = ROOMS.filter(({ name }) => name !== 'web').map(({ name, folder }) => [`#${name}/*`, `./${folder}/*`]);
    expect(Object.entries(manifest.imports).sort()).toEqual(named.sort());
  });
});

describe('X7.1 circles of imports', () => {
  it('are shown as a chain, across rooms and type-only imports', () => {
    expect(
      check({
        'src/engine/a.ts': imports('./b.ts'),
        'src/engine/b.ts': "import type { C } from './c.ts';",
        'src/engine/c.ts': "export { a } from '#engine/a.ts';",
      }),
    ).toEqual([
      'imports in a circle: src/engine/a.ts → src/engine/b.ts → src/engine/c.ts → src/engine/a.ts. ' +
        'Move what both need into a file of its own.',
    ]);
  });
});
