import { describe, expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import { PROFILES } from '#project/test-runners/profiles.ts';
import type { ProofOrder } from './proof.ts';
import { isProof, proofInputsOf } from './proofs/proof-inputs.ts';
import { summaryOf } from './test-summary.ts';
import type { ProjectRunner, TreeRunner } from './tree-runner.ts';
import { isProven, unprovenProblem, unprovenRunners } from './unproven.ts';

const TREE = TreeHash.parse('b'.repeat(40));
const runner = (name: string, ends: string): ProjectRunner => ({
  ...{ runner: name, root: '.' },
  isTestFile: (path) => path.endsWith(ends),
});
const rspec = runner('rspec', '_spec.rb');
const vitest = runner('vitest', '.test.ts');

const treeRunner = (changed: readonly string[], config: unknown, runners: readonly ProjectRunner[] = [rspec]) =>
  ({
    read: async () => JSON.stringify(config),
    recall: async () => null,
    runners: async () => runners,
    diff: async () => ({ files: changed.map((path) => ({ path })) }),
  }) as unknown as TreeRunner;

describe('G10.7 a language without a proof pack', () => {
  it('is known: languages that the gate watches or breaks are proven, those with only a report are not', () => {
    const unproven = [...PROFILES.keys()].filter((name) => !isProven({ runner: name }));
    expect(unproven).toContain('maven');
    expect(unproven).not.toEqual(expect.arrayContaining(['unittest']));
    for (const name of ['vitest', 'pytest', 'unittest', 'go test', 'cargo test'])
      expect(isProven({ runner: name })).toBe(true);
  });

  it('is refused before anything runs, and that counts against no one', async () => {
    const order = { base: TREE, accepted: TREE, tree: TREE, testCommand: null } as unknown as ProofOrder;
    const proof = await proofInputsOf(treeRunner(['cart_spec.rb'], {}), order, 'all');
    expect(isProof(proof) && proof.verdict).toMatchObject({
      verdict: 'unmeasured',
      reasons: [{ code: 'LANGUAGE_UNPROVEN', next: expect.stringContaining('"unproven": ["rspec"]') }],
    });
  });

  it('is let go by a person’s word in the configuration, and every run says so', async () => {
    const waived = treeRunner(['cart_spec.rb'], { unproven: ['rspec'] });
    expect(await unprovenProblem(waived, TREE, TREE, [rspec])).toBeNull();
    const run = { runner: 'rspec', outcome: { type: 'ran' as const }, tests: [] };
    expect(summaryOf(run as never)).toContain('LANGUAGE_UNPROVEN');
    expect(summaryOf({ ...run, runner: 'vitest' } as never)).not.toContain('LANGUAGE_UNPROVEN');
  });

  it('does not block work on another language of the project', () => {
    expect(unprovenRunners([rspec, vitest], ['src/a.ts', 'a.test.ts'])).toEqual([]);
    expect(unprovenRunners([rspec, vitest], ['cart_spec.rb'])).toEqual([rspec]);
    expect(unprovenRunners([rspec], ['README.md'])).toEqual([rspec]);
  });
});
