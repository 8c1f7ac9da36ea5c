import { execFileSync } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Proof, ProofOrder } from '#gates/proof.ts';
import { greenProof } from '#gates/proofs/green.ts';
import { redProof } from '#gates/proofs/red.ts';
import { edited, type Files, gateRig } from '../cheats/gate-rig.ts';
import { probedSandbox } from '../sandbox-here.ts';

const signal = new AbortController().signal;

function lacksRuby(): string | null {
  try {
    execFileSync('ruby', ['-e', 'require "minitest"; require "rspec/core"'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'ruby, minitest or rspec is not installed';
  }
}

const lacks = (await probedSandbox()) ?? lacksRuby();

interface Pack {
  readonly runner: 'minitest' | 'rspec';
  readonly test: string;
  readonly files: Files;
  readonly red: string;
  readonly passing: string;
  readonly weaker: string;
}

const LIB = 'class Cart\n  def total(prices)\n    prices.sum\n  end\nend\n';
const GREEN = LIB.replace('  end\nend', '  end\n\n  def largest(prices)\n    prices.max\n  end\nend');
const UNTESTED = GREEN.replace('  end\nend\n', '  end\n\n  def smallest(prices)\n    prices.min\n  end\nend\n');

const minitestHead =
  'require "minitest/autorun"\nrequire_relative "../lib/cart"\n\nclass CartTest < Minitest::Test\n  def test_sums_up\n    assert_equal 5, Cart.new.total([2, 3])\n  end\n';
const rspecHead =
  'require_relative "../lib/cart"\n\nRSpec.describe Cart do\n  it "sums up" do\n    expect(Cart.new.total([2, 3])).to eq(5)\n  end\n';

const PACKS: readonly Pack[] = [
  {
    runner: 'minitest',
    test: 'test/cart_test.rb',
    files: {
      Gemfile: 'source "https://rubygems.org"\ngem "minitest"\n',
      'lib/cart.rb': LIB,
      'test/cart_test.rb': `${minitestHead}end\n`,
    },
    red: `${minitestHead}\n  def test_knows_the_largest\n    assert_equal 3, Cart.new.largest([2, 3])\n  end\nend\n`,
    passing: `${minitestHead}\n  def test_adds_three\n    assert_equal 6, Cart.new.total([1, 2, 3])\n  end\nend\n`,
    weaker: `${minitestHead}\n  def test_knows_the_largest\n    assert true\n  end\nend\n`,
  },
  {
    runner: 'rspec',
    test: 'spec/cart_spec.rb',
    files: {
      Gemfile: 'source "https://rubygems.org"\ngem "rspec"\n',
      '.rspec': '--require spec_helper\n',
      'spec/spec_helper.rb': '',
      'lib/cart.rb': LIB,
      'spec/cart_spec.rb': `${rspecHead}end\n`,
    },
    red: `${rspecHead}\n  it "knows the largest" do\n    expect(Cart.new.largest([2, 3])).to eq(3)\n  end\nend\n`,
    passing: `${rspecHead}\n  it "adds three" do\n    expect(Cart.new.total([1, 2, 3])).to eq(6)\n  end\nend\n`,
    weaker: `${rspecHead}\n  it "knows the largest" do\n    expect(true).to eq(true)\n  end\nend\n`,
  },
];

const codes = ({ verdict }: Proof): string[] =>
  verdict.verdict === 'accepted' ? [] : verdict.reasons.map(({ code }) => code);

describe.skipIf(lacks !== null)(
  `G3.7 Ruby${lacks === null ? '' : ` (not run: ${lacks})`}`,
  { timeout: 240_000 },
  () => {
    it.each(PACKS.map((pack) => [pack.runner, pack] as const))(
      '%s: red for the right reason, green by the code, tampering and what no test notices',
      async (_, pack) => {
        const config = { '.assay/config.json': JSON.stringify({ unproven: [pack.runner] }) };
        const rig = await gateRig({ ...pack.files, ...config }, ['ruby']);
        onTestFinished(() => rig.close());
        const order = async (
          on: ProofOrder['tree'],
          files: Files,
          lock: Proof['lock'] = null,
        ): Promise<ProofOrder> => ({
          ...{ base: rig.base, accepted: on, tree: await edited(rig, on, files), testCommand: null, lock },
          ...{ acceptedRun: null, preflight: false, mayChange: [] },
        });
        const red = async (text: string) => {
          const asked = await order(rig.base, { [pack.test]: text });
          return { ...(await redProof(rig.treeRunner, asked, signal)), tree: asked.tree };
        };
        expect((await rig.treeRunner.runners(rig.base)).map(({ runner }) => runner)).toEqual([pack.runner]);
        expect(codes(await red(pack.passing))).toEqual(['NO_NEW_TEST']);
        const proven = await red(pack.red);
        expect([codes(proven), proven.output]).toEqual([[], proven.output]);
        expect(proven.lock?.tests).toHaveLength(1);
        const green = async (files: Files) =>
          greenProof(rig.treeRunner, await order(proven.tree, files, proven.lock), signal);
        expect(codes(await green({ 'lib/cart.rb': LIB }))).toContain('LOCKED_TEST_NOT_PASSED');
        expect(codes(await green({ [pack.test]: pack.weaker }))).toContain('TEST_CHANGED');
        const passed = await green({ 'lib/cart.rb': GREEN });
        expect([codes(passed), passed.output]).toEqual([[], passed.output]);
        expect(passed.output).toContain('LANGUAGE_UNPROVEN');
        const honest = await rig.examine(await edited(rig, proven.tree, { 'lib/cart.rb': GREEN }));
        expect(honest.findings).toEqual([]);
        const more = await rig.examine(await edited(rig, proven.tree, { 'lib/cart.rb': UNTESTED }));
        expect(more.findings).toMatchObject([{ file: 'lib/cart.rb', message: expect.stringContaining('smallest') }]);
      },
    );

    it('is refused until a person lets it count: nothing asks the code outside of its tests', async () => {
      const [pack] = PACKS;
      if (!pack) throw new Error('no pack');
      const rig = await gateRig(pack.files, ['ruby']);
      onTestFinished(() => rig.close());
      const tree = await edited(rig, rig.base, { [pack.test]: pack.red });
      const proof = await redProof(
        rig.treeRunner,
        {
          ...{ base: rig.base, accepted: rig.base, tree, testCommand: null, lock: null },
          ...{ acceptedRun: null, preflight: false, mayChange: [] },
        },
        signal,
      );
      expect([proof.verdict.verdict, codes(proof)]).toEqual(['unmeasured', ['LANGUAGE_UNPROVEN']]);
    });
  },
);
