import { execFileSync } from 'node:child_process';
import { probedSandbox } from '../sandbox-here.ts';
import { describePacks, type Pack } from './proof-pack.ts';

function lacksRuby(): string | null {
  try {
    execFileSync('ruby', ['-e', 'require "minitest"; require "rspec/core"'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'ruby, minitest or rspec is not installed';
  }
}

const lacks = (await probedSandbox()) ?? lacksRuby();

const LIB = 'class Cart\n  def total(prices)\n    prices.sum\n  end\nend\n';
const GREEN = LIB.replace('  end\nend', '  end\n\n  def largest(prices)\n    prices.max\n  end\nend');
const UNTESTED = GREEN.replace('  end\nend\n', '  end\n\n  def smallest(prices)\n    prices.min\n  end\nend\n');

const RUBY = { programs: ['ruby'], source: 'lib/cart.rb', green: GREEN, untested: UNTESTED } as const;

const minitestHead =
  'require "minitest/autorun"\nrequire_relative "../lib/cart"\n\nclass CartTest < Minitest::Test\n  def test_sums_up\n    assert_equal 5, Cart.new.total([2, 3])\n  end\n';
const rspecHead =
  'require_relative "../lib/cart"\n\nRSpec.describe Cart do\n  it "sums up" do\n    expect(Cart.new.total([2, 3])).to eq(5)\n  end\n';

const PACKS: readonly Pack[] = [
  {
    ...RUBY,
    runner: 'minitest',
    test: 'test/cart_test.rb',
    files: {
      Gemfile: 'source "https://rubygems.org"\ngem "minitest"\n',
      'lib/cart.rb': LIB,
      'test/cart_test.rb': `${minitestHead}end\n`,
    },
    red: `${minitestHead}\n  def test_knows_the_largest\n    assert_equal 3, Cart.new.largest([2, 3])\n  end\nend\n`,
    passing: `${minitestHead}\n  def test_adds_three\n    assert_equal 6, Cart.new.total([1, 2, 3])\n  end\nend\n`,
    skipping: `${minitestHead.replace('    assert', '    skip\n    assert')}\n  def test_knows_the_largest\n    assert_equal 3, Cart.new.largest([2, 3])\n  end\nend\n`,
    weaker: `${minitestHead}\n  def test_knows_the_largest\n    assert true\n  end\nend\n`,
  },
  {
    ...RUBY,
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
    skipping: `${rspecHead.replace('  it ', '  xit ')}\n  it "knows the largest" do\n    expect(Cart.new.largest([2, 3])).to eq(3)\n  end\nend\n`,
    weaker: `${rspecHead}\n  it "knows the largest" do\n    expect(true).to eq(true)\n  end\nend\n`,
  },
];

describePacks('G3.7 Ruby', lacks, PACKS);
