import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Proof, ProofOrder } from '#gates/proof.ts';
import { greenProof } from '#gates/proofs/green.ts';
import { redProof } from '#gates/proofs/red.ts';
import type { TestLock } from '#gates/test-lock.ts';
import { edited, type GateRig, gateRig } from '../cheats/gate-rig.ts';
import { probedSandbox } from '../sandbox-here.ts';

const signal = new AbortController().signal;
const TEST = 'tests/test_strip.py';
const PROJECT = {
  'pyproject.toml': '[tool.pytest.ini_options]\n',
  'strip.py': 'def strip(text):\n    return text.strip()\n',
  'tests/conftest.py': `import pytest
import strip

FAST = pytest.param(None, marks=pytest.mark.skipif(True, reason="not built here"), id="fast")


@pytest.fixture(params=[pytest.param(strip.strip, id="plain"), FAST])
def strip_it(request):
    return request.param
`,
  [TEST]: 'def test_strips(strip_it):\n    assert strip_it(" a ") == "a"\n',
};
const HIDDEN = '    import pytest\n    if "-" in text:\n        pytest.skip("later")\n';

const found = spawnSync('python3', ['-c', 'import pytest'], { encoding: 'utf8', timeout: 20_000 });
const lacks = (await probedSandbox()) ?? (found.status === 0 ? null : 'python3 has no pytest');

describe.skipIf(lacks !== null)(
  `G3.1 rows of a test that a fixture gives it${lacks === null ? '' : ` (not run: ${lacks})`}`,
  { timeout: 120_000 },
  () => {
    let rig: GateRig;
    beforeAll(async () => {
      rig = await gateRig(PROJECT);
    }, 60_000);
    afterAll(() => rig.close());

    const order = async (
      on: ProofOrder['tree'],
      edits: Record<string, string>,
      lock: TestLock | null = null,
    ): Promise<ProofOrder> => ({
      ...{ base: rig.base, accepted: on, tree: await edited(rig, on, edits), testCommand: null, lock },
      ...{ acceptedRun: null, preflight: false, mayChange: [] },
    });
    const codes = ({ verdict }: Proof): string[] =>
      verdict.verdict === 'accepted' ? [] : verdict.reasons.map(({ code }) => code);

    it('rows that this machine skips may be skipped if the others pass; a row that was red may not', async () => {
      const asked = await order(rig.base, {
        [TEST]: `${PROJECT[TEST]}    assert strip_it("a-") == "a"\n`,
      });
      const red = await redProof(rig.treeRunner, asked, signal);
      expect(codes(red)).toEqual([]);
      const green = async (body: string) =>
        greenProof(rig.treeRunner, await order(asked.tree, { 'strip.py': body }, red.lock), signal);
      expect(codes(await green('def strip(text):\n    return text.strip(" -")\n'))).toEqual([]);
      const skipped = codes(await green(`def strip(text):\n${HIDDEN}    return text.strip()\n`));
      expect(skipped.length).toBeGreaterThan(0);
    });
  },
);
