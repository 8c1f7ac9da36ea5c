import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Sha } from '#contracts/commits.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { toJson } from '#contracts/json.ts';
import { beginning } from '#workflows/gated-pr/state.ts';
import { makeRun, scheduled } from './made-run.ts';
import { openWindow, tempFolder } from './window.ts';

const ENV = {
  PATH: process.env.PATH ?? '',
  GIT_AUTHOR_NAME: 't',
  GIT_AUTHOR_EMAIL: 't@t',
  GIT_COMMITTER_NAME: 't',
  GIT_COMMITTER_EMAIL: 't@t',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

/** Main with one PR merged into it. */
async function merged() {
  const folder = await tempFolder();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env: ENV, encoding: 'utf8' }).trim();
  const write = (path: string, text: string) => writeFile(join(folder, path), text);
  git('init', '-q', '-b', 'main');
  await mkdir(join(folder, 'src'));
  await write('src/add.js', 'export const one = 1;\n');
  git('add', '.');
  git('commit', '-qm', 'first');
  git('checkout', '-qb', 'pr');
  await write('src/add.js', 'export const one = 1;\nexport const add = (a, b) => a + b;\n');
  await write('src/add.test.js', "test('adds', () => {});\n");
  git('add', '.');
  git('commit', '-qm', 'feat: add');
  const commit = git('rev-parse', 'HEAD');
  git('checkout', '-q', 'main');
  git('merge', '-q', '--no-ff', '-m', 'merge', 'pr');
  return { folder, commit: Sha.parse(commit), merge: Sha.parse(git('rev-parse', 'HEAD')) };
}

describe('C10 the code of a run', () => {
  it('C10.16 is shown PR by PR and file by file, from git itself', async () => {
    const { client, runs } = await openWindow();
    const { folder, commit, merge } = await merged();
    const state = {
      ...beginning({ mode: 'hosted', plan: 'PLAN.md', main: 'main' }),
      finished: [{ title: 'feat: add', commit, merge }],
    };
    const input = { mode: 'hosted', repository: folder, plan: 'PLAN.md', main: 'main' };
    const events = [scheduled('wait#1', toJson({ state, answered: null }, 'state'))];
    const run = await makeRun(runs, { id: 'gated', graph: 'gated-pr', input, events });
    const { changes, problem } = await client.call(ROUTES.runChanges, { params: { run } });
    expect(problem).toBeNull();
    expect(changes).toMatchObject([{ title: 'feat: add', commit: merge, proving: [], mutants: [] }]);
    expect(changes[0]?.files.map(({ path, status }) => [path, status])).toEqual([
      ['src/add.js', 'modified'],
      ['src/add.test.js', 'added'],
    ]);
    expect(changes[0]?.files[0]?.hunks[0]?.lines).toContain('+export const add = (a, b) => a + b;');
  });

  it('says why it cannot be shown, and is none of other workflows', async () => {
    const { client, runs } = await openWindow();
    const none = await makeRun(runs, { id: 'other' });
    expect(await client.call(ROUTES.runChanges, { params: { run: none } })).toEqual({ changes: [], problem: null });
    const state = {
      ...beginning({ mode: 'hosted', plan: 'PLAN.md', main: 'main' }),
      finished: [{ title: 'x', commit: '1'.repeat(40), merge: '2'.repeat(40) }],
    };
    const input = { mode: 'hosted', repository: await tempFolder(), plan: 'PLAN.md', main: 'main' };
    const events = [scheduled('wait#1', toJson({ state, answered: null }, 'state'))];
    const gone = await makeRun(runs, { id: 'gone', graph: 'gated-pr', input, events });
    const { changes, problem } = await client.call(ROUTES.runChanges, { params: { run: gone } });
    expect([changes, problem]).toEqual([[], expect.any(String)]);
  });
});
