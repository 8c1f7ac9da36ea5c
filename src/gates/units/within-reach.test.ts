import { describe, expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { withinReach } from './within-reach.ts';

const BASE = TreeHash.parse('a'.repeat(40));
const WORK = TreeHash.parse('b'.repeat(40));
const FILES: Record<string, string> = {
  'package.json': '{ "name": "all" }',
  ...Object.fromEntries(
    ['a', 'b', 'c'].flatMap((name) => [
      [`packages/${name}/package.json`, `{ "name": "@x/${name}" }`],
      [`packages/${name}/src/index.js`, name === 'b' ? "import '@x/a';" : ''],
      [`packages/${name}/test/one.test.js`, ''],
    ]),
  ),
};
const testsIn = (root: string, runner = 'vitest'): ProjectRunner => ({
  ...{ runner, root },
  isTestFile: (path) => path.endsWith('.test.js') && (root === '.' || path.startsWith(`${root}/`)),
});

/** The part of a tree runner that is used here; it records every run. */
function project(runners: readonly ProjectRunner[], config = '{}', written: Record<string, string> = FILES) {
  const files = { ...written, '.assay/config.json': config };
  const asked: unknown[] = [];
  const kept = new Map<string, unknown>();
  const treeRunner = {
    list: async () => Object.keys(files),
    read: async (_: TreeHash, path: string) => (files as Record<string, string>)[path] ?? null,
    readAll: async (_: TreeHash, paths: readonly string[]) =>
      new Map(Object.entries(files).filter(([path]) => paths.includes(path))),
    runners: async () => runners,
    recall: async (name: string) => kept.get(name) ?? null,
    remember: async (name: string, value: unknown) => void kept.set(name, value),
    test: async ({ runner, select }: Parameters<TreeRunner['test']>[0]) => void asked.push([runner.root, select]),
  };
  const reach = (...changed: string[]) =>
    withinReach(
      { ...treeRunner, diff: async () => ({ files: changed.map((path) => ({ path })) }) } as unknown as TreeRunner,
      { base: BASE, trees: [WORK] },
    );
  const runAll = async (on: TreeRunner): Promise<unknown[]> => {
    asked.length = 0;
    for (const runner of await on.runners(BASE)) await on.test({ tree: WORK, runner, select: { type: 'all' } });
    return [...asked];
  };
  return { reach, runAll };
}

describe('G10.28 within reach', () => {
  it('are whole runners, where each package has one', async () => {
    const { reach, runAll } = project(['a', 'b', 'c'].map((name) => testsIn(`packages/${name}`)));
    const { treeRunner, own, files } = await reach('packages/a/src/index.js');
    expect(files).toMatchObject({ own: ['packages/a/test/one.test.js'], reached: 2, of: 3 });
    expect(await runAll(treeRunner)).toEqual([
      ['packages/a', { type: 'all' }],
      ['packages/b', { type: 'all' }],
    ]);
    expect(own && (await runAll(own))).toEqual([['packages/a', { type: 'all' }]]);
  });

  it('are files, where one runner at the top runs them all', async () => {
    const { reach, runAll } = project([testsIn('.')]);
    const { treeRunner, own } = await reach('packages/a/src/index.js');
    const [a, b] = ['packages/a/test/one.test.js', 'packages/b/test/one.test.js'];
    expect(await runAll(treeRunner)).toEqual([['.', { type: 'files', files: [a, b] }]]);
    expect(own && (await runAll(own))).toEqual([['.', { type: 'files', files: [a] }]]);
    const alone = await reach('packages/c/src/index.js');
    expect(alone.own).toBeNull();
    expect(alone.files?.reached).toBe(1);
  });

  it('is everything for a lockfile, for a language that is not read, and where the configuration says so', async () => {
    const each = ['a', 'b', 'c'].map((name) => testsIn(`packages/${name}`));
    expect((await project(each).reach('package-lock.json')).files).toBeNull();
    const whole = await project(each, '{ "version": 1, "steps": "whole" }').reach('packages/c/src/index.js');
    expect(whole.files).toBeNull();
    const mixed = project([...each.slice(1), testsIn('packages/a', 'phpunit')]);
    const { treeRunner } = await mixed.reach('packages/c/src/index.js');
    expect(await mixed.runAll(treeRunner)).toEqual([
      ['packages/c', { type: 'all' }],
      ['packages/a', { type: 'all' }],
    ]);
  });

  it('are crates, also those with all tests in source files', async () => {
    const crate = (root: string): ProjectRunner => ({ runner: 'cargo test', root, isTestFile: () => false });
    const files = {
      'Cargo.toml': '[workspace]\nmembers = ["a", "b", "c"]\n',
      'a/Cargo.toml': '[package]\nname = "a-one"\n',
      'a/src/lib.rs': '',
      'b/Cargo.toml': '[package]\nname = "b"\n[dependencies]\na-one = { path = "../a" }\n',
      'c/Cargo.toml': '[package]\nname = "c"\n',
    };
    const { reach, runAll } = project(['.', 'a', 'b', 'c'].map(crate), '{}', files);
    const { treeRunner, own } = await reach('a/src/lib.rs');
    expect((await runAll(treeRunner)).map((each) => (each as string[])[0])).toEqual(['a', 'b']);
    expect(own && (await runAll(own)).map((each) => (each as string[])[0])).toEqual(['a']);
  });
});
