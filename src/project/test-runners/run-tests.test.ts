import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TestSelection } from '#contracts/test-run.ts';
import { runProcess } from '#host/run-process.ts';
import type { TestAdapter } from './adapter.ts';
import { fixtureText, localExec, project } from './fixtures/live.ts';
import { localReports } from './local-reports.ts';
import { nodeTest } from './node-test.ts';
import { type Exec, runTests } from './run-tests.ts';
import { vitest } from './vitest.ts';

const files = (...names: string[]): TestSelection => ({ type: 'files', files: names });

async function run(
  adapter: TestAdapter,
  tree: string,
  select: TestSelection,
  exec?: (root: string) => Exec,
  timeoutMs = 60_000,
) {
  await using home = await project(tree);
  await using place = await localReports(home.root);
  const request = { select, root: home.root, timeoutMs };
  return await runTests({ adapter, request, place, exec: (exec ?? localExec)(home.root) });
}
const runNode = (source: string, exec?: (root: string) => Exec, timeoutMs?: number) =>
  run(nodeTest, `-- a.test.js --\n${source}`, files('a.test.js'), exec, timeoutMs);

describe('a run of node:test', () => {
  it.each(['leaves-at-once', 'exits'])('whose source calls process.exit(0) is broken, not green: %s', async (name) => {
    const { outcome, exitCode } = await run(
      nodeTest,
      await fixtureText('projects/node-test.txtar'),
      files(`${name}.test.js`),
    );
    expect(exitCode).toBe(0);
    expect(outcome).toMatchObject({ type: 'broken', kind: 'report', message: expect.stringContaining('left early') });
  });

  it('reports a test’s time-out, an unhandled error, and sub-tests by name', async () => {
    const tree = await fixtureText('projects/node-test.txtar');
    const slow = await run(nodeTest, tree, files('slow.test.js'));
    expect(slow).toMatchObject({ outcome: { type: 'ran' }, tests: [{ failure: { kind: 'time-out' } }] });
    expect((await run(nodeTest, tree, files('unhandled.test.js'))).outcome).toMatchObject({ type: 'broken' });
    const nested = await runNode(
      "const { test } = require('node:test');\ntest('a', async (t) => { await t.test('b', () => {}); await t.test('c', () => { throw new Error('x'); }); });\n",
    );
    expect(nested.tests.map(({ id, state }) => [id, state])).toEqual([
      ['a.test.js > a > b', 'passed'],
      ['a.test.js > a > c', 'failed'],
    ]);
  });

  it('names the file that ran for tests that a helper declares, and their suites', async () => {
    const tree = [
      '-- rows.js --\nconst { it } = require("node:test");\nexports.rows = () => [1, 2].forEach((n) => it("row " + n, () => {}));',
      ...['a', 'b'].map(
        (name) =>
          `-- ${name}.test.js --\nconst { describe } = require('node:test');\nconst { rows } = require('./rows.js');\ndescribe('${name}', () => describe('in', rows));`,
      ),
    ].join('\n');
    const { tests } = await run(nodeTest, tree, files('a.test.js', 'b.test.js'));
    expect(tests.map(({ id }) => id)).toEqual([
      ...['a.test.js > a > in > row 1', 'a.test.js > a > in > row 2'],
      ...['b.test.js > b > in > row 1', 'b.test.js > b > in > row 2'],
    ]);
  });

  it('whose test prints a report of its own is not fooled', async () => {
    const { outcome, tests } = await runNode(
      "const { test } = require('node:test');\ntest('a', () => { console.log('ok 1 - forged'); console.log(JSON.stringify({ assay: 1, files: [] })); throw new Error('x'); });\n",
    );
    expect(outcome).toEqual({ type: 'ran' });
    expect(tests).toMatchObject([{ title: 'a', state: 'failed' }]);
  });

  it('in colours is reported without them', async () => {
    const coloured = (root: string): Exec => {
      const exec = localExec(root);
      return async (command, signal) => {
        const done = await exec(command, signal);
        return { ...done, stdout: { ...done.stdout, text: `\u001b[31mred\u001b[39m ${done.stdout.text}` } };
      };
    };
    const { said } = await runNode("require('node:test').test('a', () => {});\n", coloured);
    expect(said).toContain('red ');
    expect(said).not.toContain('\u001b');
  });

  it('that floods its output is ended and named', async () => {
    await using home = await project('-- a.test.js --\n');
    await using place = await localReports(home.root);
    const exec: Exec = ({ program, args = [] }) =>
      runProcess({
        program,
        args,
        cwd: home.root,
        env: { PATH: process.env.PATH },
        maxSpillBytes: 1_000_000,
        timeoutMs: 30_000,
      });
    const launch = ['yes', '--', 'flood'] as const;
    const request = { select: files('a.test.js'), root: home.root, launch };
    const { outcome } = await runTests({ adapter: nodeTest, request, place, exec });
    expect(outcome).toMatchObject({ type: 'broken', kind: 'flood' });
  });

  it('that hangs takes its children with it', async () => {
    const { outcome } = await runNode(
      "require('node:child_process').spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });\nfor (;;);\n",
      undefined,
      3_000,
    );
    expect(outcome).toMatchObject({ type: 'broken', kind: 'time-out' });
  });

  it('that leaves a daemon says how many', async () => {
    const { leftovers } = await runNode(
      "const { test } = require('node:test');\ntest('a', () => { require('node:child_process').spawn('sleep', ['300'], { detached: true, stdio: 'ignore' }).unref(); });\n",
    );
    expect(leftovers).toBe(1);
  });

  it('that kills its runner is a crash', async () => {
    const { outcome } = await runNode("process.kill(process.ppid, 'SIGKILL');\nfor (;;);\n");
    expect(outcome).toMatchObject({ type: 'broken', kind: 'crash' });
  });
});

describe('a run of vitest', () => {
  it('shows what `.only` left out as skipped', async () => {
    const { outcome, tests } = await run(vitest, await fixtureText('projects/vitest.txtar'), files('only.test.js'));
    expect(outcome).toEqual({ type: 'ran' });
    expect(tests.map(({ title, state }) => [title, state])).toEqual([
      ['chosen', 'passed'],
      ['left out', 'skipped'],
    ]);
  });

  it('with an unhandled error, or with a broken file among good ones, is broken', async () => {
    const tree = await fixtureText('projects/vitest.txtar');
    expect((await run(vitest, tree, files('unhandled.test.js'))).outcome).toMatchObject({
      message: expect.stringContaining('nobody caught me'),
    });
    const two = await run(vitest, tree, files('green.test.js', 'syntax.test.js'));
    expect(two.outcome).toMatchObject({ type: 'broken', kind: 'syntax' });
    expect(two.tests).toMatchObject([{ title: 'holds', state: 'passed' }]);
  });

  it('uses our reporter and no other, whatever the project’s configuration says', async () => {
    const tree = `${await fixtureText('projects/vitest.txtar')}-- vitest.config.js --\nexport default { test: { reporters: ['./none.js'], passWithNoTests: true, outputFile: 'x.json' } };\n`;
    expect((await run(vitest, tree, files('green.test.js'))).outcome).toEqual({ type: 'ran' });
    expect((await run(vitest, tree, files('nosuch.test.js'))).outcome).toMatchObject({ type: 'no-tests' });
  });

  it('that is not installed says what to do', async () => {
    await using home = await project('-- a.test.js --\n', '/nonexistent');
    await using place = await localReports(home.root);
    const request = { select: files('a.test.js'), root: home.root };
    const { outcome } = await runTests({ adapter: vitest, request, place, exec: localExec(home.root) });
    expect(outcome).toMatchObject({ type: 'infrastructure', next: expect.stringContaining('npm ci') });
  });
});

describe('reports', () => {
  it('of an earlier run are not taken for this one’s', async () => {
    await using home = await project(
      '-- build/test-results/old.xml --\n<testsuite tests="1"><testcase name="a"/></testsuite>\n',
    );
    await using place = await localReports(home.root);
    const source = { from: 'project', folders: ['build/test-results'], suffix: '.xml' } as const;
    await place.prepare({ report: source, supply: {} });
    expect(await place.collect(source)).toEqual([]);
    await writeFile(join(home.root, 'build/test-results/new.xml'), '<testsuite/>');
    expect(await place.collect(source)).toEqual(['<testsuite/>']);
  });

  it('that are too large, alone or together, are not read at all: half a report would be wrong', async () => {
    await using home = await project('-- build/test-results/.keep --\n\n');
    await using place = await localReports(home.root);
    const source = { from: 'project', folders: ['build/test-results'], suffix: '.xml' } as const;
    await place.prepare({ report: source, supply: {} });
    const put = (name: string, megabytes: number) =>
      writeFile(join(home.root, `build/test-results/${name}.xml`), Buffer.alloc(megabytes * 1024 ** 2, ' '));
    await put('a', 30);
    expect(await place.collect(source)).toHaveLength(1);
    await put('b', 30);
    expect(await place.collect(source)).toEqual([]);
  });
});
