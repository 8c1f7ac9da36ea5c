import { describe, expect, it } from 'vitest';
import { assay, CONFIG, codes, commit, GREEN, makeRig, RED, stateOf, toFirstStep } from '../gated-pr/rig.ts';
import { probedSandbox } from '../sandbox-here.ts';

const lacks = await probedSandbox();
const test = (name: string, text: string): Record<string, string> => ({
  [`test/${name}.test.js`]: `import assert from 'node:assert/strict';\nimport { openAsBlob } from 'node:fs';\nimport { it } from 'node:test';\n\nit('${name}', async () => assert.ok(${text}));\n`,
});

describe.skipIf(lacks !== null)(
  `G3.5 a step runs what it reaches${lacks === null ? '' : ` (not run: ${lacks})`}`,
  { timeout: 240_000 },
  () => {
    it('says what it left out, runs everything before the checkpoint, and is open again if that fails', async () => {
      const rig = makeRig({
        config: { ...CONFIG, steps: 'reached' },
        files: {
          ...test('one', '1 === 1'),
          ...test('two', '2 === 2'),
          // Read in an unseen way: the map says that no source file is read here.
          ...test('words', "!(await (await openAsBlob('src/cart.js')).text()).includes('so much')"),
        },
      });
      const tools = await rig.connect();
      await toFirstStep(rig, tools);
      rig.write(RED);
      const red = await tools.submit('red', { expectation: 'FAIL' });
      expect(red.output).toContain('Run: the 1 of 5 test files that this change reaches. Not run yet: the other 4');
      expect((await tools.submit('as meant', { analysis_decision: 'SUCCESS' })).status).toBe('SUCCESS');
      const { out } = await assay(rig, ['state', 'main']);
      expect(out).toMatch(/^reach node:test in \.: of \d+ test files it is known which of \d+ files they load/m);

      rig.write({ 'src/cart.js': `${GREEN['src/cart.js']}// ${'so much to say '.repeat(8)}\n` });
      const green = await tools.submit('green', { expectation: 'PASS' });
      expect(green.status).toBe('SUCCESS');
      expect(green.output).toContain('Run: the 2 of 5 test files that this change reaches');
      commit(rig, 'checkpoint');
      const late = await tools.submit('committed');
      expect(codes(late)).toEqual(['TESTS_FAILED']);
      expect(late.output).toContain('The step is open again');
      expect(stateOf(rig)).toMatchObject({ status: 'DEBUGGING' });

      rig.write(GREEN);
      expect((await tools.submit('shorter', { expectation: 'PASS' })).status).toBe('SUCCESS');
      commit(rig, 'checkpoint');
      const verified = await tools.submit('committed');
      expect(verified).toMatchObject({ status: 'SUCCESS', output: expect.stringContaining('is verified') });
    });
  },
);
