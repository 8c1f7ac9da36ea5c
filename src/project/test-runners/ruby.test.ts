import { describe, expect, it } from 'vitest';
import { localExec, ranIn } from './fixtures/live.ts';
import { minitest } from './minitest.ts';
import { rspec } from './rspec.ts';

const MINITEST = `
-- lib/cart.rb --
class Cart
  def total(prices)
    prices.sum
  end

  def self.fail_loudly
    raise ArgumentError, "no prices"
  end
end
-- test/cart_test.rb --
require "minitest/autorun"
require "cart"

class CartTest < Minitest::Test
  def test_sums_up
    assert_equal 5, Cart.new.total([2, 3])
  end

  def test_is_wrong
    assert_equal 6, Cart.new.total([2, 3])
  end

  def test_lacks_a_method
    Cart.new.discount(3)
  end

  def test_throws
    Cart.fail_loudly
  end

  def test_waits
    skip "later"
  end
end

describe Cart do
  it "is empty" do
    _(Cart.new.total([])).must_equal 0
  end
end
-- test/broken_test.rb --
require "minitest/autorun"
class BrokenTest < Minitest::Test
  def test_x(
end
-- test/lacking_test.rb --
require "minitest/autorun"
require_relative "../lib/discount"
-- test/foreign_test.rb --
require "minitest/autorun"
require "no_such_gem_at_all"
`;

const RSPEC = `
-- lib/cart.rb --
class Cart
  def total(prices)
    prices.sum
  end
end
-- spec/cart_spec.rb --
require "cart"

RSpec.describe Cart do
  describe "#total" do
    it "sums up" do
      expect(Cart.new.total([2, 3])).to eq(5)
    end

    it "is wrong" do
      expect(Cart.new.total([2, 3])).to eq(6)
    end

    it "lacks a method" do
      Cart.new.discount(3)
    end

    xit "waits" do
    end
  end
end
-- spec/lacking_spec.rb --
require "discount"
RSpec.describe Discount do
end
`;

const has = async (gem: string): Promise<string | null> => {
  const found = await localExec('/')({ program: 'ruby', args: ['-e', `require "${gem}"`] });
  return found.outcome === 'exited' && found.exitCode === 0 ? null : `ruby has no ${gem}`;
};

describe('G3.7 Ruby’s runners, live', { timeout: 60_000 }, () => {
  it('minitest reports tests and specs, and why each is red', async ({ skip }) => {
    const lacks = await has('minitest');
    if (lacks) skip(lacks);
    const { outcome, tests } = await ranIn(minitest, MINITEST, ['test/cart_test.rb']);
    expect(outcome).toEqual({ type: 'ran' });
    const told = Object.fromEntries(tests.map(({ title, state, failure }) => [title, [state, failure?.kind]]));
    expect(told).toMatchObject({
      test_sums_up: ['passed', undefined],
      test_is_wrong: ['failed', 'assertion'],
      test_lacks_a_method: ['failed', 'missing-symbol'],
      test_throws: ['failed', 'exception'],
      test_waits: ['skipped', undefined],
      'test_0001_is empty': ['passed', undefined],
    });
    const wrong = tests.find(({ title }) => title === 'test_is_wrong');
    expect(wrong).toMatchObject({
      ...{ file: 'test/cart_test.rb', suites: ['CartTest'] },
      failure: { expected: '6', actual: '5', file: 'test/cart_test.rb', line: 10 },
    });
    expect(tests.find(({ title }) => title === 'test_throws')?.failure).toMatchObject({ file: 'lib/cart.rb', line: 7 });
  });

  it('minitest distinguishes a file that needs code still to be written from one that is broken or lacks a gem', async ({
    skip,
  }) => {
    const lacks = await has('minitest');
    if (lacks) skip(lacks);
    const { outcome, tests } = await ranIn(minitest, MINITEST, null);
    expect(tests.length).toBe(6);
    expect(outcome).toMatchObject({ type: 'broken' });
    const kinds = outcome.type === 'broken' ? outcome.failures.map(({ file, kind }) => [file, kind]) : [];
    expect(kinds.sort()).toEqual([
      ['test/broken_test.rb', 'syntax'],
      ['test/foreign_test.rb', 'exception'],
      ['test/lacking_test.rb', 'missing-symbol'],
    ]);
    const one = await ranIn(minitest, MINITEST, ['test/cart_test.rb'], 'CartTest > test_sums_up');
    expect(one.tests.map(({ title }) => title)).toEqual(['test_sums_up']);
  });

  it('rspec reports examples by their groups, and files that do not load', async ({ skip }) => {
    const lacks = await has('rspec/core');
    if (lacks) skip(lacks);
    const { outcome, tests } = await ranIn(rspec, RSPEC, ['spec/cart_spec.rb']);
    expect(outcome).toEqual({ type: 'ran' });
    expect(tests.map(({ id, state, failure }) => [id, state, failure?.kind])).toEqual([
      ['spec/cart_spec.rb > Cart > #total > sums up', 'passed', undefined],
      ['spec/cart_spec.rb > Cart > #total > is wrong', 'failed', 'assertion'],
      ['spec/cart_spec.rb > Cart > #total > lacks a method', 'failed', 'missing-symbol'],
      ['spec/cart_spec.rb > Cart > #total > waits', 'skipped', undefined],
    ]);
    const whole = await ranIn(rspec, RSPEC, null);
    expect(whole.outcome).toMatchObject({ type: 'broken', failures: [{ file: 'spec/lacking_spec.rb' }] });
  });
});
