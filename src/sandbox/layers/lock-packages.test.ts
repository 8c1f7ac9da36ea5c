import { describe, expect, it } from 'vitest';
import { changeBetween, describeChange } from './dependency-change.ts';
import { lockedPackages } from './lock-packages.ts';

const names = (file: string, text: string): string[] | undefined =>
  lockedPackages(file, text)?.map(({ name, version }) => `${name}@${version}`);

describe('the packages of a lockfile', () => {
  it('G10.20 are read from npm, new and old', () => {
    const packages = {
      '': { name: 'p' },
      'node_modules/a': { version: '1.0.0', resolved: 'https://host.example/a.tgz', integrity: 'sha512-x' },
      'node_modules/a/node_modules/@s/b': { version: '2.0.0' },
      'packages/own': { version: '0.0.1' },
      'node_modules/own': { link: true, resolved: 'packages/own' },
    };
    expect(names('web/package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }))).toEqual([
      'a@1.0.0',
      '@s/b@2.0.0',
      'own@link',
    ]);
    const dependencies = { a: { version: '1.0.0', dependencies: { b: { version: '2.0.0' } } } };
    expect(names('package-lock.json', JSON.stringify({ lockfileVersion: 1, dependencies }))).toEqual([
      'a@1.0.0',
      'b@2.0.0',
    ]);
  });

  it('G10.20 are read from pnpm, yarn, pip, uv and poetry', () => {
    const pnpm =
      'lockfileVersion: "9.0"\npackages:\n  a@1.0.0:\n    resolution: {integrity: x}\n  "@s/b@2.0.0(a@1.0.0)":\n    resolution: {integrity: y}\n  /old/3.0.0:\n    resolution: {integrity: z}\n';
    expect(names('pnpm-lock.yaml', pnpm)).toEqual(['a@1.0.0', '@s/b@2.0.0', 'old@3.0.0']);
    const yarn =
      '# yarn lockfile v1\n\n\n"@s/b@^2", "@s/b@~2":\n  version "2.0.1"\n  resolved "https://r/b.tgz#abc"\n\na@^1:\n  version "1.0.0"\n';
    expect(names('yarn.lock', yarn)).toEqual(['@s/b@2.0.1', 'a@1.0.0']);
    const berry =
      '__metadata:\n  version: 8\n\n"a@npm:^1":\n  version: 1.0.0\n  resolution: "a@npm:1.0.0"\n  checksum: 10c0/x\n';
    expect(names('yarn.lock', berry)).toEqual(['a@1.0.0']);
    const pip =
      'Flask_Login==1.0 ; python_version > "3" \\\n  --hash=sha256:x  # why\n-r other.txt\ngit+https://example.com/x.git\nloose>=1\n';
    expect(names('requirements.txt', pip)).toEqual([
      'flask-login@1.0',
      '-r other.txt@',
      'git+https://example.com/x.git@',
      'loose>=1@',
    ]);
    const toml =
      '[[package]]\nname = "a"\nversion = "1.0"\nsource = { registry = "https://r" }\n\n[[package]]\nname = "p"\n';
    expect(names('uv.lock', toml)).toEqual(['a@1.0', 'p@']);
    expect(names('poetry.lock', toml)).toEqual(['a@1.0', 'p@']);
  });

  it('are unknown, not none, where the file does not read', () => {
    for (const [file, text] of [
      ['package-lock.json', '{"broken"'],
      ['package-lock.json', '{}'],
      ['pnpm-lock.yaml', 'packages:\n  noversion:\n    resolution: {}\n'],
      ['yarn.lock', 'what is this\n'],
      ['uv.lock', '[[package'],
      ['Cargo.lock', ''],
    ] as const)
      expect(lockedPackages(file, text), `${file} ${text}`).toBeNull();
  });
});

describe('a change of dependencies', () => {
  const at = (name: string, version: string, origin = 'o') => ({ name, version, origin });

  it('lists added, removed, changed and replaced ones', () => {
    const before = [at('gone', '1'), at('same', '1'), at('up', '1'), at('swapped', '1'), at('twice', '1')];
    const after = [
      at('same', '1'),
      at('up', '2'),
      at('swapped', '1', 'elsewhere'),
      at('new', '1'),
      at('twice', '1'),
      at('twice', '2'),
    ];
    const change = changeBetween(before, after);
    expect(change).toEqual({
      type: 'known',
      added: [
        { name: 'new', version: '1' },
        { name: 'twice', version: '2' },
      ],
      removed: [{ name: 'gone', version: '1' }],
      changed: [{ name: 'up', from: '1', to: '2' }],
      replaced: [{ name: 'swapped', version: '1' }],
    });
    expect(describeChange(change)).toBe(
      'adds new 1, twice 2; changes up 1 → 2; takes from another place swapped 1; removes gone 1',
    );
    expect(describeChange(changeBetween(before, before))).toBe('no package changes');
    expect(describeChange({ type: 'unknown', why: 'torn' })).toBe('an unknown change (torn)');
  });
});
