import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedCode } from '#gates/challenge/changed-code.ts';
import { observe } from '#gates/challenge/observe/observe.ts';
import { onlyAsWritten } from '#gates/challenge/only-as-written.ts';
import { edited, type GateRig, gateRig } from '../cheats/gate-rig.ts';
import { probedSandbox } from '../sandbox-here.ts';

const signal = new AbortController().signal;
const lacks = await probedSandbox();

const AREA = 'export function area(a, b) {\n  return a * b;\n}\n';
const RIGHT = 'export function area(a, b) {\n  return Math.abs(a * b);\n}\n';
const HEAD =
  "import assert from 'node:assert/strict';\nimport { it } from 'node:test';\nimport { area } from '../src/area.js';\n";
const SHORT = "it('is short', () => assert.ok(area.toString().length < 80));\n";
const MULTIPLIES = "it('multiplies', () => assert.equal(area(2, 3), 6));\n";
const ABSOLUTE = "it('has no sign', () => assert.equal(area(-2, 3), 6));\n";

describe.skipIf(lacks !== null)(
  `G3 tests that cannot bear to be watched${lacks === null ? '' : ` (not run: ${lacks})`}`,
  { timeout: 120_000 },
  () => {
    let rig: GateRig;
    beforeAll(async () => {
      rig = await gateRig({
        'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
        'src/area.js': AREA,
        'test/area.test.js': HEAD + SHORT + MULTIPLIES,
      });
    }, 60_000);
    afterAll(() => rig?.close());

    const said = async (source: string, tests: string): Promise<string[]> => {
      const { treeRunner, base } = rig;
      const tree = await edited(rig, base, { 'src/area.js': source, 'test/area.test.js': HEAD + tests });
      const [runner] = await treeRunner.runners(base);
      if (runner === undefined) throw new Error('no runner');
      const code = await changedCode(treeRunner, base, tree, runner);
      const files = code.tests;
      const seen = await observe(treeRunner, tree, code, { files, masked: false }, signal);
      const { findings } = await onlyAsWritten(treeRunner, { base, tree }, code, { files, seen }, signal);
      return findings.map(({ message }) => message);
    };

    it('one that main has, and that fails while watched there too, does not count against the change', async () => {
      expect(await said(RIGHT, SHORT + MULTIPLIES + ABSOLUTE)).toEqual([]);
    });

    it('a new or changed one does', async () => {
      const changed = SHORT.replace('80', '81');
      expect(await said(RIGHT, changed + MULTIPLIES + ABSOLUTE)).toEqual([expect.stringContaining('is short passes')]);
      const added = SHORT.replace('is short', 'is brief');
      expect(await said(RIGHT, SHORT + MULTIPLIES + added)).toEqual([expect.stringContaining('is brief passes')]);
    });

    it('one that passes while watched on main, and no longer does, counts', async () => {
      const looks = 'export function area(a, b) {\n  return area.toString().length < 99 ? Math.abs(a * b) : 0;\n}\n';
      expect(await said(looks, SHORT + MULTIPLIES)).toEqual([expect.stringContaining('multiplies passes')]);
    });
  },
);
