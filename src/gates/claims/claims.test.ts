import { describe, expect, it } from 'vitest';
import { checkFunctions } from './check-functions.ts';
import { checkScope } from './check-scope.ts';
import { checkImplemented, checkStubs } from './check-stubs.ts';
import { checkTests } from './check-tests.ts';
import type { ClaimedTest } from './claimed-test.ts';
import { textTreeRunner } from './testing/text-tree-runner.ts';

const { treeRunner, tree } = textTreeRunner();
const MODULE = `export class Stack {
  constructor(readonly max: number) {}
  push(x: number): void { const inner = () => x; inner(); }
  get size(): number { return 0; }
}
export const twice = (n: number): number => n * 2;
`;

const functions = async (before: string, after: string, claimed: readonly string[]) =>
  (
    await checkFunctions(treeRunner, {
      ...{ before: tree({ 'a.ts': before }), after: tree({ 'a.ts': after }), path: 'a.ts', language: 'typescript' },
      ...{ claimed, ours: ['NotYetWritten'] },
    })
  ).map(({ code, message }) => `${code} ${message.split(' ')[0]}`);

describe('H5 cheat 23 functions that are claimed', () => {
  it('H5.3 are on disk, all of them and no others; a constructor by its class', async () => {
    expect(await functions('', MODULE, ['Stack', 'Stack.push', 'Stack.size', 'twice'])).toEqual([]);
    expect(await functions('', MODULE, ['Stack', 'Stack.push', 'Stack.pop', 'Stack.size'])).toEqual([
      'CLAIM_NOT_ON_DISK Stack.pop',
      'NOT_CLAIMED twice',
    ]);
  });

  it('are the only ones that change; existing tests that were not claimed stay unchanged', async () => {
    const more = `${MODULE}export function thrice(n: number): number { return n * 3; }\n`;
    expect(await functions(MODULE, more, ['thrice'])).toEqual([]);
    expect(await functions(MODULE, more.replace('n * 2', 'n + n'), ['thrice'])).toEqual(['NOT_CLAIMED twice']);
    expect(await functions(MODULE, more.replace(/export const twice.*\n/, ''), ['thrice'])).toEqual([
      'NOT_CLAIMED twice',
    ]);
  });

  it('are nothing where the file is not there or does not parse', async () => {
    expect(await functions('', 'export const = ;', ['f'])).toEqual(['CLAIM_UNREADABLE a.ts']);
  });
});

describe('H5 stubs', () => {
  const order = (text: string, names: readonly string[]) => ({
    ...{
      tree: tree({ 'a.ts': text }),
      path: 'a.ts',
      language: 'typescript',
      functions: names,
      sentinel: 'NotYetWritten',
    },
  });
  const STUB = 'export function f(): number { throw new NotYetWritten("f"); }\n';

  it('H3.3 throw the sentinel and do nothing else', async () => {
    expect(await checkStubs(treeRunner, order(STUB, ['f']))).toEqual([]);
    for (const real of ['return 1;', 'throw new Error("f");', 'throw new NotYetWritten(g());'])
      expect(await checkStubs(treeRunner, order(`export function f(): number { ${real} }`, ['f']))).toHaveLength(1);
  });

  it('are gone from an implementation, and so is the sentinel', async () => {
    expect(await checkImplemented(treeRunner, order('export function f(): number { return 1; }', ['f']))).toEqual([]);
    expect(await checkImplemented(treeRunner, order(STUB, ['f']))).toHaveLength(1);
    expect(
      await checkImplemented(
        treeRunner,
        order('class NotYetWritten {}\nexport function f(): number { return 1; }', ['f']),
      ),
    ).toHaveLength(1);
  });
});

describe('H5 the scope of an agent', () => {
  it('is its own files', async () => {
    const [from, to] = [
      tree({ 'a.ts': '1', 'a.test.ts': '1' }),
      tree({ 'a.ts': '2', 'a.test.ts': '2', '.npmrc': 'x' }),
    ];
    expect(await checkScope(treeRunner, { from, to: from, may: [] })).toEqual([]);
    const escaped = await checkScope(treeRunner, { from, to, may: ['a.ts'] });
    expect(escaped.map(({ file }) => file)).toEqual(['a.test.ts', '.npmrc']);
  });
});

describe('H5 cheat 23 tests that are claimed', () => {
  const claim = (name: string, targets: readonly string[], more: Partial<ClaimedTest> = {}): ClaimedTest => ({
    ...{ name, targets, isProperty: false, sketches: [], examples: [] },
    ...more,
  });
  const check = async (text: string, claimed: readonly ClaimedTest[], before = '') => {
    const checked = await checkTests(treeRunner, {
      ...{ before: tree({ 'a.test.ts': before }), tree: tree({ 'a.ts': MODULE, 'a.test.ts': text }) },
      ...{ testPath: 'a.test.ts', implPath: 'a.ts', language: 'typescript', sentinel: 'NotYetWritten', claimed },
      wanted: [
        { name: 'Stack.push', sketches: ['grows'], examples: 1 },
        { name: 'Stack.size', sketches: [], examples: 0 },
      ],
      isModule: (imported) => imported === './a.ts',
      isProperty: ({ calls }) => calls.some(({ callee }) => callee === 'fc.property'),
    });
    return { ...checked, codes: checked.problems.map(({ code }) => code) };
  };
  const file = (body: string, around = ''): string =>
    `import fc from 'fast-check';\nimport { expect, it } from 'vitest';\nimport { Stack, twice } from './a.ts';\n${around}\n${body}\n`;
  const pushes = "it('pushes', () => { const s = new Stack(1); s.push(1); expect(s.size).toBe(1); });";

  it('H5.4 call what they claim, directly, through helpers, or by reading it', async () => {
    const direct = await check(file(pushes), [claim('pushes', ['Stack', 'Stack.push', 'Stack.size'])]);
    expect(direct.codes).toEqual([]);
    const helped = file(
      "it('pushes', () => { const s = full(); s.push(2); expect(s.size).toBe(1); });",
      'const full = () => { const s = new Stack(1); return s; };',
    );
    expect((await check(helped, [claim('pushes', ['Stack.push', 'Stack.size'])])).codes).toEqual([]);
  });

  it('are refused when they never call it, by whatever name', async () => {
    const fake = file(
      "it('pushes', () => { const s = { push(n: number) { return n; } }; expect(s.push(twice(1))).toBe(2); });",
    );
    expect((await check(fake, [claim('pushes', ['Stack.push'])])).codes).toEqual(['CLAIM_NOT_CALLED']);
    const helper = file(
      "it('pushes', () => { expect(fake().push(twice(1))).toBe(2); });",
      'const fake = () => ({ push: (n: number) => n });',
    );
    expect((await check(helper, [claim('pushes', ['Stack.push'])])).codes).toEqual(['CLAIM_NOT_CALLED']);
  });

  it('exist under that name, and are properties if the claim says so', async () => {
    expect((await check(file(pushes), [claim('pushs', ['Stack.push'])])).problems[0]?.next).toBe(
      'Did you mean "pushes"?',
    );
    expect(
      (await check(file(pushes), [claim('pushes', ['Stack.push'], { isProperty: true, sketches: ['grew'] })])).codes,
    ).toEqual(['CLAIM_NOT_A_PROPERTY', 'CLAIM_UNKNOWN_SKETCH']);
  });

  it('cover a sketch only as a property that calls its function', async () => {
    const example = await check(file(pushes), [
      claim('pushes', ['Stack.push'], { sketches: ['grows'], examples: [{ function: 'Stack.push', example: 0 }] }),
    ]);
    expect(example.coverage).toMatchObject({
      sketches: { uncovered: ['grows'] },
      examples: { covered: 1 },
      functions: { uncovered: [] },
    });
    const property = file(
      "it('pushes', () => { fc.assert(fc.property(fc.integer(), (n) => { const s = new Stack(1); s.push(n); return s.size === 1; })); });",
    );
    expect(
      (await check(property, [claim('pushes', ['Stack.push'], { isProperty: true, sketches: ['grows'] })])).coverage
        .sketches.covered,
    ).toEqual(['grows']);
  });

  it.each([
    ['asserts nothing', "it('a', () => { new Stack(1).push(1); });", 'TEST_VACUOUS'],
    ['asserts constants', "it('a', () => { new Stack(1).push(1); expect(1).toBe(1); });", 'TEST_VACUOUS'],
    ['never uses the module', "it('a', () => { expect(Math.max(1, 2)).toBe(2); });", 'TEST_VACUOUS'],
    ['is skipped', "it.skip('a', () => { expect(twice(1)).toBe(2); });", 'TEST_MUTED'],
    [
      'speaks of the skeleton',
      "it('a', () => { expect(() => twice(1)).toThrow('NotYetWritten'); });",
      'TEST_NAMES_SENTINEL',
    ],
  ])('are refused when one %s', async (_, text, code) => {
    expect((await check(file(text), [])).codes).toEqual([code]);
  });

  it('do not change existing tests', async () => {
    const old = file("it('old', () => { expect(Math.max(1, 2)).toBe(2); });");
    const both = file(`it('old', () => { expect(Math.max(1, 2)).toBe(2); });\n${pushes}`);
    const kept = await check(both, [claim('pushes', ['Stack.push'])], old);
    expect([kept.codes, kept.kept]).toEqual([[], [['old']]]);
    expect((await check(file(pushes), [claim('pushes', ['Stack.push'])], old)).codes).toEqual(['TEST_CHANGED']);
  });
});
