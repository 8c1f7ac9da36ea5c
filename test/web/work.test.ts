import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Sha } from '#contracts/commits.ts';
import { toJson } from '#contracts/json.ts';
import { beginning } from '#workflows/gated-pr/state.ts';
import { makeRun, scheduled } from '../server/made-run.ts';
import { noBrowser } from './browser.ts';
import { addRun, failedRun } from './sample-runs.ts';
import { aWindow, useBrowser } from './visit.ts';

const ENV = {
  PATH: process.env.PATH ?? '',
  GIT_AUTHOR_NAME: 't',
  GIT_AUTHOR_EMAIL: 't@t',
  GIT_COMMITTER_NAME: 't',
  GIT_COMMITTER_EMAIL: 't@t',
  GIT_CONFIG_GLOBAL: '/dev/null',
};
/** Pages on a busy machine. */
const PATIENCE_MS = 300_000;

async function repository(): Promise<{ folder: string; git(...args: string[]): string }> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-work-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env: ENV, encoding: 'utf8' }).trim();
  git('init', '-q', '-b', 'main');
  await writeFile(join(folder, 'PLAN.md'), '# Plan\n\n- [ ] feat: add numbers\n');
  await writeFile(join(folder, 'add.js'), 'export const one = 1;\n');
  await writeFile(join(folder, 'package.json'), '{"type":"module","scripts":{"test":"node --test"}}\n');
  await writeFile(join(folder, 'one.test.js'), "import test from 'node:test';\ntest('one', () => {});\n");
  git('add', '.');
  git('commit', '-qm', 'first');
  return { folder, git };
}

describe.skipIf(noBrowser !== null)(`C10 work in a browser ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();

  it(
    'C10.6 looks at a folder, sets it up, and shows the PRs that would be made',
    async () => {
      const { server, runs } = await aWindow();
      const { folder, git } = await repository();
      const { page, complaints } = await browser.open(server.newLink(), '/new');
      // Main is measured twice here, which takes its time on a busy machine.
      page.setDefaultTimeout(0.9 * PATIENCE_MS);
      await page.getByLabel('Folder of a git repository').fill(folder);
      await page.getByRole('button', { name: 'Look at it' }).click();
      await page.getByText('feat: add numbers').waitFor();
      expect(await page.getByRole('button', { name: 'Start', exact: true }).isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Try it and write it' }).click();
      await page.getByTestId('commit-it').getByText('git add .assay && git commit').waitFor();
      await page.getByText('Set it up').waitFor({ state: 'detached' });
      await page.getByText('1 PR will be made, in this order:').waitFor();
      await page.getByLabel('Model').fill('ollama:none');
      await page.getByRole('button', { name: 'Start', exact: true, disabled: false }).click();
      const looked = page.getByTestId('looked');
      await looked.getByText('Nothing was started. Fix first: configuration, engineer').waitFor();
      await looked.getByText('.assay/config.json is not in main').waitFor();
      git('add', '.assay');
      git('commit', '-qm', 'Set up Assay');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await looked.getByText('Nothing was started. Fix first: engineer').waitFor();
      expect(await runs.store.list()).toEqual([]);
      expect(complaints).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'C10.7 reviews a diff line by line, and takes a comment along',
    async () => {
      const { server, runs } = await aWindow();
      const { folder, git } = await repository();
      git('checkout', '-qb', 'pr');
      await writeFile(join(folder, 'add.js'), 'export const one = 1;\nexport const add = (a, b) => a + b;\n');
      git('commit', '-qam', 'feat: add numbers');
      const commit = Sha.parse(git('rev-parse', 'HEAD'));
      git('checkout', '-q', 'main');
      git('merge', '-q', '--no-ff', '-m', 'merge', 'pr');
      const merge = Sha.parse(git('rev-parse', 'HEAD'));
      const state = {
        ...beginning({ mode: 'hosted', plan: 'PLAN.md', main: 'main' }),
        finished: [{ title: 'feat: add numbers', commit, merge }],
      };
      const input = { mode: 'hosted', repository: folder, plan: 'PLAN.md', main: 'main' };
      const events = [scheduled('wait#1', toJson({ state, answered: null }, 'state'))];
      await makeRun(runs, { id: 'rcode01', title: 'plan PLAN.md', graph: 'gated-pr', input, events });

      const { page, complaints } = await browser.open(server.newLink(), '/review');
      await page.getByRole('link', { name: 'plan PLAN.md' }).click();
      const file = page.getByTestId('file-diff');
      await file.getByText('export const add = (a, b) => a + b;').waitFor();
      await file.getByRole('button', { name: 'Comment on line 2' }).click();
      await page.getByLabel('Comment on add.js:2').fill('What of strings?');
      await page.getByRole('button', { name: 'Add the comment' }).click();
      await page.getByTestId('comments').getByText('What of strings?').waitFor();
      await page.goto(`${server.url}/review`);
      await page.getByRole('button', { name: 'Mark as read' }).click();
      await page.getByText('You have read everything').waitFor();
      expect(complaints).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'C10.8 asks before it forks, and says what that costs; deletes what is over',
    async () => {
      const { server, runs } = await aWindow();
      const run = await addRun(runs, failedRun('rfailed01'));
      const { page } = await browser.open(server.newLink(), `/runs/${run}?at=3`);
      await page.getByTestId('then').waitFor();
      await page.getByRole('button', { name: 'Fork from event 3' }).click();
      await page
        .getByTestId('fork-cost')
        .getByText(/From there on this run spent .* tokens/)
        .waitFor();
      expect(await runs.store.list()).toHaveLength(1);
      await page.getByRole('button', { name: 'Do not fork' }).click();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete the run' }).click();
      await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
      expect(await runs.store.list()).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'X9.8 starts nothing by itself without --demo, and never calls a list empty that it could not fetch',
    async () => {
      const { server, runs } = await aWindow();
      const { page } = await browser.open(server.newLink(), '/start');
      await page.getByRole('button', { name: 'Start the example' }).waitFor();
      await page.waitForTimeout(500);
      expect(await runs.store.list()).toEqual([]);
      await page.route('**/api/needs', (route) => route.fulfill({ status: 500, body: '{}' }));
      await page.goto(`${server.url}/approvals`);
      await page.getByTestId('not-fetched').waitFor();
      expect(await page.getByText('Nothing waits for you').count()).toBe(0);
      await page.unroute('**/api/needs');
      await page.getByText('Nothing waits for you').waitFor();
    },
    PATIENCE_MS,
  );
});
