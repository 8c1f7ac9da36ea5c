import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Proof, ProofOrder } from '#gates/proof.ts';
import { redProof } from '#gates/proofs/red.ts';
import { edited, type GateRig, gateRig } from '../cheats/gate-rig.ts';
import { probedSandbox } from '../sandbox-here.ts';

const signal = new AbortController().signal;
const TEST = 'tests/test_twice.py';
const PROJECT = {
  'pyproject.toml': '[tool.pytest.ini_options]\n\n[tool.setuptools_scm]\nversion_file = "src/twice/_version.py"\n',
  '.gitignore': '_version.py\n',
  'src/twice/__init__.py': 'from twice._version import __version__\n\n\ndef twice(n):\n    return n + n\n',
  'tests/test_version.py': 'import twice\n\n\ndef test_version():\n    assert twice.__version__\n',
  [TEST]: 'from twice import twice\n\n\ndef test_twice():\n    assert twice(2) == 4\n',
};
const ASKS_MORE = { [TEST]: `${PROJECT[TEST]}    assert twice(None) == 0\n` };

const found = spawnSync('python3', ['-c', 'import pytest'], { encoding: 'utf8', timeout: 20_000 });
const lacks = (await probedSandbox()) ?? (found.status === 0 ? null : 'python3 has no pytest');

describe.skipIf(lacks !== null)(
  `G10.1 what only an install writes${lacks === null ? '' : ` (not run: ${lacks})`}`,
  { timeout: 120_000 },
  () => {
    const redOf = async (rig: GateRig): Promise<Proof> => {
      const order: ProofOrder = {
        ...{ base: rig.base, accepted: rig.base, tree: await edited(rig, rig.base, ASKS_MORE), testCommand: null },
        ...{ lock: null, acceptedRun: null, preflight: false, mayChange: [] },
      };
      return redProof(rig.treeRunner, order, signal);
    };

    it('exists in a checkout: the version that a package imports', async () => {
      const rig = await gateRig(PROJECT);
      try {
        const { verdict, output } = await redOf(rig);
        expect(verdict, output).toMatchObject({ verdict: 'accepted' });
      } finally {
        await rig.close();
      }
    });

    it('a test that did not load before either is not told to pass already', async () => {
      const rig = await gateRig({ ...PROJECT, 'pyproject.toml': '[tool.pytest.ini_options]\n' });
      try {
        const { verdict } = await redOf(rig);
        expect(verdict).not.toMatchObject({ verdict: 'accepted' });
        expect(JSON.stringify(verdict)).not.toContain('RED_PASSES');
      } finally {
        await rig.close();
      }
    });
  },
);
