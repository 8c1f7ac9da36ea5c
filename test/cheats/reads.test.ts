import { describe, expect, it } from 'vitest';
import type { Edits } from './case.ts';
import { edited, gateRig } from './gate-rig.ts';

/** Main's own start of the tests reads a file whose name says nothing. */
const PROJECT = {
  'package.json': `${JSON.stringify({ name: 'shop', type: 'module', scripts: { test: 'node --import ./start/begin.mjs --test' } })}\n`,
  'start/begin.mjs':
    "import { readFileSync } from 'node:fs';\nif (readFileSync('prices.yaml', 'utf8').includes('quick')) process.env.QUICK = '1';\n",
  'prices.yaml': 'mode: whole\n',
  'notes.yaml': 'all: well\n',
  'src/one.js': 'export const one = () => 1;\n',
  'test/one.test.js':
    "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { one } from '../src/one.js';\n\ntest('one', () => {\n  assert.equal(one(), 1);\n});\n",
};
const HALF: Edits = {
  'src/half.js': 'export const half = (n) => Math.floor(n / 2);\n',
  'test/half.test.js':
    "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { half } from '../src/half.js';\n\ntest('halves', () => {\n  assert.equal(half(5), 2);\n  assert.equal(half(8), 4);\n  assert.equal(half(0), 0);\n});\n",
};

const FULL = process.env.ASSAY_CHEATS === 'full';
const unlessFull = FULL ? '' : ' (skipped: takes a while; `npm run test:cheats` has it)';

describe('G3.3 G14.6 what decides how work is measured', { timeout: 300_000 }, () => {
  it.skipIf(!FULL)(
    `is what the runner reads for itself, whatever it is called; what only lies there is not${unlessFull}`,
    async () => {
      const rig = await gateRig(PROJECT);
      try {
        const cheat = await rig.examine(await edited(rig, rig.base, { ...HALF, 'prices.yaml': 'mode: quick\n' }), 0);
        expect(cheat.findings).toContainEqual(
          expect.objectContaining({
            file: 'prices.yaml',
            message: expect.stringMatching(/reads this file by itself/),
          }),
        );
        const honest = await rig.examine(await edited(rig, rig.base, { ...HALF, 'notes.yaml': 'all: better\n' }), 0);
        expect(honest.findings, JSON.stringify(honest)).toEqual([]);
      } finally {
        await rig.close();
      }
    },
  );
});
