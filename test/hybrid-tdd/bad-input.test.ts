import { describe, expect, it } from 'vitest';
import type { TddExample } from '../../examples/hybrid-tdd/example.ts';
import { IMPL, TYPESCRIPT_STACK as STACK, TESTS, TYPES } from '../../examples/hybrid-tdd/stack/typescript.ts';
import { playStack } from './play-stack.ts';

/** What a person may begin with. Specs that are none are in `src/workflows/hybrid-tdd/read-spec.test.ts`. */

const LONG = { timeout: 600_000 };
const files = (more: Readonly<Record<string, string>>): TddExample => ({
  ...STACK,
  files: { ...STACK.files, ...more },
});

describe('H3.13 a project that cannot be measured stops the run before anyone is paid', LONG, () => {
  it.for([
    {
      why: 'no runner for the language',
      given: files({
        'package.json': '{ "name": "sample", "type": "module", "scripts": { "test": "node --test" } }\n',
        'test/version.test.ts':
          "import assert from 'node:assert';\nimport { test } from 'node:test';\n\ntest('is', () => assert.ok(true));\n",
      }),
      code: 'NO_RUNNER',
    },
    {
      why: 'tests that are red already',
      given: files({ 'src/version.ts': "export const VERSION = '2';\n" }),
      code: 'BASE_RED',
    },
    {
      why: 'a build that fails already',
      given: files({ 'src/old.ts': "export const count: number = 'one';\n" }),
      code: 'BASE_BUILD_FAILED',
    },
  ])('$why', async ({ given, code }) => {
    const { rig, result, mainMoved } = await playStack({}, {}, given);
    expect(result).toMatchObject({
      success: false,
      stop: { code, next: expect.stringMatching(/\w/) },
      cost: { usd: 0 },
    });
    expect(rig.turns).toEqual([]);
    expect(mainMoved).toBe(false);
  });
});

describe('H3 the skeleton', LONG, () => {
  it('H3.6 that does not build sends the design back with the compiler’s message', async () => {
    const open = `${TYPES}export const LIMIT: number = 'none';\n`;
    const { result, asked } = await playStack(
      {
        types: () => ({ ...STACK.types, files: { 'src/stack.ts': open } }),
        typesFix: () => ({ ...STACK.types, files: { 'src/stack.ts': `${open}\n` } }),
      },
      { maxTypeFixes: 1 },
    );
    expect(result).toMatchObject({
      success: false,
      stop: { code: 'DESIGN_REFUSED', problems: [{ code: 'BUILD_FAILED' }] },
    });
    expect(asked('typesFix')[0]?.prompt).toContain("Type 'string' is not assignable to type 'number'");
    expect([asked('tests'), asked('impl')]).toEqual([[], []]);
  });

  it('H3.5 of an existing module is that module with the new functions as stubs', async () => {
    const oldCode = 'export const twice = (n: number): number => n * 2;\n';
    const oldTest = "it('doubles', () => {\n  expect(twice(2)).toBe(4);\n});\n";
    const head = "import { expect, it } from 'vitest';\nimport { twice } from '../src/stack.ts';\n\n";
    const tests = `${TESTS.replace('{ BoundedStack }', '{ BoundedStack, twice }')}\n${oldTest}`;
    const example: TddExample = {
      ...files({ 'src/stack.ts': oldCode, 'test/stack.test.ts': head + oldTest }),
      types: { ...STACK.types, files: { 'src/stack.ts': oldCode + TYPES } },
      tests: { ...STACK.tests, files: { 'test/stack.test.ts': tests } },
      impl: { ...STACK.impl, files: { 'src/stack.ts': oldCode + IMPL } },
    };
    const { rig, result } = await playStack({}, {}, example);
    expect(result).toMatchObject({ success: true, stop: null });
    expect(result.red.map(({ title }) => title)).not.toContain('doubles');
    const skeleton = rig.git('log', '--format=%H', '--grep=^skeleton:', 'main').trim();
    const stubbed = rig.git('show', `${skeleton}:src/stack.ts`);
    expect(stubbed).toContain('n * 2');
    expect(stubbed).toContain('throw new NotYetWritten("BoundedStack.push")');
  });
});
