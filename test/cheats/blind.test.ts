import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { AgentTask } from '#contracts/agent.ts';
import { honest, hostedRun } from '../gated-pr/hosted-rig.ts';
import type { Deed } from '../gated-pr/scripted-attempt-runner.ts';

const PLAN = '- [ ] add numbers\n  It gives the sum of any two numbers.\n';

/** Made for its author's one test: the sum of anything is five. */
const fitted = (task: AgentTask): Deed => {
  const deed = honest(task);
  return deed.files?.['src/add.js'] ? { ...deed, files: { 'src/add.js': 'export const add = () => 5;\n' } } : deed;
};

const BLIND = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from '../src/add.js';

test('gives the sum of other numbers too', () => assert.equal(add(20, 22), 42));
test('knows the version', async () => assert.equal((await import('../src/index.js')).VERSION, '1'));
`;

function withSecondAuthor(engineer: (task: AgentTask) => Deed, prompts: AgentTask[] = []) {
  return (task: AgentTask): Deed => {
    prompts.push(task);
    if (task.agent === 'tests')
      return {
        files: { 'test/add.test.js': BLIND, 'src/cheat.js': 'export const x = 1;\n' },
        claim: { tests: [{ name: 'gives the sum of other numbers too', behaviour: '20 and 22 make 42' }] },
      };
    if (task.agent !== 'reviewer') return engineer(task);
    const asked = [...task.prompt.matchAll(/^([CD]\d+)\. (.*)$/gm)];
    const judged = asked.map(([, what = '', text = '']) => ({
      what,
      holds: !text.includes('has not seen fails'),
      evidence: 'src/add.js:1',
    }));
    return { claim: { findings: [], judged } };
  };
}

describe('G12.1 a blind second author', { timeout: 300_000 }, () => {
  it('G12.2 finds code that was fitted to its author’s tests; the author hears of it in words', async () => {
    const prompts: AgentTask[] = [];
    let tries = 0;
    const mends = (task: AgentTask): Deed =>
      task.prompt.includes('Settle this') && ++tries > 0
        ? { ...honest(task), files: { 'src/add.js': SUM } }
        : fitted(task);
    const { result, repository } = await hostedRun(PLAN, withSecondAuthor(mends, prompts), { blindTests: true });
    expect(result).toMatchObject(MERGED);
    expect(tries).toBe(1);
    const merged = execFileSync('git', ['show', 'main:src/add.js'], { cwd: repository, encoding: 'utf8' });
    expect(merged).toBe(SUM);

    const [blind] = prompts.filter(({ agent }) => agent === 'tests');
    expect(blind?.prompt).toContain('any two numbers');
    expect(blind?.prompt).toContain('src/add.js: export const add');
    expect(blind?.prompt).not.toContain('=> 5');
    const author = prompts
      .filter(({ agent }) => agent === 'engineer')
      .map(({ prompt }) => prompt)
      .join('\n');
    expect(author).toContain('20 and 22 make 42');
    expect(author).not.toContain('assert.equal(add(20, 22), 42)');
    const review = prompts.find(({ agent }) => agent === 'reviewer');
    expect(review?.prompt).toContain('assert.equal(add(20, 22), 42)');
    // What passes on main asks for nothing; what is no test file is left out.
    expect(JSON.stringify(prompts)).not.toContain('knows the version fails');
    expect(
      execFileSync('git', ['ls-tree', '-r', '--name-only', 'main'], { cwd: repository, encoding: 'utf8' }),
    ).not.toMatch(/blind|cheat/);
  });

  it('says nothing where the work does what was asked for', async () => {
    const prompts: AgentTask[] = [];
    const { result } = await hostedRun(PLAN, withSecondAuthor(honest, prompts), { blindTests: true });
    expect(result).toMatchObject(MERGED);
    expect(prompts.find(({ agent }) => agent === 'reviewer')?.prompt).not.toContain('has not seen');
  });
});

const MERGED = { status: 'completed', output: { finished: [{ title: 'feat: add numbers' }] } };
const SUM = 'export const add = (a, b) => a + b;\n';
