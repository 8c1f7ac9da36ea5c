import { readdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openShellParser } from '#code/shell-tree.ts';
import type { Answer } from '#workflows/gated-pr/call.ts';
import { readCommands } from '#workspace/policy/read-commands.ts';
import { isTestRunner } from '#workspace/policy/test-runners.ts';
import {
  codes,
  commit,
  GREEN,
  makeRig,
  markPlan,
  RED,
  type Rig,
  type Tools,
  toAllDone,
  toFirstStep,
  WRONG,
} from '../gated-pr/rig.ts';

/** Cheats that need a checkout and its git: a real client on a real repository, in connected mode. */
export const CHECKOUT_CHEATS = [
  { id: 'C16', title: 'steps marked DONE in ACTIVE_PR.json, or the counter reset', code: 'VIEW_EDITED' },
  { id: 'C17', title: 'the same tree again, in the hope of a flaky pass', code: 'NOTHING_CHANGED' },
  { id: 'C18', title: 'a change hidden from git by a flag', code: 'HIDDEN_CHANGES' },
  { id: 'C18', title: 'a helper that .gitignore keeps out of the tree', code: 'TESTS_BROKEN' },
  { id: 'C18', title: 'another tree committed than was accepted', code: 'TREE_CHANGED' },
  { id: 'C19', title: 'history below the branch point rewritten', code: 'HISTORY_REWRITTEN' },
  { id: 'C19', title: 'a checkpoint taken out of the history', code: 'HISTORY_REWRITTEN' },
  { id: 'C20', title: 'a squash that drops a test', code: 'TREE_CHANGED' },
  { id: 'C20', title: 'a squash that brings something unreviewed', code: 'TREE_CHANGED' },
  { id: 'C20', title: 'the plan marked with another hash', code: 'PLAN_UNMARKED' },
  { id: 'C22', title: 'SUCCESS for a failure that is not the intended one', code: 'RED_WRONG_REASON' },
  { id: 'X36', title: 'a link in the place of a test file', code: 'TEST_LINKED' },
] as const;

const named = ({ reasons }: Answer, code: string): string =>
  reasons.find((reason) => reason.code === code)?.message ?? `not ${code}: ${JSON.stringify(reasons)}`;

async function atGreen(): Promise<{ rig: Rig; tools: Tools }> {
  const rig = makeRig();
  const tools = await rig.connect();
  await toFirstStep(rig, tools);
  rig.write(RED);
  expect(await tools.submit('red', { expectation: 'FAIL' })).toMatchObject({ status: 'NEEDS_ANALYSIS' });
  expect(await tools.submit('as meant', { analysis_decision: 'SUCCESS' })).toMatchObject({ status: 'SUCCESS' });
  return { rig, tools };
}

describe('G9 cheats in a checkout, over MCP', { timeout: 240_000 }, () => {
  it('on the way to GREEN and its checkpoint', async () => {
    const { rig, tools } = await atGreen();
    rig.write({ '.assay/ACTIVE_PR.json': rig.read('.assay/ACTIVE_PR.json').replaceAll('IN_PROGRESS', 'DONE') });
    expect(named(await tools.submit('done'), 'VIEW_EDITED')).toMatch(/ACTIVE_PR\.json was edited/);

    rig.write(WRONG);
    expect(codes(await tools.submit('green', { expectation: 'PASS' }))).toEqual(['TESTS_FAILED']);
    expect(named(await tools.submit('green, again', { expectation: 'PASS' }), 'NOTHING_CHANGED')).toMatch(
      /nothing was run again/,
    );
    rig.write({
      '.assay/ORCHESTRATION_STATE.json': rig
        .read('.assay/ORCHESTRATION_STATE.json')
        .replace('"debug_attempt_counter": 1', '"debug_attempt_counter": 10'),
    });
    expect(named(await tools.escalate('help'), 'VIEW_EDITED')).toMatch(/ORCHESTRATION_STATE\.json was edited/);

    rig.git('update-index', '--assume-unchanged', 'src/cart.js');
    rig.write(GREEN);
    expect(named(await tools.submit('green', { expectation: 'PASS' }), 'HIDDEN_CHANGES')).toMatch(
      /src\/cart\.js are hidden from git by a flag/,
    );
    rig.git('update-index', '--no-assume-unchanged', 'src/cart.js');

    rig.write({
      '.gitignore': 'src/secret.js\n',
      'src/secret.js': 'export const total = (prices) => prices.reduce((a, b) => a + b, 0);\n',
      'src/cart.js': "export const add = (a, b) => a + b;\nexport { total } from './secret.js';\n",
    });
    expect(named(await tools.submit('green', { expectation: 'PASS' }), 'TESTS_BROKEN')).toMatch(/secret\.js/);
    rig.git('clean', '--quiet', '-fdX', 'src');

    renameSync(join(rig.folder, 'test/add.test.js'), join(rig.folder, 'elsewhere.js'));
    symlinkSync('../elsewhere.js', join(rig.folder, 'test/add.test.js'));
    rig.write(GREEN);
    expect(named(await tools.submit('green', { expectation: 'PASS' }), 'TEST_LINKED')).toMatch(
      /test\/add\.test\.js is a link now/,
    );
    rig.git('checkout', '--quiet', '--', 'test/add.test.js');
    rig.git('clean', '--quiet', '-fd', '--exclude=test', '--exclude=.assay');

    rig.write(GREEN);
    const green = await tools.submit('green', { expectation: 'PASS' });
    expect(green, JSON.stringify(green)).toMatchObject({ status: 'SUCCESS' });
    rig.write({ 'src/cart.js': `${GREEN['src/cart.js']}export const extra = 1;\n` });
    commit(rig, 'checkpoint, and a little more');
    expect(named(await tools.submit('committed'), 'TREE_CHANGED')).toMatch(
      /what was committed is not what was accepted/,
    );
    rig.write(GREEN);
    rig.git('reset', '--quiet', '--soft', 'HEAD~1');
    commit(rig, 'checkpoint');
    expect(await tools.submit('committed')).toMatchObject({ status: 'SUCCESS' });
  });

  it('with history, and with a failure that is not the intended one', async () => {
    const rig = makeRig();
    const tools = await rig.connect();
    await toFirstStep(rig, tools);
    rig.write({
      'test/total.test.js':
        RED['test/total.test.js']
          ?.replace("from '../src/cart.js';", "from '../src/cart.js';\nvoid total;")
          .replace('total([2, 3])', 'totals([2, 3])') ?? '',
    });
    rig.write({ 'src/cart.js': `${rig.read('src/cart.js')}export const total = () => 0;\n` });
    expect(await tools.submit('red', { expectation: 'FAIL' })).toMatchObject({ status: 'NEEDS_ANALYSIS' });
    const claimed = await tools.submit('as meant', { analysis_decision: 'SUCCESS' });
    expect(named(claimed, 'RED_WRONG_REASON')).toMatch(/sums up fails by missing-symbol.*totals is not defined/);

    const base = rig.git('rev-parse', 'main');
    rig.git('checkout', '--quiet', '--', 'src');
    rig.write(RED);
    rig.git('commit', '--quiet', '--amend', '--message', 'first, rewritten', '--', 'package.json');
    expect(named(await tools.submit('red', { expectation: 'FAIL' }), 'HISTORY_REWRITTEN')).toMatch(
      /history below the branch point .* was rewritten/,
    );
    rig.git('reset', '--quiet', '--soft', base);
    expect(await tools.submit('red', { expectation: 'FAIL' })).toMatchObject({ status: 'SUCCESS' });

    rig.write(GREEN);
    expect(await tools.submit('green', { expectation: 'PASS' })).toMatchObject({ status: 'SUCCESS' });
    commit(rig, 'checkpoint');
    expect(await tools.submit('committed')).toMatchObject({ status: 'SUCCESS' });
  });

  it('in the squash and in the plan', async () => {
    const rig = makeRig();
    const tools = await rig.connect();
    await toFirstStep(rig, tools);
    await toAllDone(rig, tools);
    await tools.task();
    const reviewed = await tools.task();
    expect(reviewed.output, JSON.stringify(reviewed)).toContain('# AWAITING_FINALIZATION');
    const [base, head] = [rig.git('merge-base', 'main', 'HEAD'), rig.git('rev-parse', 'HEAD')];
    const squash = (): void => {
      rig.git('reset', '--quiet', '--soft', base);
      commit(rig, 'feat: Totals');
    };
    rig.git('rm', '--quiet', '--force', 'test/total.test.js');
    squash();
    expect(named(await tools.submit('squashed'), 'TREE_CHANGED')).toMatch(
      /files were added, changed or dropped in the squash/,
    );
    rig.git('reset', '--quiet', '--hard', head);
    rig.write({ 'src/back-door.js': 'export const open = true;\n' });
    squash();
    expect(named(await tools.submit('squashed'), 'TREE_CHANGED')).toMatch(/not hold what was reviewed/);
    rig.git('reset', '--quiet', '--hard', head);
    squash();
    expect(await tools.submit('squashed')).toMatchObject({ status: 'SUCCESS' });

    const plan = rig.read('PLAN.md');
    rig.write({ 'PLAN.md': plan.replace('## PR 1: Totals', `## PR 1: Totals [DONE] ${head}`) });
    expect(named(await tools.submit('marked'), 'PLAN_UNMARKED')).toMatch(/./);
    rig.write({ 'PLAN.md': plan });
    markPlan(rig, '## PR 1: Totals');
    expect(await tools.submit('marked')).toMatchObject({ status: 'SUCCESS' });
    expect(readdirSync(join(rig.folder, 'src'))).toEqual(['cart.js']);
  });
});

const OWN_RUNS = [
  'npm test',
  'npx vitest run',
  'node --test',
  'sh -c "npm t"',
  'python3 -m pytest -q',
  'env CI=1 pytest',
  'make test',
  './node_modules/.bin/jest',
  'echo x | xargs npx mocha',
];
const HONEST_LINES = [
  'git status',
  'ls test',
  'cat test/total.test.js',
  'grep -rn pytest .',
  'node --check src/cart.js',
  'npm run build',
];

describe('G9 tests that an agent runs through its own shell', () => {
  const runsTests = async (line: string): Promise<boolean> => {
    const parser = await openShellParser();
    try {
      const reading = readCommands(line, { parser });
      return reading.type === 'read' && reading.uses.some((use) => isTestRunner(use)?.match === 'yes');
    } finally {
      parser.close();
    }
  };
  it.each(OWN_RUNS)('are seen in %s', async (line) => expect(await runsTests(line)).toBe(true));
  it.each(HONEST_LINES)('are not seen in %s', async (line) => expect(await runsTests(line)).toBe(false));
});
