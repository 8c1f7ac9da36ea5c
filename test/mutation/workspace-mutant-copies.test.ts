import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMutants } from '#gates/mutation/run-mutants.ts';
import { tryEdits } from '#gates/mutation/try-mutants.ts';
import { countingProject, FILES, GOOD } from './counting-project.ts';
import { openWorkshop, type Workshop } from './project-copies.ts';

let shop: Workshop;
beforeAll(async () => {
  shop = await openWorkshop();
});
afterAll(() => shop[Symbol.asyncDispose]());

describe('H6 mutants in checkouts of a tree, run in the sandbox', { timeout: 240_000 }, () => {
  it('die, by a test or by the clock', async ({ skip }) => {
    const lacks = shop.lacks('vitest');
    if (lacks !== null) return skip(lacks);
    const copies = await shop.copies(countingProject(GOOD), 'vitest');
    const lines = [
      { first: 4, last: 4 },
      { first: 6, last: 6 },
    ];
    const result = await runMutants({
      copies,
      files: FILES.map((file) => ({ ...file, lines })),
      timeoutFloorMs: 4_000,
    });
    if (result.type !== 'measured') throw new Error(JSON.stringify(result));
    const told = result.results.map(({ mutant, outcome }) => [`${mutant.before} → ${mutant.after}`, outcome.state]);
    // One step forward for one back never ends; everything else ends wrongly.
    expect(told.find(([change]) => change === '+= → -=')).toEqual(['+= → -=', 'timed-out']);
    expect(told.find(([change]) => change === '<= → <')).toEqual(['<= → <', 'killed']);
    expect(result.counts).toMatchObject({ survived: 0, invalid: 0 });
  });

  it('that do not read as code are neither killed nor survived; a file that throws is killed', async ({ skip }) => {
    const lacks = shop.lacks('vitest');
    if (lacks !== null) return skip(lacks);
    const copies = await shop.copies(countingProject(GOOD), 'vitest');
    try {
      const [slot] = await copies.open(1);
      if (!slot) throw new Error('no slot');
      const source = { path: 'src/count.ts', language: 'typescript', text: await slot.read('src/count.ts') };
      const tried = async (replacement: string) =>
        (await tryEdits(slot, source, [{ start: 0, end: 0, replacement }], { limitMs: 60_000, near: new Map() }))
          .outcome;
      expect(await tried('const = ;\n')).toMatchObject({ state: 'invalid' });
      expect(await tried('throw new Error("at once");\n')).toEqual({ state: 'killed', by: ['src/count.ts: at once'] });
      expect(await tried('// nothing\n')).toEqual({ state: 'survived' });
    } finally {
      await copies.close();
    }
  });
});
