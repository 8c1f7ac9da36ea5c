import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { write } from '#host/testing/temp-folder.ts';
import { git } from '#workspace/testing/test-repository.ts';
import {
  assay,
  atTerminal,
  codes,
  commit,
  draft,
  makeRig,
  RED,
  type Rig,
  stateOf,
  TOTAL_STEPS,
  toAllDone,
  toFirstStep,
  toMerge,
} from './rig.ts';
import { slow, unlessSlow } from './slow.ts';

const HEADING = '## PR 1: Totals';

/** Somebody else's commit on main, made beside the checkout. */
function elsewhere(rig: Rig, files: Readonly<Record<string, string>>): void {
  const folder = mkdtempSync(join(tmpdir(), 'assay-else-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  rig.git('worktree', 'add', '--quiet', '--force', join(folder, 'w'), 'main');
  write(join(folder, 'w'), files);
  git(join(folder, 'w'), 'add', '--all');
  git(join(folder, 'w'), 'commit', '--quiet', '--message', 'elsewhere');
  rig.git('worktree', 'remove', '--force', join(folder, 'w'));
}

const guide = async (rig: Rig, advice: string): Promise<void> => {
  expect(await atTerminal(rig, ['guide', 'last', advice])).toMatchObject({ code: 0 });
};

describe('G6 merging', () => {
  it('G2.33 halts on a conflict with nothing touched, and continues when a person settled it', async () => {
    const rig = makeRig();
    const tools = await rig.connect();
    await toFirstStep(rig, tools);
    await toAllDone(rig, tools);
    await toMerge(rig, tools, 'feat: Totals', HEADING);
    elsewhere(rig, { 'src/cart.js': 'export const add = (a, b) => b + a;\nexport const sub = (a, b) => a - b;\n' });
    const main = rig.git('rev-parse', 'main');
    const conflict = await tools.task();
    expect(conflict.reasons[0]).toMatchObject({
      code: 'MERGE_CONFLICT',
      message: expect.stringContaining('src/cart.js'),
    });
    expect(stateOf(rig)).toMatchObject({ status: 'HALTED' });
    expect([rig.git('rev-parse', 'main'), rig.git('status', '--porcelain')]).toEqual([main, '']);
    expect((await assay(rig, ['task'])).code).toBe(10);

    // A person takes their own commit back and says so.
    rig.git('update-ref', 'refs/heads/main', 'main~1');
    expect((await atTerminal(rig, ['guide', 'last', 'main is as it was'])).code).toBe(0);
    expect(await tools.task()).toMatchObject({ status: 'SUCCESS', output: expect.stringContaining('Merged as') });
    expect(rig.git('log', '-1', '--format=%s', 'main')).toBe('Merge feat/totals: feat: Totals');
  }, 180_000);

  it.skipIf(!slow)(
    `takes the branch back as a person has brought it together with main, and reviews it again${unlessSlow}`,
    async () => {
      const rig = makeRig();
      const tools = await rig.connect();
      await toFirstStep(rig, tools);
      await toAllDone(rig, tools);
      await toMerge(rig, tools, 'feat: Totals', HEADING);
      elsewhere(rig, { 'src/cart.js': 'export const add = (a, b) => b + a;\nexport const sub = (a, b) => a - b;\n' });
      const main = rig.git('rev-parse', 'main');
      const conflict = await tools.task();
      expect(codes(conflict)).toEqual(['MERGE_CONFLICT']);
      expect(conflict.reasons[0]?.next).toContain('git switch feat/totals && git merge main');

      // Not without main in it, nor from the middle of a merge.
      rig.write({ 'NOTES.md': 'to be merged\n' });
      commit(rig, 'not enough');
      await guide(rig, 'I did something');
      expect(codes(await tools.task())).toEqual(['BRANCH_BEHIND']);
      expect(stateOf(rig)).toMatchObject({ status: 'HALTED' });
      expect(() => rig.git('merge', '--quiet', 'main')).toThrow();
      const settled =
        'export const add = (a, b) => b + a;\nexport const sub = (a, b) => a - b;\nexport const total = (prices) => prices.reduce(add, 0);\n';
      rig.write({ 'src/cart.js': settled });
      commit(rig, 'merge main');

      await guide(rig, 'both are in');
      const taken = await tools.task();
      expect(taken).toMatchObject({ status: 'SUCCESS', output: expect.stringContaining('reviewed again') });
      expect(taken.evidence.map(({ kind }) => kind)).toEqual(['tests', 'command']);
      expect(stateOf(rig)).toMatchObject({ status: 'CODE_REVIEW' });
      const reviewed = await tools.task();
      expect(reviewed.output).toContain(`git reset --soft ${main}`);
      expect(reviewed.output).toContain('both are in');
      expect(JSON.parse(rig.reviewed()).diff).toContain('total');
      expect(JSON.parse(rig.reviewed()).diff).not.toContain('+export const sub');

      rig.git('reset', '--soft', main);
      rig.git('commit', '--quiet', '--message', 'feat: Totals');
      expect(await tools.submit('squashed')).toMatchObject({ status: 'SUCCESS' });
      const final = rig.git('rev-parse', 'HEAD');
      rig.write({ 'PLAN.md': rig.read('PLAN.md').replace(/\[DONE\] \w+/, `[DONE] ${final}`) });
      expect(await tools.submit('marked')).toMatchObject({ status: 'SUCCESS' });
      await tools.task();
      expect(await tools.task()).toMatchObject({ status: 'SUCCESS', output: expect.stringContaining('Merged as') });
      expect(rig.git('log', '--first-parent', '--format=%s', 'main').split('\n')).toEqual([
        'Merge feat/totals: feat: Totals',
        'elsewhere',
        'first',
      ]);
      expect(rig.git('show', 'main:src/cart.js')).toBe(settled.trim());
      expect(rig.git('show', 'main:PLAN.md')).toContain(`${HEADING} [DONE] ${final}\n`);
      expect([rig.git('branch', '--list', 'feat/*'), rig.git('branch', '--show-current')]).toEqual(['', 'main']);
    },
    240_000,
  );

  it.skipIf(!slow)(
    `G2.33 halts where tests fail on the merged tree only, until a person has mended the branch${unlessSlow}`,
    async () => {
      const rig = makeRig();
      const tools = await rig.connect();
      await toFirstStep(rig, tools);
      await toAllDone(rig, tools);
      await toMerge(rig, tools, 'feat: Totals', HEADING);
      const exports = (names: string) => `import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as cart from '../src/cart.js';

it('has its exports', () => assert.deepEqual(Object.keys(cart), ${names}));
`;
      elsewhere(rig, { 'test/exports.test.js': exports(`['add']`) });
      const main = rig.git('rev-parse', 'main');
      const failed = await tools.task();
      expect(codes(failed)).toEqual(['TESTS_FAILED']);
      expect(failed.output).toContain('has its exports');
      expect(failed.output).toContain('git merge main');
      expect(stateOf(rig)).toMatchObject({ status: 'HALTED' });
      expect(rig.git('rev-parse', 'main')).toBe(main);

      // With main in it, but not mended: it is measured before anything is taken.
      rig.git('merge', '--quiet', '--no-edit', 'main');
      await guide(rig, 'merged');
      expect(codes(await tools.task())).toEqual(['TESTS_FAILED']);
      expect(stateOf(rig)).toMatchObject({ status: 'HALTED' });
      // What decides how it is measured stays as main has it.
      rig.write({ 'test/exports.test.js': exports(`['add', 'total']`), 'package.json': '{"type":"module"}' });
      commit(rig, 'mended, and more');
      await guide(rig, 'mended');
      expect(codes(await tools.task())).toContain('SCRIPTS_CHANGED');
      rig.git('checkout', '--quiet', 'main', '--', 'package.json');
      rig.git('commit', '--quiet', '--message', 'mended');
      await guide(rig, 'mended');
      expect(await tools.task()).toMatchObject({
        status: 'SUCCESS',
        output: expect.stringContaining('reviewed again'),
      });
      expect(stateOf(rig)).toMatchObject({ status: 'CODE_REVIEW' });
    },
    240_000,
  );

  it('G2.12 branches from main as the remote has it', async () => {
    const rig = makeRig();
    const remote = `${rig.home}/remote.git`;
    rig.git('init', '--quiet', '--bare', remote);
    rig.git('remote', 'add', 'origin', remote);
    rig.git('push', '--quiet', '--set-upstream', 'origin', 'main');
    const before = rig.git('rev-parse', 'main');
    rig.write({ 'README.md': '# Shop\n' });
    rig.git('add', '--all');
    rig.git('commit', '--quiet', '--message', 'by a colleague');
    rig.git('push', '--quiet');
    rig.git('reset', '--quiet', '--hard', before);
    const tools = await rig.connect();
    await toFirstStep(rig, tools);
    expect(rig.git('log', '-1', '--format=%s')).toBe('by a colleague');
    expect(rig.git('branch', '--show-current')).toBe('feat/totals');
  }, 60_000);

  it('does not branch from a main that has nothing in common with the remote’s, nor past one it cannot reach', async () => {
    const rig = makeRig();
    const remote = `${rig.home}/remote.git`;
    rig.git('init', '--quiet', '--bare', remote);
    rig.git('remote', 'add', 'origin', remote);
    const own = rig.git('commit-tree', 'HEAD^{tree}', '-m', 'another beginning');
    rig.git('push', '--quiet', 'origin', `${own}:refs/heads/main`);
    rig.git('fetch', '--quiet', 'origin');
    rig.git('branch', '--quiet', '--set-upstream-to=origin/main', 'main');
    const before = rig.git('rev-parse', 'main');
    const tools = await rig.connect();
    await tools.task();
    rig.write(draft('feat: Totals', [{ name: 'Total', steps: TOTAL_STEPS }]));
    await tools.submit('drafted');
    expect(codes(await tools.task())).toEqual(['MAIN_DIVERGED']);
    expect([rig.git('rev-parse', 'main'), rig.git('branch', '--show-current')]).toEqual([before, 'main']);

    rig.git('remote', 'set-url', 'origin', `${rig.home}/gone.git`);
    const gone = await tools.task();
    expect(gone.reasons[0]).toMatchObject({
      code: 'REMOTE_UNREACHABLE',
      next: expect.stringContaining('--unset-upstream main'),
    });
    rig.git('branch', '--quiet', '--unset-upstream', 'main');
    expect(await tools.task()).toMatchObject({ status: 'SUCCESS' });
    expect(rig.git('branch', '--show-current')).toBe('feat/totals');
  }, 120_000);

  it('refuses a branch or a main that was put on other ground meanwhile', async () => {
    const rig = makeRig();
    const tools = await rig.connect();
    await toFirstStep(rig, tools);
    rig.write(RED);
    const [branch, main] = [rig.git('rev-parse', 'HEAD'), rig.git('rev-parse', 'main')];
    const unrelated = rig.git('commit-tree', 'HEAD^{tree}', '-m', 'another beginning');
    rig.git('update-ref', 'refs/heads/feat/totals', unrelated);
    expect(codes(await tools.submit('red', { expectation: 'FAIL' }))).toEqual(['HISTORY_REWRITTEN']);
    rig.git('update-ref', 'refs/heads/feat/totals', branch);

    rig.git('update-ref', 'refs/heads/main', unrelated);
    const taken = await tools.submit('red', { expectation: 'FAIL' });
    expect(taken.reasons[0]).toMatchObject({ code: 'MAIN_MOVED', message: expect.stringContaining('branch point') });
    rig.git('update-ref', 'refs/heads/main', main);

    commit(rig, 'mine');
    rig.git('update-ref', 'refs/heads/main', 'HEAD');
    const onto = await tools.submit('red', { expectation: 'FAIL' });
    expect(onto.reasons[0]).toMatchObject({ code: 'MAIN_MOVED', message: expect.stringContaining('not reviewed') });
    rig.git('update-ref', 'refs/heads/main', main);
    expect(stateOf(rig)).toMatchObject({ status: 'EXECUTING_TDD', debug_attempt_counter: 0 });
    expect(await tools.submit('red', { expectation: 'FAIL' })).toMatchObject({ status: 'NEEDS_ANALYSIS' });
  }, 120_000);
});
