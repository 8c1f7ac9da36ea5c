import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMutants } from '#gates/mutation/run-mutants.ts';
import { countingProject, FILES, GOOD, SOURCE } from './counting-project.ts';
import { openWorkshop, type Workshop } from './project-copies.ts';

let shop: Workshop;
beforeAll(async () => {
  shop = await openWorkshop();
});
afterAll(() => shop[Symbol.asyncDispose]());

describe('H6 mutants in checkouts of a tree, run in the sandbox', { timeout: 240_000 }, () => {
  it('of a file of which the tests load another copy do not count as survived', async ({ skip }) => {
    const lacks = shop.lacks('vitest');
    if (lacks !== null) return skip(lacks);
    const files = {
      ...countingProject(GOOD, '../dist/count.js'),
      'dist/count.js': SOURCE.replaceAll(/: number(\[\])?/g, ''),
    };
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
    const safe = await shop.copies(countingProject(`${spoil} ${GOOD}`), 'vitest');
    expect((await runMutants({ copies: safe, files: FILES, limit: 2 })).type).toBe('measured');

    const needs = "writeFileSync('out.txt', 'x');";
    const writing = await shop.copies(countingProject(`${needs} ${GOOD}`), 'vitest');
    expect(await runMutants({ copies: writing, files: FILES, limit: 2 })).toMatchObject({ type: 'measured', score: 1 });
  });
});
