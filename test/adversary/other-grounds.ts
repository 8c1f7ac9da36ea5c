import { spawnSync } from 'node:child_process';
import { COMPILED } from '../cheats/compiled-cheats.ts';
import { JS_DISCOUNT } from '../cheats/projects/javascript.ts';
import type { Files, Ground } from './attack.ts';
import { lacksPackage } from './modules.ts';

const same: Ground['rewrite'] = (_, text) => text;
const manifest = (more: object): string => `${JSON.stringify({ name: 'shop', ...more }, null, 2)}\n`;
const lacksProgram = (program: string, ...args: string[]): string | null =>
  spawnSync(program, args, { timeout: 20_000 }).status === 0 ? null : `${program} is not installed here`;

const MONEY_TS = 'export const cents = (amount: number): number => Math.round(amount * 100);\n';
const VITEST: Files = {
  'package.json': manifest({ type: 'module', scripts: { test: 'vitest run' }, devDependencies: { vitest: '*' } }),
  '.gitignore': 'node_modules\n',
  'src/money.ts': MONEY_TS,
  'test/money.test.ts':
    "import { expect, it } from 'vitest';\nimport { cents } from '../src/money.ts';\n\nit('counts cents', () => {\n  expect(cents(1.5)).toBe(150);\n  expect(cents(0.07)).toBe(7);\n});\n",
};
const VITEST_RED: Files = {
  'test/discount.test.ts': `import { expect, it } from 'vitest';
import { discounted } from '../src/discount.ts';

it('takes a percentage off', () => {
  expect(discounted(1000, 10)).toBe(900);
  expect(discounted(999, 50)).toBe(500);
});

it('refuses percentages that are none', () => {
  expect(() => discounted(1000, 101)).toThrow(RangeError);
  expect(() => discounted(1000, -1)).toThrow(RangeError);
});
`,
};
const VITEST_GREEN: Files = {
  'src/discount.ts': JS_DISCOUNT.replace('price, percent)', 'price: number, percent: number): number'),
};

const commonJs = (runner: 'mocha' | 'jest'): Omit<Ground, 'name' | 'language' | 'lacks'> => {
  const assert = runner === 'mocha' ? "const assert = require('node:assert/strict');\n" : '';
  const is = (given: string, wanted: string): string =>
    runner === 'mocha' ? `assert.equal(${given}, ${wanted})` : `expect(${given}).toBe(${wanted})`;
  const throws = (call: string): string =>
    runner === 'mocha' ? `assert.throws(() => ${call}, RangeError)` : `expect(() => ${call}).toThrow(RangeError)`;
  return {
    project: {
      'package.json': manifest({ scripts: { test: runner }, devDependencies: { [runner]: '*' } }),
      '.gitignore': 'node_modules\n',
      'src/money.js': 'exports.cents = (amount) => Math.round(amount * 100);\n',
      // There already: of a module that does not load mocha does not say which test file asked for it.
      'src/discount.js': 'exports.discounted = (price) => price;\n',
      'test/money.test.js': `${assert}const { cents } = require('../src/money.js');\n\nit('counts cents', () => {\n  ${is('cents(1.5)', '150')};\n});\n`,
    },
    preflight: 'true',
    packages: [runner],
    red: {
      'test/discount.test.js': `${assert}const { discounted } = require('../src/discount.js');\n\nit('takes a percentage off', () => {\n  ${is('discounted(1000, 10)', '900')};\n  ${is('discounted(999, 50)', '500')};\n});\n\nit('refuses percentages that are none', () => {\n  ${throws('discounted(1000, 101)')};\n  ${throws('discounted(1000, -1)')};\n});\n`,
    },
    green: { 'src/discount.js': `${JS_DISCOUNT.replace('export ', '')}\nmodule.exports = { discounted };\n` },
    rewrite: same,
  };
};

/** The RED and GREEN of an attack that was written as one change. */
const halves = (edits: Readonly<Record<string, string | null>>, isTest: RegExp): readonly [Files, Files] => {
  const all = Object.entries(edits).flatMap(([path, text]) => (text === null ? [] : [[path, text] as const]));
  return [
    Object.fromEntries(all.filter(([path]) => isTest.test(path))),
    Object.fromEntries(all.filter(([path]) => !isTest.test(path))),
  ];
};

/** Runners and languages beside `node:test` and pytest. */
export function otherGrounds(): Ground[] {
  const [goRed, goGreen] = halves(COMPILED.Go.honest, /_test\.go$/);
  return [
    {
      ...{ name: 'vitest, TypeScript', language: 'typescript', project: VITEST, preflight: 'true', rewrite: same },
      ...{ packages: ['vitest'], red: VITEST_RED, green: VITEST_GREEN, lacks: lacksPackage('vitest') },
    },
    { name: 'mocha, CommonJS', language: 'mocha', lacks: lacksPackage('mocha'), ...commonJs('mocha') },
    { name: 'jest, CommonJS', language: 'jest', lacks: lacksPackage('jest'), ...commonJs('jest') },
    {
      ...{ name: 'go test', language: 'go', project: COMPILED.Go.project, preflight: 'go vet ./...', rewrite: same },
      ...{ red: goRed, green: goGreen, lacks: lacksProgram('go', 'version') },
    },
    {
      ...{ name: 'cargo test', language: 'rust', preflight: 'true', rewrite: same },
      project: { ...COMPILED.Rust.project, '.gitignore': 'target\n', 'src/discount.rs': '' },
      red: { 'tests/discount.rs': RUST_RED },
      green: { 'src/discount.rs': RUST_GREEN },
      lacks: lacksProgram('cargo', '--version'),
    },
  ];
}

const RUST_RED =
  '#[test]\nfn off() {\n    assert_eq!(shop::discount::discounted(1000, 10), 900);\n    assert_eq!(shop::discount::discounted(999, 50), 500);\n}\n';
const RUST_GREEN =
  '/// Takes a percentage off.\npub fn discounted(price: i64, percent: i64) -> i64 {\n    (price * (100 - percent) + 99) / 100\n}\n';
