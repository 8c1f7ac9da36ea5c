import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transcriptPath } from '#attempts/transcripts/transcripts.ts';
import { type AgentEvent, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { GraphHash, RunId, Seq, SessionId } from '#contracts/ids.ts';
import { newEvent } from '#contracts/run-events.ts';
import type { Runs } from '#engine/runs.ts';
import { noBrowser } from './browser.ts';
import { completed, EVIL, scheduled, started } from './sample-runs.ts';
import { aWindow, useBrowser } from './visit.ts';

const ACT = 'write#1';
const text = (turn: string, words: string): AgentEvent => ({ type: 'text_complete', turn, text: words, final: false });
const end: AgentEvent = {
  type: 'complete',
  usage: { ...NO_AGENT_USAGE, input: 900, output: 100 },
  result: { type: 'claim', claim: { summary: `done ${EVIL}` } },
};

interface LiveRun {
  readonly run: RunId;
  keep(events: readonly AgentEvent[]): Promise<void>;
  finish(): Promise<void>;
}

/** An agent at work, as far as the log and its transcript tell. */
async function liveRun(runs: Runs, id: string): Promise<LiveRun> {
  const run = RunId.parse(id);
  const created = newEvent('run.created', {
    run,
    session: SessionId.parse(id),
    title: 'writes',
    graph: { name: 'writes', version: 1, hash: GraphHash.parse('0123456789abcdef') },
    input: { inline: null },
    lane: 'normal',
    budget: {},
    simulated: false,
  });
  const now = (): number => runs.clock.now();
  const lease = await runs.store.create(run, [created], now(), runs.worker, 300_000);
  await runs.store.append(lease, Seq.parse(1), [scheduled(ACT, 'agent'), started(ACT)], now());
  const path = transcriptPath(runs.home, run, ACT, 1);
  await mkdir(dirname(path), { recursive: true });
  return {
    run,
    keep: (events) => appendFile(path, events.map((event) => `${JSON.stringify({ at: now(), event })}\n`).join('')),
    finish: async () => {
      await runs.store.append(lease, Seq.parse(3), [completed(ACT)], now());
      await runs.store.release(lease);
    },
  };
}

const at = (run: string): string => `/runs/${run}?view=log&node=${encodeURIComponent(ACT)}&part=transcript`;

describe.skipIf(noBrowser !== null)(
  `C10.19 what an agent did, in a browser ${noBrowser ?? ''}`,
  { timeout: 120_000 },
  () => {
    const browser = useBrowser();

    it('streams while the attempt runs: words, calls under what they belong to, denials, and how it ended', async () => {
      const { server, runs } = await aWindow();
      const { run, keep, finish } = await liveRun(runs, 'rlive');
      const { page, complaints } = await browser.open(server.newLink(), at(run));
      await page.getByText('Nothing has happened yet').waitFor();

      await keep([{ type: 'text_delta', turn: 't1', text: 'I look at ' }]);
      await page.getByTestId('transcript').getByText('I look at').waitFor();
      const helper = { type: 'tool_start', id: 'h', tool: 'task', input: { prompt: 'find it' } } as const;
      const read = { type: 'tool_start', id: 'r', tool: 'read', input: { path: 'src/a.ts' }, parent: 'h' } as const;
      await keep([{ type: 'text_delta', turn: 't1', text: '**the cart**.' }, helper, read]);
      await page.locator('.prose strong', { hasText: 'the cart' }).waitFor();
      const calls = page.locator('[data-entry=running]');
      await calls.filter({ hasText: 'src/a.ts' }).waitFor();
      const [outer, inner] = await Promise.all(
        ['task', 'read'].map((tool) => calls.filter({ hasText: tool }).first().boundingBox()),
      );
      expect((inner?.x ?? 0) - (outer?.x ?? 0)).toBeGreaterThan(10);
      expect(inner?.y ?? 0).toBeGreaterThan(outer?.y ?? 0);

      const action = { type: 'command', line: 'rm -rf build', cwd: '/w' } as const;
      const error = { code: 'COMMAND_REFUSED', message: 'shell was denied (rm -rf build): a person said no.' };
      await keep([
        { type: 'tool_result', id: 'r', ok: true, text: 'export const a = 1;' },
        { type: 'thinking_delta', turn: 't2', text: 'What if I clean up?\nYes.' },
        { type: 'tool_start', id: 's', tool: 'shell', input: { command: 'rm -rf build' } },
        { type: 'permission_request', request: { id: 's', tool: 'shell', action } },
      ]);
      await page.locator('[data-entry=asking]').getByText('waits for a person').waitFor();
      await keep([{ type: 'permission_answer', id: 's', answer: { type: 'deny', by: 'person', error } }]);
      await page.locator('[data-entry=denied]').getByText('a person said no').waitFor();

      // Folded until one opens it: arguments and results, thinking.
      await page.getByText('export const a = 1;').waitFor({ state: 'detached' });
      await page.locator('[data-entry=done] button').click();
      await page.getByText('export const a = 1;').waitFor();
      await page.locator('[data-entry=thinking] button').click();
      await page.locator('[data-entry=thinking] pre').getByText('Yes.').waitFor();

      await keep([end]);
      await finish();
      await page.locator('[data-entry=end]').getByText('Claims').waitFor();
      await page.getByText('goes on').waitFor({ state: 'detached' });
      // The task had no result: it is not said to run on.
      await page.locator('[data-entry=stopped]').filter({ hasText: 'task' }).waitFor();
      expect(await page.locator('[data-entry=running]').count()).toBe(0);

      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByTestId('node-panel').getByRole('button', { name: 'Copy as Markdown' }).click();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(copied).toContain('# write, attempt 1');
      expect(copied).toContain('I look at **the cart**.');
      expect(copied).toContain('> **read** ` src/a.ts ` (done)');
      expect(complaints).toEqual([]);
    });

    it('draws only what is in sight of 5,000 entries, and is soon at the end of them', async () => {
      const { server, runs } = await aWindow();
      const { run, keep, finish } = await liveRun(runs, 'rlong');
      const events = Array.from({ length: 2_500 }, (_, no): AgentEvent[] => [
        { type: 'tool_start', id: `c${no}`, tool: 'read', input: { path: `src/file-${no}.ts` } },
        { type: 'tool_result', id: `c${no}`, ok: true, text: `line ${no}\n`.repeat(10) },
        text(`t${no}`, `Now number ${no}.`),
      ]).flat();
      await keep([...events, end]);
      await finish();
      const { page, complaints } = await browser.open(server.newLink(), at(run));
      await page.getByText('2,500 tool calls').waitFor();
      const list = page.getByTestId('transcript');
      expect(await list.locator('[data-entry]').count()).toBeLessThan(120);
      await list.evaluate((element) => {
        element.scrollTop = element.scrollHeight;
      });
      // Heights of what was never seen are estimates: one arrives by scrolling on.
      for (let tries = 0; tries < 40 && (await list.locator('[data-entry=end]').count()) === 0; tries += 1) {
        await list.evaluate((element) => {
          element.scrollTop = element.scrollHeight;
        });
        await page.waitForTimeout(50);
      }
      await list.getByText('Now number 2499.').waitFor();
      expect(await list.locator('[data-entry]').count()).toBeLessThan(120);
      expect(complaints).toEqual([]);
    });

    it('is text, whatever it says: words, names of tools and files, arguments, results, diffs, refusals, claims', async () => {
      const { server, runs } = await aWindow();
      const { run, keep, finish } = await liveRun(runs, 'revil');
      const diff = `diff --git a/${EVIL} b/${EVIL}\n--- a/${EVIL}\n+++ b/${EVIL}\n@@ -1 +1 @@\n-${EVIL}\n+${EVIL}\n`;
      const blob = await runs.blobs.put(diff);
      const error = { code: EVIL, message: EVIL, next: EVIL };
      const action = { type: 'write' as const, paths: [EVIL] };
      await keep([
        text('t1', `${EVIL}\n\n<iframe src="https://example.org"></iframe>\n\n![p](https://example.org/p.png)`),
        { type: 'thinking_delta', turn: 't1', text: EVIL },
        { type: 'tool_start', id: 'c1', tool: EVIL, input: { path: EVIL, [EVIL]: EVIL, text: `${EVIL}\n${EVIL}` } },
        { type: 'tool_result', id: 'c1', ok: true, text: diff, blob },
        { type: 'tool_start', id: 'c2', tool: 'write', input: { path: EVIL } },
        { type: 'permission_request', request: { id: 'c2', tool: 'write', action } },
        { type: 'permission_answer', id: 'c2', answer: { type: 'deny', by: 'person', error } },
        { type: 'status', message: EVIL },
        { type: 'error', error },
        end,
      ]);
      await finish();
      const { page, complaints } = await browser.open(server.newLink(), at(run));
      const list = page.getByTestId('transcript');
      await list.locator('[data-entry=end]').waitFor();
      for (const kind of ['thinking', 'done', 'denied'])
        await list.locator(`[data-entry=${kind}] button`).first().click();
      await list.getByRole('button', { name: 'Show all of it' }).click();
      await list.getByLabel('Diff').getByText('+++ b/<img').waitFor();
      const found = await page.evaluate<object>(`({
        hacked: 'hacked' in window,
        pictures: document.querySelectorAll('main img').length,
        frames: document.querySelectorAll('iframe').length,
        scripts: document.querySelectorAll('main script').length,
        links: [...document.querySelectorAll('a')].filter(({ protocol }) => protocol === 'javascript:').length,
      })`);
      expect(found).toEqual({ hacked: false, pictures: 0, frames: 0, scripts: 0, links: 0 });
      expect(complaints).toEqual([]);
    });
  },
);
