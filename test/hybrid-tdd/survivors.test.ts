import { describe, expect, it, onTestFinished } from 'vitest';
import { hybridRig } from './hybrid-rig.ts';
import { honest } from './scripted-crew.ts';
import { TYPESCRIPT_STACK as STACK, TESTS } from './stack-typescript.ts';

describe('H6 real mutants decide', { timeout: 600_000 }, () => {
  it('a check that no test would miss is answered by the tests agent, who never sees it', async () => {
    // The assertions about a full stack are gone; the titles and the claims stay.
    const weak = TESTS.replace(/\n +expect\(\(\) => stack\.push\(item\)\)\.toThrow\(RangeError\);/, '')
      .replace('      stack.push(2);\n', '      return stack.size;\n')
      .replace('expect(push).toThrow();', 'expect(push()).toBe(1);');
    const rig = await hybridRig(
      STACK,
      honest(STACK, {
        tests: () => ({ ...STACK.tests, files: { 'test/stack.test.ts': weak } }),
        explain: ({ task }) => ({
          claim: {
            analysis: 'nothing asserts that a full stack refuses',
            survivors: survivorIds(task.prompt).map((id, n) => ({
              ...{ id, whyDangerous: 'it grows without limit' },
              proposed: {
                name: `full-refuses-${n}`,
                description: 'A full stack refuses.',
                invariant: 'push on a full stack throws',
                type: 'Boundary',
              },
            })),
          },
        }),
        strengthen: ({ task }) => {
          const names = [...task.prompt.matchAll(/full-refuses-\d+/g)].map(([name]) => name);
          return { files: { 'test/stack.test.ts': TESTS }, claim: withSketches([...new Set(names)]) };
        },
      }),
      { maxMutants: 8 },
    );
    onTestFinished(() => rig.close());
    const { result } = await rig.run();
    expect(result).toMatchObject({ success: true, mutation: { type: 'measured' } });
    const strengthen = rig.turns.find(({ node }) => node === 'strengthen');
    expect(strengthen?.prompt).toContain('RemovedCheck');
    expect(strengthen?.prompt).not.toContain('this.#items');
    expect(result.mutation?.type === 'measured' && result.mutation.survivors.filter(({ blocks }) => blocks)).toEqual(
      [],
    );
  });
});

const survivorIds = (prompt: string): string[] =>
  [...(/## Survivors\n([\s\S]*?)\n\n## To do/.exec(prompt)?.[1] ?? '').matchAll(/^- (\S+): /gm)].map(
    ([, id]) => id ?? '',
  );

function withSketches(sketches: readonly string[]) {
  const claim = JSON.parse(JSON.stringify(STACK.tests.claim));
  for (const test of claim.tests) if (test.name === 'grows by one') test.sketches.push(...sketches);
  return claim;
}
