import { readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openShellParser } from '#code/shell-tree.ts';
import { readCommands } from '#policy/read-commands.ts';
import { isTestRunner } from '#policy/test-runners.ts';
import type { Answer } from '#workflows/gated-pr/call.ts';
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
import { CHECKOUT_CHEATS } from './checkout-cheats.ts';

const FULL = process.env.ASSAY_CHEATS === 'full';
const unlessFull = FULL ? '' : ' (skipped: takes minutes; `npm run test:cheats` has it)';

/** Codes that were asked for by name: the list of these cheats is held against them. */
const asked = new Set<string>();

const named = ({ reasons }: Answer, code: string): string => {
  asked.add(code);
  return reasons.find((reason) => reason.code === code)?.message ?? `not ${code}: ${JSON.stringify(reasons)}`;
};

async function atGreen(): Promise<{ rig: Rig; tools: Tools }> {
  const rig = makeRig();
  const tools = await rig.connect();
  await toFirstStep(rig, tools);
  rig.write(RED);
  expect(await tools.submit('red', { expectation: 'FAIL' })).toMatchObject({ status: 'NEEDS_ANALYSIS' });
  expect(await tools.submit('as meant', { analysis_decision: 'SUCCESS' })).toMatchObject({ status: 'SUCCESS' });
  return { rig, tools };
}

describe('G9.6 cheats in a checkout, over MCP', { timeout: 240_000 }, () => {
  it('on the way to GREEN and its checkpoint', async () => {
    const { rig, tools } = await atGreen();
    rig.write({ '.assay/ACTIVE_PR.json': rig.read('.assay/ACTIVE_PR.json').replaceAll('IN_PROGRESS', 'DONE') });
    expect(named(await tools.submit('done'), 'VIEW_EDITED')).toMatch(/ACTIVE_PR\.json was edited/);

    const state = join(rig.folder, '.assay/ORCHESTRATION_STATE.json');
    renameSync(state, join(rig.folder, 'elsewhere.json'));
    symlinkSync('../elsewhere.json', state);
    expect(named(await tools.submit('done'), 'VIEW_PLANTED')).toMatch(/^\.assay\/ORCHESTRATION_STATE\.json is a link/);
    rmSync(join(rig.folder, 'elsewhere.json'));

    rig.write(WRONG);
    expect(codes(await tools.submit('green', { expectation: 'PASS' }))).toContain('TESTS_FAILED');
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
      /test\/add\.test\.js is now a link/,
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

  it.skipIf(!FULL)(`G3.23 with history, and with a failure that is not the intended one${unlessFull}`, async () => {
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
    rig.git('branch', '--force', 'main', rig.git('commit-tree', `${base}^{tree}`, '-m', 'another first'));
    expect(named(await tools.submit('red', { expectation: 'FAIL' }), 'MAIN_MOVED')).toMatch(
      /no longer holds the branch point/,
    );
    rig.git('branch', '--force', 'main', base);
    const red = await tools.submit('red', { expectation: 'FAIL' });
    expect(red, JSON.stringify(red)).toMatchObject({ status: 'SUCCESS' });

    rig.write(GREEN);
    expect(await tools.submit('green', { expectation: 'PASS' })).toMatchObject({ status: 'SUCCESS' });
    commit(rig, 'checkpoint');
    expect(await tools.submit('committed')).toMatchObject({ status: 'SUCCESS' });
  });

  it.skipIf(!FULL)(`in the squash and in the plan${unlessFull}`, async () => {
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
    const hook = join(rig.folder, '.git/hooks/pre-commit');
    writeFileSync(hook, '#!/bin/sh\necho > src/back-door.js\ngit add src/back-door.js\n', { mode: 0o755 });
    const [one, marked] = [rig.git('rev-parse', 'HEAD'), rig.read('PLAN.md')];
    expect(named(await tools.submit('marked'), 'MORE_CHANGED')).toMatch(/also holds src\/back-door\.js/);
    rmSync(hook);
    rig.git('reset', '--quiet', '--hard', one);
    rig.write({ 'PLAN.md': marked });
    expect(await tools.submit('marked')).toMatchObject({ status: 'SUCCESS' });
    expect(readdirSync(join(rig.folder, 'src'))).toEqual(['cart.js']);
  });
});

it.skipIf(!FULL)(`every cheat in the list was tried${unlessFull}`, () => {
  expect(CHECKOUT_CHEATS.map(({ code }) => code).filter((code) => !asked.has(code))).toEqual([]);
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
