import { take } from '../checkout.ts';
import type { Entry } from '../entries.ts';
import { eachTestFile } from './edits.ts';

/** What begins an assertion, and what says nothing in its place. */
const ASSERTIONS: readonly (readonly [RegExp, (runner: string) => string])[] = [
  [
    /^\s*(await )?expect\(/,
    (runner) => (runner === 'mocha' ? 'expect(true).to.equal(true);' : 'expect(true).toBe(true);'),
  ],
  [/^\s*(await )?assert(\.\w+)*\(/, () => 'assert.ok(true);'],
  [/^\s*t\.(Error|Fatal)f?\(/, () => 't.Log("seen")'],
  [
    /^\s*(await )?t\.(is|deepEqual|same|equal|strictSame|throws|throwsAsync|ok|true|false|match|notOk)\(/,
    () => 't.pass();',
  ],
  [/^\s*self\.assert\w+\(/, () => 'self.assertTrue(True)'],
  [/^\s*assert[ (]/, () => 'assert True'],
  [/^\s*assert(_eq|_ne)?!\(/, () => 'assert!(true);'],
  [/^\s*(assert_\w+|assert)\s/, () => 'assert true'],
  [/^\s*\$this->assert\w+\(|^\s*self::assert\w+\(/, () => '$this->assertTrue(true);'],
];

/** Assertions in lines that the commit added say nothing any more. */
export function weaken(entry: Entry, folder: string): string | null {
  const count = eachTestFile(entry, folder, (lines, added) => {
    let changed = 0;
    const kept: string[] = [];
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i] ?? '';
      const found = added.has(i) ? ASSERTIONS.find(([begins]) => begins.test(line)) : undefined;
      if (found === undefined) {
        kept.push(line);
        continue;
      }
      i = endOf(lines, i);
      kept.push((/^\s*/.exec(line)?.[0] ?? '') + found[1](entry.runner));
      changed++;
    }
    lines.splice(0, lines.length, ...kept);
    return changed;
  });
  return count === 0 ? null : `${count} assertions say nothing`;
}

/** Where the commit's own assertions cannot be taken out: its tests are as they were before. */
export function restore(entry: Entry, folder: string): string {
  take(`${entry.sha}^`, entry.tests, folder);
  return 'the tests as they were before';
}

/** The last line of the call that begins at a line: its brackets close, and no `.chain()` follows. */
function endOf(lines: readonly string[], from: number): number {
  let open = 0;
  for (let i = from; i < lines.length; i++) {
    open += depth(lines[i] ?? '');
    if (open <= 0 && !/^\s*\./.test(lines[i + 1] ?? '')) return i;
  }
  return from;
}

function depth(line: string): number {
  let open = 0;
  for (const sign of line.replaceAll(/(['"`])(?:\\.|(?!\1).)*\1/g, '').replace(/\/\/.*$/, '')) {
    if ('([{'.includes(sign)) open++;
    if (')]}'.includes(sign)) open--;
  }
  return open;
}
