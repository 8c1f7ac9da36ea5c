import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { AgentTask } from '#contracts/agent.ts';
import { repositoryWith } from '#workspace/testing/test-repository.ts';
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

function withSecondAuthor(engineer: (task: AgentTask) => Deed, prompts: AgentTask[] = [], evidence = 'src/add.js:1') {
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
      evidence,
    }));
    return { claim: { findings: [], judged } };
  };
}

describe('G12.1 a blind second author', { timeout: 300_000 }, () => {
  it('G12.2 finds code that was fitted to its author’s tests; the author learns of it in words', async () => {
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
    // Tests that pass on main require nothing; files that are not tests are left out.
    expect(JSON.stringify(prompts)).not.toContain('knows the version fails');
    expect(
      execFileSync('git', ['ls-tree', '-r', '--name-only', 'main'], { cwd: repository, encoding: 'utf8' }),
    ).not.toMatch(/blind|cheat/);
  });

  it('G12.3 tells the reviewer why nothing was tried if no code of the change can be called', async () => {
    const prompts: AgentTask[] = [];
    const script = (task: AgentTask): Deed => {
      const deed = withSecondAuthor(honest, prompts)(task);
      return deed.files?.['src/add.js'] ? { ...deed, files: ONLY_BESIDE } : deed;
    };
    const { result } = await hostedRun(PLAN, withTest(script), { blindTests: true });
    expect(result).toMatchObject(MERGED);
    expect(prompts.some(({ agent }) => agent === 'tests')).toBe(false);
    expect(prompts.find(({ agent }) => agent === 'reviewer')?.prompt).toContain(
      'no signature of what it exports could be read in src/add.js',
    );
  });

  it('G12.3 writes tests for a Go package, and both authors may use the same name', async ({ skip }) => {
    if (lacksGo) skip('go is not installed');
    const prompts: AgentTask[] = [];
    const repository = repositoryWith({ ...GO, 'PLAN.md': PLAN });
    const code = (body: string) => `package calc\n\n// Add gives the sum.\nfunc Add(a, b int) int { return ${body} }\n`;
    const engineer = (task: AgentTask): Deed => {
      const deed = honest(task);
      if (deed.files?.['test/add.test.js']) return { ...deed, files: { 'add_test.go': goTest('2, 3', 5) } };
      if (!deed.files?.['src/add.js']) return deed;
      return { ...deed, files: { 'add.go': code(task.prompt.includes('Settle this') ? 'a + b' : '5') } };
    };
    const script = (task: AgentTask): Deed => {
      if (task.agent !== 'tests') return withSecondAuthor(engineer, prompts, 'add.go:4')(task);
      prompts.push(task);
      const tests = [{ name: 'TestAdd', behaviour: '20 and 22 make 42' }];
      return { files: { 'blind_test.go': goTest('20, 22', 42) }, claim: { tests } };
    };
    const { result } = await hostedRun(PLAN, script, { blindTests: true, repository });
    expect(result).toMatchObject(MERGED);
    expect(prompts.find(({ agent }) => agent === 'tests')?.prompt).toContain('add.go: func Add(a, b int) int');
    expect(prompts.filter(({ prompt }) => prompt.includes('Settle this')).map(({ prompt }) => prompt)).toEqual([
      expect.stringContaining('20 and 22 make 42'),
    ]);
  });

  it('says nothing if the work does what the plan asks', async () => {
    const prompts: AgentTask[] = [];
    const { result } = await hostedRun(PLAN, withSecondAuthor(honest, prompts), { blindTests: true });
    expect(result).toMatchObject(MERGED);
    expect(prompts.find(({ agent }) => agent === 'reviewer')?.prompt).not.toContain('has not seen');
  });
});

const lacksGo = spawnSync('go', ['version']).status !== 0;
const GO = {
  'go.mod': 'module example.com/calc\n\ngo 1.21\n',
  'version.go': 'package calc\n\n// Version is one.\nfunc Version() string { return "1" }\n',
  'version_test.go':
    'package calc\n\nimport "testing"\n\nfunc TestVersion(t *testing.T) {\n\tif Version() != "1" {\n\t\tt.Fatal("not one")\n\t}\n}\n',
  '.assay/config.json': JSON.stringify({ main: 'main', plan: 'PLAN.md', preflight: 'go vet ./...' }),
  '.assay/.gitignore': 'ACTIVE_PR.json\nACTIVE_PR.edited.json\nORCHESTRATION_STATE.json\n',
};
const goTest = (args: string, sum: number): string =>
  `package calc\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif got := Add(${args}); got != ${sum} {\n\t\tt.Fatalf("got %d", got)\n\t}\n}\n`;

/** It does its work when it is loaded, and exports nothing. */
const ONLY_BESIDE = { 'src/add.js': 'globalThis.add = (a, b) => a + b;\n' };
const withTest =
  (script: (task: AgentTask) => Deed) =>
  (task: AgentTask): Deed => {
    const deed = script(task);
    if (!deed.files?.['test/add.test.js'] || task.agent === 'tests') return deed;
    const text =
      "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport '../src/add.js';\n\ntest('add', () => assert.equal(globalThis.add(2, 3), 5));\n";
    return { ...deed, files: { 'test/add.test.js': text } };
  };

const MERGED = { status: 'completed', output: { finished: [{ title: 'feat: add numbers' }] } };
const SUM = 'export const add = (a, b) => a + b;\n';
