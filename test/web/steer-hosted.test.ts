import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Json } from '#contracts/json.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { PERMIT_ASKED_SIGNAL, PERMIT_SIGNAL } from '#contracts/signals.ts';
import { eventsOf } from '#engine/runs.ts';
import type { Scenario, SimAnswer, SimRequest } from '#sim/types.ts';
import { probedSandbox } from '../sandbox-here.ts';
import { noBrowser } from './browser.ts';
import { DRAFT, hostedRun, TEST } from './hosted-run.ts';
import { aWindow, pressKey, useBrowser } from './visit.ts';

const NOTE = 'Say first what it will test.';
const GUIDANCE = 'Use plus, not minus: `a + b`.';

const says = (value: Json): SimAnswer => ({ parts: [{ type: 'json', value: { claim: value, blocker: null } }] });
const writes = (path: string, text: string, word = 'I write it.'): SimAnswer => ({
  parts: [
    { type: 'thinking', text: 'what is asked for?' },
    { type: 'text', text: word },
    { type: 'toolCall', name: 'write', input: { path, text } },
  ],
});

/** An engineer that gets one no, makes a mistake, asks for help, and follows the advice. */
const engineer: Scenario = {
  name: 'engineer',
  description: 'One PR, with a denial, a mistake and an escalation.',
  answer(request: SimRequest) {
    const briefing = request.messages[0]?.text ?? '';
    const results = request.messages.flatMap(({ toolResults }) => toolResults.map(({ text }) => text)).join('\n');
    if (request.system.startsWith('You review')) return says({ findings: [] });
    if (briefing.startsWith('# INITIALIZING')) {
      return request.turn === 1 ? writes('.assay/ACTIVE_PR.json', JSON.stringify(DRAFT)) : says({ summary: 'drafted' });
    }
    if (briefing.includes('analysis_decision')) return says({ summary: 'as meant', analysis_decision: 'SUCCESS' });
    if (briefing.includes('## RED')) {
      if (request.turn === 1) return writes('test/add.test.js', TEST);
      if (request.turn === 2 && results.includes(NOTE)) {
        return writes('test/add.test.js', TEST, 'It will test **that add adds**.');
      }
      return says({ summary: 'red' });
    }
    const code = (operator: string): string => `export const add = (a, b) => a ${operator} b;\n`;
    const isGuided = briefing.includes(GUIDANCE);
    if (briefing.startsWith('# DEBUGGING') && !isGuided) {
      return says({ summary: 'stuck', request: 'help', markdown_report: '# Which operator?\n\nI tried `-`.' });
    }
    return request.turn === 1 ? writes('src/add.js', code(isGuided ? '+' : '-')) : says({ summary: 'green' });
  },
};

const noSandbox = await probedSandbox();

const RULES = [
  { effect: 'ask', path: 'test/' },
  { effect: 'ask', path: 'src/', why: 'a person looks at what is written to src' },
] as const;

describe.skipIf(noBrowser !== null || noSandbox !== null)(
  `C10 a hosted gated PR is steered in a browser ${noBrowser ?? noSandbox ?? ''}`,
  { timeout: 300_000 },
  () => {
    const browser = useBrowser();

    it('permissions are asked for, answered by key, remembered and taken back; an escalation is guided', async () => {
      const window = await aWindow();
      const { server, runs } = window;
      const { page, complaints } = await browser.open(server.newLink(), '/approvals');
      await page.getByText('Nothing waits for you').waitFor();
      const { run, done } = await hostedRun(window, {
        scenario: engineer,
        permissions: { rules: [...RULES] },
        thresholds: { escalation: 1 },
      });

      // The exact question, and its reason; the rest of the page updates.
      const asked = page.getByTestId('asked');
      await asked.getByText('write wants to write').waitFor();
      expect(await asked.locator('pre').innerText()).toContain('test/add.test.js');
      await asked.getByText('Asked because the rule "ask path test/" asks.').waitFor();
      await page
        .getByRole('link', { name: /Approvals/ })
        .getByText(/^1 wait/)
        .waitFor();
      // `g p` leads elsewhere; it is no yes for the project.
      await page.keyboard.press('g');
      await page.keyboard.press('p');
      await page.getByRole('heading', { name: 'Preferences' }).waitFor();
      await page.getByText('No answers are remembered').waitFor();
      await page.keyboard.press('g');
      await page.keyboard.press('a');
      await asked.waitFor();

      // No, with a note: the agent gets it, and asks again after following it.
      await page.getByLabel('A message to the agent').fill(NOTE);
      await page.getByLabel('A message to the agent').blur();
      await pressKey(page, 'n');
      await until(page, async () => (await decisions(runs.store, run)).length === 1);
      // The next question, not the one that was just answered.
      await until(page, async () => (await page.getByLabel('A message to the agent').inputValue()) === '');
      await pressKey(page, 's');
      await until(page, async () => (await decisions(runs.store, run)).length === 2);

      // For the project: it is remembered, and listed.
      await page.getByText('a person looks at what is written to src').waitFor();
      await pressKey(page, 'p');

      // It gets it wrong and escalates. The report is there, and a box for guidance.
      const guidance = page.getByLabel('Guidance for the agent');
      await guidance.waitFor();
      expect(await done).toMatchObject({ status: 'waiting' });
      await page.locator('.prose').getByText('I tried').waitFor();

      // The transcript of the attempt that got the no.
      await page.goto(new URL(`/runs/${run}?view=agents`, server.url).href);
      const red = await actOf(runs.store, run, 2);
      await page.goto(new URL(`/runs/${run}?node=${encodeURIComponent(red)}&part=transcript`, server.url).href);
      const transcript = page.getByTestId('transcript');
      await transcript.locator('[data-entry=denied]').getByText('denied').first().waitFor();
      await transcript.getByText(NOTE).waitFor();
      await transcript.locator('.prose strong', { hasText: 'that add adds' }).waitFor();

      // What is remembered is listed, and taken back.
      await page.goto(new URL('/preferences', server.url).href);
      const grants = page.getByRole('list', { name: 'Remembered answers' }).getByRole('listitem');
      await grants
        .filter({ hasText: 'src/add.js' })
        .getByText(/hosted runs in/)
        .waitFor();
      expect(await grants.count()).toBe(2);
      await grants.filter({ hasText: 'src/add.js' }).getByRole('button', { name: 'Revoke' }).click();
      await until(page, async () => (await grants.count()) === 1);

      // With guidance, the server continues the run by itself; revoked permissions are requested again.
      await page.goto(new URL('/approvals', server.url).href);
      await guidance.fill(GUIDANCE);
      await page.keyboard.press('Control+Enter');
      await asked.getByText('write wants to write').waitFor();
      await pressKey(page, 'y');
      await until(page, async () => (await decisions(runs.store, run)).length === 4);
      // The attempt that was guided and allowed hands its work in.
      const guided = await actOf(runs.store, run, 6);
      await until(page, async () => (await eventsOf(runs.store, run)).some((event) => hasDone(event, guided)));

      const log = await eventsOf(runs.store, run);
      expect(signals(log, PERMIT_ASKED_SIGNAL)).toHaveLength(4);
      expect(signals(log, PERMIT_SIGNAL).map(({ decision, scope }) => `${decision} ${scope}`)).toEqual([
        'deny once',
        'allow session',
        'allow project',
        'allow once',
      ]);
      expect(complaints).toEqual([]);
    });
  },
);

type Store = Parameters<typeof eventsOf>[0];
type Run = Parameters<typeof eventsOf>[1];

interface Told {
  readonly decision?: string;
  readonly scope?: string;
}

function signals(events: readonly RunEvent[], name: string): Told[] {
  return events.flatMap((event) => {
    if (event.type !== 'signal.received' || event.data.signal !== name) return [];
    const { payload } = event.data;
    // What the test looks at is checked by the schema of the signal.
    return 'inline' in payload ? [payload.inline as Told] : [];
  });
}

const decisions = async (store: Store, run: Run): Promise<Told[]> => signals(await eventsOf(store, run), PERMIT_SIGNAL);

const hasDone = (event: RunEvent, act: string): boolean => event.type === 'node.completed' && event.data.act === act;

/** The n-th attempt of the engineer. */
async function actOf(store: Store, run: Run, no: number): Promise<string> {
  const acts = (await eventsOf(store, run)).flatMap((event) =>
    event.type === 'node.scheduled' && event.data.node === 'attempt' ? [event.data.act] : [],
  );
  return acts[no - 1] ?? 'none';
}

/** Not for ever: a test that hangs does not say where. */
async function until(page: Page, look: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (await look()) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`it has not come: ${look.toString()}`);
}
