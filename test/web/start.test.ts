import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Home, type Started, tempHome } from '../cli/assay.ts';
import { probedSandbox } from '../sandbox-here.ts';
import { noBrowser } from './browser.ts';
import { builtPage } from './built-page.ts';
import { aWindow, useBrowser } from './visit.ts';

const lacking = noBrowser ?? (await probedSandbox());
/** Two PRs with real test runs, on a machine that is busy. */
const PATIENCE_MS = 300_000;
const LONG_MS = 600_000;

const Listening = z.object({ link: z.string(), port: z.number() });

async function serve(home: Home, port: number): Promise<{ process: Started } & z.infer<typeof Listening>> {
  const process = home.start('serve', '--json', '--demo', '--port', String(port));
  await process.says('"port"');
  while (!process.said().endsWith('\n')) await new Promise((resolve) => setTimeout(resolve, 20));
  return { process, ...Listening.parse(JSON.parse(process.said())) };
}

const slow = process.env.ASSAY_SLOW === '1';

describe.skipIf(lacking !== null)(`C10 the first two minutes ${lacking ?? ''}`, () => {
  const browser = useBrowser();

  it(
    'begins the example when the page is opened, labelled as simulated, and shows a cheat refused with its evidence',
    async () => {
      const { server, runs } = await aWindow({ example: { fast: true } });
      expect(await runs.store.list()).toEqual([]);
      const { page, complaints } = await browser.open(server.newLink());
      page.setDefaultTimeout(PATIENCE_MS);
      await page.getByRole('heading', { name: 'Watch a plan become merged PRs' }).waitFor();
      await page.locator('header').getByText('simulated', { exact: true }).waitFor();
      const cheat = page.locator('[data-refusal=tampering]').first();
      await cheat.getByText('Cheat refused: it changed a test that was red').waitFor();
      await cheat.getByText('the change of test/parse.test.js').click();
      await cheat.getByText("-  assert.throws(() => parse('soon'), RangeError);").waitFor();
      const [run] = await runs.store.list();
      expect(run).toMatchObject({ simulated: true, graph: { name: 'gated-pr' } });
      // The run's own page says the same.
      await page.getByRole('link', { name: 'Open the whole run' }).click();
      const own = page.getByRole('region', { name: 'Refused' }).locator('[data-refusal=tampering]');
      await own.getByText('TEST_CHANGED', { exact: true }).waitFor();
      await page.locator('header').getByText('simulated', { exact: true }).waitFor();
      expect(complaints).toEqual([]);
    },
    PATIENCE_MS,
  );

  it.skipIf(!slow)(
    `goes on by itself after its server was killed and started again, ends merged, and offers to connect an agent${slow ? '' : ' (skipped: takes minutes; ASSAY_SLOW=1 has it)'}`,
    async () => {
      const home = tempHome();
      const first = await serve(home, 0);
      const { page, complaints } = await browser.open(first.link);
      page.setDefaultTimeout(LONG_MS);
      await page.locator('[data-status=running]').first().waitFor();
      await page.locator('[data-refusal=tampering]').first().waitFor();
      first.process.kill('SIGKILL');
      await first.process.ended;
      await page.locator('[data-banner=gone]').waitFor();
      expect(await page.locator('[data-status=running]').count()).toBe(0);
      const second = await serve(home, first.port);
      await page.locator('[data-banner=gone]').waitFor({ state: 'detached' });
      await page.locator('[data-status=running]').first().waitFor();
      await page.getByText('Merged: feat: parse durations').waitFor();
      await page.getByText('Cheat refused: it changed the script that runs the tests').waitFor();
      await page.getByText('Merged: feat: format durations').waitFor();
      await page.locator('[data-status=completed]').first().waitFor();
      await page.getByRole('heading', { name: 'Now connect your agent' }).waitFor();
      await page.getByTestId('connect').getByText('Your first run').waitFor();
      expect(complaints).toEqual([]);
      second.process.kill('SIGTERM');
      expect((await second.process.ended).code).toBe(143);
    },
    LONG_MS,
  );
});

describe.skipIf(noBrowser !== null)(`C10.20 connecting an agent ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();
  beforeAll(() => builtPage());

  it('tells what to install where nothing was found, and what to type', async () => {
    const { server } = await aWindow({}, { PATH: '/usr/bin:/bin' });
    const { page, complaints } = await browser.open(server.newLink(), '/connect');
    const panel = page.getByTestId('connect');
    await panel.getByText('No coding agent and no model key was found').waitFor();
    await panel.getByText('npm install -g @anthropic-ai/claude-code').waitFor();
    for (const command of ['init', 'run', 'tdd SPEC.md']) {
      await panel.getByRole('button', { name: new RegExp(`Copy .*assay ${command}$`) }).waitFor();
    }
    expect(complaints).toEqual([]);
  });

  it('shows what was found, what is written for it, and keys by name only', async () => {
    const secret = 'sk-ant-api03-not-a-real-key-0123456789';
    const { server } = await aWindow({}, { ANTHROPIC_API_KEY: secret }, ['claude']);
    const { page } = await browser.open(server.newLink(), '/connect');
    const card = page.locator('[data-client=claude]');
    await card.getByText('9.8.7').waitFor();
    await card.getByText('What is written').click();
    await card.getByText('"mcpServers"').waitFor();
    await page.getByText('ANTHROPIC_API_KEY').waitFor();
    expect(await page.content()).not.toContain('not-a-real-key');
  });
});
