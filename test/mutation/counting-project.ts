const PACKAGE = { 'package.json': '{ "name": "small", "private": true, "type": "module" }\n' };
export const SOURCE = `export function countTo(n: number): number[] {
  const found: number[] = [];
  let at = 1;
  while (at <= n) {
    found.push(at);
    at += 1;
  }
  return found;
}
`;

/** A small project: a function that counts, and a test of it with the given body. */
export const countingProject = (body: string, from = '../src/count.ts'): Record<string, string> => ({
  ...PACKAGE,
  'src/count.ts': SOURCE,
  'test/count.test.ts': `import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { countTo } from '${from}';
it('counts', () => {\n${body}\n});
`,
});
export const GOOD = 'expect(countTo(3)).toEqual([1, 2, 3]); expect(countTo(0)).toEqual([]);';
export const FILES = [{ path: 'src/count.ts', language: 'typescript' }];
