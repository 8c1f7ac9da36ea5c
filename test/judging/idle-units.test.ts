import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idleDoubts, idleUnits } from '#gates/ledger/idle-units.ts';
import type { Proof } from '#gates/proof.ts';
import { greenProof } from '#gates/proofs/green.ts';
import { redProof } from '#gates/proofs/red.ts';
import { edited, type Files, type GateRig, gateRig } from '../cheats/gate-rig.ts';
import { probedSandbox } from '../sandbox-here.ts';

const signal = new AbortController().signal;
const test = (name: string, body: string): string =>
  `package ${name}\n\nimport "testing"\n\nfunc TestIt(t *testing.T) {\n\t${body}\n}\n`;
const PROJECT: Files = {
  'go.mod': 'module slug\n\ngo 1.18\n',
  'slug.go': 'package slug\n\nfunc Slug(s string) string { return s }\n',
  'slug_test.go': test('slug', 'if Slug("a") != "a" {\n\t\tt.Error("no")\n\t}'),
  // For another version of Go, as its settings say.
  'bench/go.mod': 'module example.com/bench\n\ngo 1.18\n\nlater 9\n',
  'bench/bench_test.go': test('bench', 't.Log()'),
  'tool/go.mod': 'module example.com/tool\n\ngo 1.18\n',
  'tool/tool.go': 'package tool\n\nfunc Run() int { return 0 }\n',
  'tool/tool_test.go': test('tool', 'if Run() != 0 {\n\t\tt.Error("no")\n\t}'),
};
const RED = {
  'more_test.go': test('slug', 'if Slug("A") != "a" {\n\t\tt.Error(Slug("A"))\n\t}').replace('TestIt', 'TestMore'),
};
const GREEN = {
  'slug.go': 'package slug\n\nimport "strings"\n\nfunc Slug(s string) string { return strings.ToLower(s) }\n',
};

const hasGo = spawnSync('go', ['version']).status === 0;
const lacks = (await probedSandbox()) ?? (hasGo ? null : 'there is no go');

describe.skipIf(lacks !== null)(
  `G10.3 a part of a project that does not run on main${lacks === null ? '' : ` (not run: ${lacks})`}`,
  { timeout: 900_000 },
  () => {
    let rig: GateRig;
    beforeAll(async () => {
      rig = await gateRig(PROJECT);
    }, 60_000);
    afterAll(() => rig.close());
    const common = { testCommand: null, acceptedRun: null, preflight: 'true', mayChange: [] };
    const codes = ({ verdict }: Proof): string[] =>
      verdict.verdict === 'accepted' ? [] : verdict.reasons.map(({ code }) => code);

    it('is left out if the change does not touch it, and the reviewer is told; otherwise it counts', async () => {
      const tree = await edited(rig, rig.base, RED);
      const red = await redProof(
        rig.treeRunner,
        { ...common, base: rig.base, accepted: rig.base, tree, lock: null },
        signal,
      );
      expect(codes(red), red.output).toEqual([]);
      expect(idleDoubts(await idleUnits(rig.treeRunner, rig.base))).toEqual([
        expect.stringMatching(/^go test in bench does not run on main and was left out: /),
      ]);
      const green = async (edits: Record<string, string>): Promise<string[]> => {
        const after = await edited(rig, tree, edits);
        const order = { ...common, base: rig.base, accepted: tree, tree: after, lock: red.lock };
        return codes(await greenProof(rig.treeRunner, order, signal));
      };
      expect(await green(GREEN)).toEqual([]);
      expect(await green({ ...GREEN, 'bench/bench.go': 'package bench\n' })).toEqual(['RUNNER_FAILED']);
      expect(await green({ ...GREEN, 'tool/tool.go': 'package tool\n\nfunc Run() int { return 1 }\n' })).toEqual([
        'TESTS_FAILED',
      ]);
    });
  },
);
