import { describe, expect, it } from 'vitest';
import type { Answer } from '#workflows/gated-pr/call.ts';
import {
  assay,
  atTerminal,
  commit,
  draft,
  GREEN,
  makeRig,
  RED,
  type Rig,
  stateOf,
  TOTAL_STEPS,
  type Tools,
  toFirstStep,
  WRONG,
} from '../gated-pr/rig.ts';
import { PLAN_CHEATS } from './plan-cheats.ts';

/** Codes that were asked for by name: the list of these cheats is held against them. */
const asked = new Set<string>();

const named = ({ reasons }: Answer, code: string): string => {
  asked.add(code);
  return reasons.find((reason) => reason.code === code)?.message ?? `not ${code}: ${JSON.stringify(reasons)}`;
};

const PLAN = `# Shop

## PR 1: Totals

A cart has a total.

- [ ] an empty cart costs nothing
- [ ] prices are summed up

## PR 2: Discounts
`;

const withCriteria = (criteria: readonly (readonly number[])[], more: object = {}): Record<string, string> => {
  const files = draft('feat: Totals', [{ name: 'Total', steps: TOTAL_STEPS }]);
  const pr = JSON.parse(files['.assay/ACTIVE_PR.json'] ?? '');
  const reds = pr.tasks[0].tdd_steps.filter(({ type }: { type: string }) => type === 'RED');
  for (const [at, numbers] of criteria.entries()) Object.assign(reds[at] ?? {}, { criteria: numbers });
  return { '.assay/ACTIVE_PR.json': JSON.stringify({ ...pr, ...more }) };
};

async function red(rig: Rig, tools: Tools): Promise<void> {
  rig.write(RED);
  expect(await tools.submit('red', { expectation: 'FAIL' })).toMatchObject({ status: 'NEEDS_ANALYSIS' });
  const meant = await tools.submit('as meant', { analysis_decision: 'SUCCESS' });
  expect(meant, JSON.stringify(meant)).toMatchObject({ status: 'SUCCESS' });
}

describe('G11.4 G11.2 cheats with the plan, over MCP', { timeout: 240_000 }, () => {
  it('are refused by name; the same work done honestly is accepted, and the reviewer reads the request', async () => {
    const rig = makeRig({ files: { 'PLAN.md': PLAN } });
    const tools = await rig.connect();
    rig.write({ 'PLAN.md': PLAN.replace('## PR 1: Totals', '## PR 1: Totals [DONE] abcdef1') });
    expect(named(await tools.task(), 'PLAN_EDITED')).toMatch(/PLAN\.md in the checkout is not what is committed/);
    rig.git('checkout', '--quiet', '--', 'PLAN.md');
    const begun = await tools.task();
    expect(begun.output).toContain('1. an empty cart costs nothing\n2. prices are summed up');

    rig.write(draft('docs: Totals', [{ name: 'Say so', steps: [{ type: 'REFACTOR', description: 'a comment' }] }]));
    expect(named(await tools.submit('drafted'), 'DRAFT_UNFIT')).toMatch(/criterion 1 .* no RED step is for it/);
    rig.write(withCriteria([[1]]));
    expect(named(await tools.submit('drafted'), 'DRAFT_UNFIT')).toMatch(/criterion 2 \("prices are summed up"\)/);
    rig.write(withCriteria([[1]], { untested: [{ criterion: 2, why: 'obvious' }] }));
    expect(named(await tools.submit('drafted'), 'WORD_NEEDED')).toMatch(/^No test will show this criterion/);
    // An agent's shell is no person.
    expect(await assay(rig, ['guide', 'last', 'fine', '--waive', '2'])).not.toMatchObject({ code: 0 });
    expect(stateOf(rig)).toMatchObject({ status: 'HALTED' });
    const sentBack = await atTerminal(rig, ['guide', 'last', 'sums need a test']);
    expect(sentBack, sentBack.out).toMatchObject({ code: 0 });
    expect((await tools.task()).output).toContain('sums need a test');

    rig.write(withCriteria([[1, 2]]));
    const drafted = await tools.submit('drafted');
    expect(drafted, JSON.stringify(drafted)).toMatchObject({ status: 'SUCCESS' });
    expect((await tools.task()).output).toContain('For:\n1. an empty cart costs nothing\n2. prices are summed up');
    await red(rig, tools);

    for (const [from, to, words] of [
      ['- [ ] prices', '- [x] prices', /with other words below it/],
      [
        '## PR 2: Discounts',
        '## PR 2: Discounts [DONE] abcdef1',
        /"PR 2: Discounts" became "PR 2: Discounts" \[DONE\]/,
      ],
      ['## PR 2: Discounts', '## PR 2: Totals', /became "PR 2: Totals"/],
      ['## PR 2: Discounts', '', /became nothing/],
    ] as const) {
      rig.write({ ...GREEN, 'PLAN.md': PLAN.replace(from, to) });
      expect(named(await tools.submit('green', { expectation: 'PASS' }), 'PLAN_CHANGED')).toMatch(words);
    }
    rig.write({ ...GREEN, 'PLAN.md': PLAN });
    const green = await tools.submit('green', { expectation: 'PASS' });
    expect(green, JSON.stringify(green)).toMatchObject({ status: 'SUCCESS' });
    commit(rig, 'checkpoint');
    expect(await tools.submit('committed')).toMatchObject({ status: 'SUCCESS' });
    await tools.task();
    const reviewed = await tools.task();
    expect(reviewed.output, JSON.stringify(reviewed)).toContain('# AWAITING_FINALIZATION');
    expect(JSON.parse(rig.reviewed())).toMatchObject({
      item: { title: 'PR 1: Totals', body: expect.stringContaining('A cart has a total.') },
      criteria: [
        {
          number: 1,
          text: 'an empty cart costs nothing',
          tests: [expect.stringMatching(/sums up/), expect.stringMatching(/when empty/)],
        },
        { number: 2, text: 'prices are summed up', word: null },
      ],
    });
  });

  it('a person’s word lets a PR without a test pass, and is kept', async () => {
    const rig = makeRig({ files: { 'PLAN.md': '- [ ] Say in the cart what it is for\n' } });
    const tools = await rig.connect();
    await tools.task();
    const files = draft('docs: The cart', [
      { name: 'Say so', steps: [{ type: 'REFACTOR', description: 'a comment' }] },
    ]);
    const pr = JSON.parse(files['.assay/ACTIVE_PR.json'] ?? '');
    rig.write({
      '.assay/ACTIVE_PR.json': JSON.stringify({ ...pr, untested: [{ criterion: 1, why: 'it is a comment' }] }),
    });
    expect(named(await tools.submit('drafted'), 'WORD_NEEDED')).toMatch(/the PR has no RED step at all/);
    const heard = await atTerminal(rig, ['guide', 'last', 'a comment is all I want', '--waive', '1']);
    expect(heard, heard.out).toMatchObject({ code: 0 });
    expect((await tools.task()).output).toContain('## REFACTOR: a comment');
    const told = await assay(rig, ['state']);
    expect(told.out).toMatch(/criterion 1: Say in the cart what it is for: no test, by the word of /);
  });

  it('G2.26 G11.6 a task that is cut smaller keeps the tests it failed on, not their name', async () => {
    const rig = makeRig({
      files: { 'PLAN.md': PLAN.replace(/^- \[ \].*\n/gm, '') },
      config: { thresholds: { scopeReduction: 1 } },
    });
    const tools = await rig.connect();
    await toFirstStep(rig, tools);
    await red(rig, tools);
    rig.write(WRONG);
    expect(await tools.submit('green', { expectation: 'PASS' })).toMatchObject({ status: 'FAILURE' });
    expect(await tools.scope()).toMatchObject({ status: 'SUCCESS' });
    const [again] = TOTAL_STEPS;
    const smaller = [
      {
        name: 'Nothing',
        steps: [
          { type: 'RED' as const, description: 'nothing' },
          { type: 'GREEN' as const, description: 'n' },
        ],
        breakdownHistory: ['x'],
      },
      {
        name: 'Verify',
        steps: [
          { type: 'RED' as const, description: again?.description ?? '' },
          { type: 'GREEN' as const, description: 'all' },
        ],
      },
    ];
    rig.write(draft('feat: Totals', smaller));
    const taken = await tools.submit('smaller');
    expect(taken, JSON.stringify(taken)).toMatchObject({ status: 'SUCCESS' });
    const test = (text: string) =>
      `import assert from 'node:assert/strict';\nimport { it } from 'node:test';\nimport * as cart from '../src/cart.js';\n\n${text}\n`;
    rig.write({ 'test/nothing.test.js': test("it('has a sum of nothing', () => assert.equal(cart.nothing(), 0));") });
    await tools.submit('red', { expectation: 'FAIL' });
    await tools.submit('as meant', { analysis_decision: 'SUCCESS' });
    rig.write({ 'src/cart.js': `${rig.read('src/cart.js')}export const nothing = () => 0;\n` });
    await tools.submit('green', { expectation: 'PASS' });
    commit(rig, 'checkpoint');
    await tools.submit('committed');

    const verify = await tools.task();
    expect(verify.output).toContain('- test/total.test.js > sums up');
    expect(verify.output).toContain(RED['test/total.test.js']?.trim());
    rig.write({ 'test/total.test.js': test("it('sums up', () => assert.equal(typeof cart.total, 'function'));") });
    const easier = await tools.submit('red', { expectation: 'FAIL' });
    expect(named(easier, 'RED_NOT_RECREATED')).toMatch(
      /total\.test\.js > sums up is not the same as when the task was split/,
    );
    rig.write(RED);
    expect(await tools.submit('red', { expectation: 'FAIL' })).toMatchObject({ status: 'SUCCESS' });
    rig.write({ 'src/cart.js': `${GREEN['src/cart.js']}export const nothing = () => 0;\n` });
    const done = await tools.submit('green', { expectation: 'PASS' });
    expect(done, JSON.stringify(done)).toMatchObject({ status: 'SUCCESS' });
  });
});

it('every cheat in the list was tried', () => {
  expect(PLAN_CHEATS.map(({ code }) => code).filter((code) => !asked.has(code))).toEqual([]);
});
