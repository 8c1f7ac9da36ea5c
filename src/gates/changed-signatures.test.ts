import { describe, expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import { changedSignatures } from './changed-signatures.ts';
import type { TreeRunner } from './tree-runner.ts';

const TREE = TreeHash.parse('a'.repeat(40));

/** The only part of a tree that is read. */
const treeOf = (files: Readonly<Record<string, string>>) =>
  ({
    runners: async () => [{ isTestFile: (path: string) => path.includes('test') }],
    diff: async () => ({ files: Object.keys(files).map((path) => ({ path, status: 'added' })) }),
    readAll: async (_: TreeHash, paths: readonly string[]) => new Map(paths.map((path) => [path, files[path] ?? ''])),
  }) as unknown as TreeRunner;

const signatures = (files: Readonly<Record<string, string>>) => changedSignatures(treeOf(files), TREE, TREE);

describe('G12.3 the signatures that a second author gets', () => {
  it.each([
    [
      'src/add.ts',
      'export const add = (a: number): number => a + 41;\n',
      ['src/add.ts: export const add = (a: number): number'],
    ],
    ['shop/add.py', 'def add(a, b=1):\n    return a + 41\n', ['shop/add.py: def add(a, b=1)']],
    [
      'sizes/human.go',
      'package sizes\n\n// Size is one.\ntype Size struct {\n\tBytes int64\n}\n\nfunc (s Size) Human() (string, error) {\n\treturn "41", nil\n}\n\nfunc hidden() {}\n',
      [
        'sizes/human.go: package sizes',
        'sizes/human.go: type Size struct { Bytes int64 }',
        'sizes/human.go: func (s Size) Human() (string, error)',
      ],
    ],
    [
      'main.go',
      'package main\n\nfunc total(a int) int { return a + 41 }\n',
      ['main.go: package main', 'main.go: func total(a int) int'],
    ],
    [
      'src/runs.rs',
      'pub struct Runs { pub text: String }\n\nimpl Runs {\n    pub fn pack(&self) -> String { "41".into() }\n    fn hidden(&self) {}\n}\n',
      ['src/runs.rs: pub struct Runs { pub text: String }', 'src/runs.rs: impl Runs: pub fn pack(&self) -> String'],
    ],
    [
      'src/Cart.php',
      '<?php\nnamespace Shop;\n\nclass Cart\n{\n    public function total(int $a): int\n    {\n        return $a + 41;\n    }\n}\n',
      ['src/Cart.php: namespace Shop;', 'src/Cart.php: class Cart: public function total(int $a): int'],
    ],
    [
      'lib/cart.rb',
      'module Shop\n  def self.total(a)\n    a + 41\n  end\nend\n',
      ['lib/cart.rb: module Shop: def self.total(a)'],
    ],
    [
      'src/main/java/Cart.java',
      'package shop;\n\nclass Cart {\n  int total(int a) { return a + 41; }\n}\n',
      ['src/main/java/Cart.java: package shop;', 'src/main/java/Cart.java: class Cart: int total(int a)'],
    ],
  ])('of %s: signatures, and no line of how', async (path, text, wanted) => {
    const { lines, without } = await signatures({ [path]: text });
    expect(lines).toEqual(wanted);
    expect(lines.join('\n')).not.toContain('41');
    expect(without).toEqual([]);
  });

  it('says in which files it found nothing', async () => {
    expect(await signatures({ 'run.sh': 'echo 1\n', 'doc.go': 'package doc\n', 'a_test.go': 'package doc\n' })).toEqual(
      {
        lines: [],
        without: ['run.sh', 'doc.go'],
      },
    );
  });
});
