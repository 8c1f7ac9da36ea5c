import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMutants } from '#gates/mutation/run-mutants.ts';
import { openWorkshop, type Workshop } from './project-copies.ts';

let shop: Workshop;
beforeAll(async () => {
  shop = await openWorkshop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const PACKAGE = { 'package.json': '{ "name": "small", "private": true, "type": "module" }\n' };
const SOURCE = `export function countTo(n: number): number[] {
  const found: number[] = [];
  let at = 1;
  while (at <= n) {
    found.push(at);
    at += 1;
  }
  return found;
}
`;
const test = (body: string, from = '../src/count.ts'): Record<string, string> => ({
  ...PACKAGE,
  'src/count.ts': SOURCE,
  'test/count.test.ts': `import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { countTo } from '${from}';
it('counts', () => {\n${body}\n});
`,
});
const GOOD = 'expect(countTo(3)).toEqual([1, 2, 3]); expect(countTo(0)).toEqual([]);';
const FILES = [{ path: 'src/count.ts', language: 'typescript' }];

describe('H6 mutants in checkouts of a tree, run in the sandbox', { timeout: 240_000 }, () => {
  it('of a file that the tests have another copy of are not said to have survived', async ({ skip }) => {
    const lacks = shop.lacks('vitest');
    if (lacks !== null) return skip(lacks);
    const files = { ...test(GOOD, '../dist/count.js'), 'dist/count.js': SOURCE.replaceAll(/: number(\[\])?/g, '') };
    const copies = await shop.copies(files, 'vitest');
    expect(await runMutants({ copies, files: FILES, limit: 2 })).toMatchObject({
      type: 'mutants-unseen',
      files: ['src/count.ts'],
    });
  });

  it('leave nothing for the next: the checkout cannot be written to, unless the tests need it', async ({ skip }) => {
    const lacks = shop.lacks('vitest');
    if (lacks !== null) return skip(lacks);
    // A suite that, once it could, would turn itself into one that always fails.
    const spoil = "try { writeFileSync(new URL(import.meta.url), 'throw new Error(1)'); } catch {}";
    const safe = await shop.copies(test(`${spoil} ${GOOD}`), 'vitest');
    expect((await runMutants({ copies: safe, files: FILES, limit: 2 })).type).toBe('measured');

    const needs = "writeFileSync('out.txt', 'x');";
    const writing = await shop.copies(test(`${needs} ${GOOD}`), 'vitest');
    expect(await runMutants({ copies: writing, files: FILES, limit: 2 })).toMatchObject({ type: 'measured', score: 1 });
  });
});
