import { describe, expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import { notBuilt } from './not-built.ts';

const tree = TreeHash.parse('0'.repeat(40));
const found = async (runner: string, path: string, files: Readonly<Record<string, string>> = {}) => {
  const treeRunner = {
    list: async () => [path, ...Object.keys(files)],
    readAll: async (_: TreeHash, paths: readonly string[]) => new Map(paths.map((each) => [each, files[each] ?? ''])),
  };
  return (await notBuilt(treeRunner, tree, { runner, root: '.' }, [path])).has(path);
};
const CARGO = { 'Cargo.toml': '[package]\nname = "a"\n\n[[example]]\nname = "b"\npath = "examples/b.rs"\n' };

describe('files that neither tests nor product are built from', () => {
  it('are Rust’s examples and benchmarks, and what Go leaves out', async () => {
    const files = { ...CARGO, 'src/lib.rs': '#[path = "other.rs"]\nmod a;\n' };
    expect(await found('cargo test', 'examples/b.rs', files)).toBe(true);
    expect(await found('cargo test', 'crates/a/benches/b.rs', files)).toBe(true);
    expect(await found('go test', '_examples/main.go')).toBe(true);
    expect(await found('go test', 'internal/testdata/a.go')).toBe(true);
    for (const path of ['src/lib.rs', 'build.rs']) expect(await found('cargo test', path)).toBe(false);
    expect(await found('go test', 'examples/main.go')).toBe(false);
  });

  it.each([
    ['by its path', { 'src/lib.rs': '#[path = "../examples/b.rs"]\nmod b;\n' }],
    ['as text', { 'src/lib.rs': 'include!("../examples/b.rs");\n' }],
    ['by a path that is put together', { 'src/lib.rs': 'include!(concat!("../exa", "mples/b.rs"));\n' }],
    ['as a link', { 'src/b.rs': '../examples/b.rs' }],
    ['as the library', { 'Cargo.toml': '[lib]\npath = "examples/b.rs"\n' }],
  ])('not where delivered code is made of them: %s', async (_, files) =>
    expect(await found('cargo test', 'examples/b.rs', { ...CARGO, ...files })).toBe(false),
  );

  const FUZZ = {
    'Cargo.toml': '[package]\nname = "a"\nexclude = ["fuzz"]\n',
    'fuzz/Cargo.toml': '[workspace]\nmembers = ["."]\n',
  };

  it('are a crate below that nothing else names', async () => {
    expect(await found('cargo test', 'fuzz/fuzz_targets/one.rs', { ...FUZZ, 'src/lib.rs': 'fn fuzz() {}\n' })).toBe(
      true,
    );
    expect(await found('cargo test', 'src/lib.rs', FUZZ)).toBe(false);
  });

  it.each([
    ['as a member', { 'Cargo.toml': '[workspace]\nmembers = ["fuzz"]\n' }],
    ['as one of many members', { 'Cargo.toml': '[workspace]\nmembers = ["*"]\n' }],
    ['as a dependency', { 'Cargo.toml': '[dependencies]\nb = { path = "fuzz" }\n' }],
    ['as a module', { 'src/lib.rs': '#[path = "../fuzz/src/lib.rs"]\nmod b;\n' }],
    ['by the build script', { 'build.rs': 'fn main() { std::fs::copy("fuzz/a.rs", "b").unwrap(); }\n' }],
    ['by a path that is put together', { 'src/lib.rs': 'include!(concat!("../fu", "zz/b.rs"));\n' }],
  ])('not where the crate is named: %s', async (_, files) =>
    expect(await found('cargo test', 'fuzz/src/lib.rs', { ...FUZZ, ...files })).toBe(false),
  );
});
