import { describe, expect, it } from 'vitest';
import { differences, isEnvironment } from './compare-told.ts';
import { hear } from './heard.ts';
import { toReplay } from './to-replay-javascript.ts';

const told = (...values: string[]) => [{ test: 'adds', values, asked: [] }];

describe('what assertions were given, under the runner and in a plain process', () => {
  it('is told where it differs', () => {
    expect(differences(told('1', '2'), told('1', '3'), told('1', '3'))).toEqual([
      { test: 'adds', at: 2, inside: '2', outside: '3' },
    ]);
    expect(differences(told('1'), told('1'), told('1'))).toEqual([]);
    expect(differences(told('1'), told(), told())).toEqual([{ test: 'adds', at: 1, inside: '1', outside: 'nothing' }]);
  });

  it('says nothing where a plain process does not agree with itself, or the clock went on', () => {
    expect(differences(told('0.1'), told('0.2'), told('0.3'))).toEqual([]);
    expect(differences(told("'2026-01-01 10:00'"), told("'2026-01-01 10:01'"), told("'2026-01-01 10:01'"))).toEqual([]);
    expect(differences(told('1'), [], [])).toEqual([]);
  });

  it('tells a missing environment from another behaviour', () => {
    expect(isEnvironment({ outside: 'throws ReferenceError: document is not defined' })).toBe(true);
    expect(isEnvironment({ outside: '1000' })).toBe(false);
  });
});

describe('a test file to be replayed', () => {
  const TEXT =
    "import { expect, it as check } from 'vitest';\nimport one, { discounted as off, type Cents } from '../src/discount.ts';\nimport { tea } from './helpers.ts';\n\ncheck('takes off', () => expect(off(1)).toBe(one(tea)));\n";
  it('takes its test library from the recorder, and has its calls written down', async () => {
    const made = await toReplay('a.test.ts', TEXT, './rec.mjs');
    expect(made).toContain('import { expect, it as check } from "./rec.mjs";');
    expect(made).toContain("import one__own, { discounted as off__own, type Cents } from '../src/discount.ts';");
    expect(made).toContain('const off = wrap__("discounted", "../src/discount.ts", off__own);');
    expect(made).toContain('const one = wrap__("default", "../src/discount.ts", one__own);');
  });

  it('is left alone where mocks mean something to its runner only', async () => {
    expect(await toReplay('a.test.ts', `${TEXT}vi.mock('./x.ts');\n`, './rec.mjs')).toBe(null);
  });

  it('gets the names that its runner makes global', async () => {
    const made = await toReplay(
      'a.test.js',
      "import { f } from './f.js';\ntest('f', () => { expect(f()).toBe(1); });\n",
      './rec.mjs',
    );
    expect(made).toContain('import { wrap as wrap__, test, expect } from "./rec.mjs";');
  });
});

describe('what a replay says', () => {
  it('is read among whatever else was printed', () => {
    const heard = hear(
      'noise\n@@replay {"told":[{"test":"a","values":["1"]}],"calls":[]}\n@@replay {"probe":{"name":"f","module":"m","args":[1],"outcome":"2"}}\n@@replay {broken}\n',
    );
    expect(heard).toMatchObject({
      told: [{ test: 'a', values: ['1'] }],
      probes: [{ args: [1], outcome: '2' }],
      failed: null,
    });
    expect(hear('nothing')).toBe(null);
  });
});
