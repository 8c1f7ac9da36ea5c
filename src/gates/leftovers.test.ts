import { describe, expect, it } from 'vitest';
import type { DiffFile } from '#contracts/workspace.ts';
import { Diff } from '#contracts/workspace.ts';
import { leftoversIn } from './leftovers.ts';

const TREE = 'a'.repeat(40);

const diffOf = (path: string, lines: readonly string[], status: DiffFile['status'] = 'added') =>
  Diff.parse({
    from: TREE,
    to: TREE,
    files: [
      {
        ...{
          path,
          status,
          kind: 'file',
          oldKind: null,
          binary: false,
          added: lines.length,
          deleted: 0,
          truncated: false,
        },
        hunks: [{ oldStart: 10, oldLines: 1, newStart: 10, newLines: lines.length, heading: '', lines }],
      },
    ],
  });

const found = (path: string, ...lines: string[]) => leftoversIn(diffOf(path, lines)).map(({ line }) => line);

describe('G5.7 no temporary logs are left behind', () => {
  it.each([
    ['src/a.ts', '+  console.log("here", x);'],
    ['src/a.js', '+debugger;'],
    ['src/a.test.ts', '+it.only("adds", () => {'],
    ['src/a.py', '+    breakpoint()'],
    ['src/a.py', '+import pdb; pdb.set_trace()'],
    ['src/a.py', '+print("DEBUG", x)'],
    ['src/a.rs', '+    dbg!(x);'],
    ['src/a.go', '+\tprintln(x)'],
    ['src/a.ts', '+<<<<<<< HEAD'],
    ['a.toml', '+>>>>>>> feat/x'],
  ])('finds it in %s: %s', (path, line) => {
    expect(found(path, ' const x = 1;', line)).toEqual([11]);
  });

  it.each([
    ['src/a.ts', '+const text = "console.log(1)";'],
    ['src/a.ts', '+// console.log is not used here'],
    ['src/a.ts', '+logger.debug("started");'],
    ['src/a.ts', '+my.console.log(1);'],
    ['scripts/build.ts', '+console.log("built");'],
    ['docs/guide.md', '+console.log("hello")'],
    ['src/a.ts', '-console.log("gone");'],
    ['src/a.py', '+print(total)'],
    ['a.rst', '+======='],
  ])('leaves honest lines alone in %s: %s', (path, line) => {
    expect(found(path, ' const x = 1;', line)).toEqual([]);
  });

  it('lets a file print that printed before', () => {
    const lines = [' console.log("usage: shop");', '+console.log("  --help");'];
    expect(leftoversIn(diffOf('src/main.ts', lines, 'modified'))).toEqual([]);
  });

  it('finds files that tools leave behind', () => {
    const files = ['a.orig', 'x/b.rej', 'npm-debug.log', 'src/a.ts~', 'run.log'];
    expect(files.filter((path) => leftoversIn(diffOf(path, [])).length === 0)).toEqual([]);
    expect(leftoversIn(diffOf('src/catalog.ts', []))).toEqual([]);
  });
});
