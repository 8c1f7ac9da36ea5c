import { describe, expect, it } from 'vitest';
import { write } from '#host/testing/temp-folder.ts';
import type { GatedState } from '#workflows/gated-pr/state.ts';
import { commitAll, git } from '#workspace/testing/test-repository.ts';
import { honest, hostedProject, hostedRun, type Script, testOf } from './hosted-rig.ts';

const PLAN = '# Plan\n\n- [ ] feat: add numbers\n';

/** A colleague's test, green on main, that looks at which tests of `add` there are. */
const listing = (files: string) => `import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';

test('has these files', () => assert.deepEqual(readdirSync('test').filter((name) => name.startsWith('add')), ${files}));
`;

describe('G6.4 a hosted PR that main cannot take', { timeout: 300_000 }, () => {
  it('is given to a person as a branch, taken back as they left it, and reviewed again; twice', async () => {
    const repository = hostedProject(PLAN);
    const mains: Readonly<Record<string, string>>[] = [
      { 'src/add.js': 'export const add = (a, b) => b + a;\nexport const two = 2;\n' },
      { 'test/files.test.js': listing('[]') },
    ];
    let reviews = 0;
    // While the first two reviews are made somebody commits to main.
    const script: Script = (task) => {
      const files = task.agent === 'reviewer' ? mains[reviews++] : undefined;
      if (files) {
        write(repository, files);
        commitAll(repository, 'elsewhere');
      }
      return honest(task);
    };
    const halts: string[] = [];
    const tips: string[] = [];
    const person = ({ branch, halted }: GatedState): string | null => {
      halts.push(halted?.why ?? '');
      tips.push(git(repository, 'rev-parse', 'feat/add-numbers'));
      expect(branch).toBe('feat/add-numbers');
      if (halts.length > 2) return null;
      git(repository, 'switch', '--quiet', 'feat/add-numbers');
      if (halts.length === 1) {
        expect(() => git(repository, 'merge', '--quiet', '--no-edit', 'main')).toThrow();
        write(repository, { 'src/add.js': 'export const add = (a, b) => a + b;\nexport const two = 2;\n' });
      } else {
        git(repository, 'merge', '--quiet', '--no-edit', 'main');
        write(repository, { 'test/files.test.js': listing(`['add.test.js']`) });
      }
      tips.push(commitAll(repository, 'by hand'));
      git(repository, 'switch', '--quiet', 'main');
      return 'settled by hand';
    };
    const { result, state } = await hostedRun(PLAN, script, { repository, person });
    expect(result, JSON.stringify(state, null, 1)).toMatchObject({
      status: 'completed',
      output: { finished: [{ title: 'feat: add numbers', commit: expect.any(String) }] },
    });
    expect(halts).toEqual([
      expect.stringMatching(
        /^feat\/add-numbers conflicts with main in src\/add.js\nIn .*project, merge main into feat\/add-numbers/,
      ),
      expect.stringMatching(/has these files[\s\S]*git switch feat\/add-numbers && git merge main/),
    ]);
    expect(reviews).toBe(3);
    expect(git(repository, 'log', '--first-parent', '--format=%s', 'main').split('\n')).toEqual([
      'Merge feat/add-numbers: feat: add numbers',
      'elsewhere',
      'elsewhere',
      'first',
    ]);
    // One commit over main, and one for the plan.
    const final = git(repository, 'rev-parse', 'main^2^');
    expect(git(repository, 'log', '--format=%s', 'main^1..main^2').split('\n')).toEqual([
      'plan: feat: add numbers is done',
      'feat: add numbers',
    ]);
    expect(git(repository, 'show', 'main:PLAN.md')).toContain(`- [x] feat: add numbers [DONE] ${final}`);
    expect(git(repository, 'show', 'main:src/add.js')).toContain('two');
    // The branch is gone; the person's manual work stays available.
    expect(git(repository, 'branch', '--list', 'feat/*')).toBe('');
    const kept = git(repository, 'for-each-ref', '--format=%(objectname)', 'refs/assay/rescued').split('\n');
    expect(kept.toSorted()).toEqual([tips[1], tips[3]].toSorted());
  });
});

describe('G4 G6 a hosted PR whose scope was reduced', { timeout: 300_000 }, () => {
  const task = (name: string, red: string, green: string, more: object = {}) => ({
    taskName: name,
    ...more,
    tdd_steps: [
      { type: 'RED', description: red },
      { type: 'GREEN', description: green },
    ],
  });
  const ADD = task('adding', 'adds', 'add it');
  const MULTIPLY = task('multiplying', 'multiplies', 'multiply it');
  const ZERO = task('zero', 'multiplies by zero', 'multiply zero', { breakdownHistory: ['too much at once'] });
  const draft = (tasks: readonly object[]) => ({
    '.assay/ACTIVE_PR.json': JSON.stringify({
      masterPlanPath: 'PLAN.md',
      prTitle: 'Calculate with numbers',
      summary: 'numbers',
      verificationPlan: 'the tests',
      tasks,
    }),
  });
  const WORK: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'RED: adds': { 'test/add.test.js': testOf('add', 'add(2, 3)', '5') },
    'GREEN: add it': { 'src/add.js': 'export const add = (a, b) => a + b;\n' },
    'RED: multiplies by zero': { 'test/zero.test.js': testOf('multiply', 'multiply(2, 0)', '0') },
    'GREEN: multiply zero': { 'src/multiply.js': 'export const multiply = () => 0;\n' },
    'RED: multiplies': { 'test/multiply.test.js': testOf('multiply', 'multiply(2, 3)', '6') },
  };

  it('is one commit over main with its title word for word', async () => {
    const plan = '# Plan\n\n- [ ] Calculate with numbers\n';
    let replanned = false;
    const script: Script = ({ agent, prompt }) => {
      if (agent === 'reviewer') return { claim: { findings: [] } };
      if (prompt.includes('# INITIALIZING')) return { files: draft([ADD, MULTIPLY]), claim: { summary: 'drafted' } };
      if (prompt.includes('# REPLANNING')) {
        replanned = true;
        return { files: draft([ZERO, MULTIPLY]), claim: { summary: 'smaller' } };
      }
      if (prompt.includes('# DEBUGGING')) return { claim: { summary: 'too much', request: 'scope_reduction' } };
      if (prompt.includes('analysis_decision')) return { claim: { summary: 'as meant', analysis_decision: 'SUCCESS' } };
      const [, step = ''] = /^## ((?:RED|GREEN): .*)$/m.exec(prompt) ?? [];
      const operator = replanned ? '*' : '-';
      const files = WORK[step] ?? { 'src/multiply.js': `export const multiply = (a, b) => a ${operator} b;\n` };
      return { files, claim: { summary: step } };
    };
    const { repository, result, state } = await hostedRun(plan, script, { thresholds: { scopeReduction: 1 } });
    expect(result, JSON.stringify(state, null, 1)).toMatchObject({ status: 'completed' });
    expect(replanned).toBe(true);
    expect(git(repository, 'log', '--format=%s', 'main^1..main^2').split('\n')).toEqual([
      'plan: Calculate with numbers is done',
      'Calculate with numbers',
    ]);
    expect(git(repository, 'rev-parse', 'main^2~2')).toBe(git(repository, 'rev-parse', 'main^1'));
  });
});
