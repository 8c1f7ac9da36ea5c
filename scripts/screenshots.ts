// node scripts/screenshots.ts [FOLDER]: every page of the window, in light and dark, as docs/images/web/*.png.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser } from '../test/web/browser.ts';
import { letIn } from '../test/web/let-in.ts';
import { SampleChat, sampleTurns } from '../test/web/sample-chat.ts';
import { addRun, escalatedRun, failedRun, gatedRun, permissionRun } from '../test/web/sample-runs.ts';
import { openWindow, type Window } from '../test/web/window.ts';

const FOLDER = process.argv[2] ?? join(import.meta.dirname, '../docs/images/web');
const WIDE = { width: 1440, height: 900 };
/** What fits a page of the documentation. */
const FIRST = { width: 1120, height: 760 };
const NARROW = { width: 900, height: 900 };

interface Shot {
  readonly name: string;
  readonly path: string;
  /** Something that is there once the page is drawn. */
  readonly wait: string;
  readonly before?: (page: Page) => Promise<void>;
}

await mkdir(FOLDER, { recursive: true });
const browser = await openBrowser();
try {
  await firstTime(browser);
  await example(browser);
  await everyPage(browser);
} finally {
  await browser.close();
}

/** What a newcomer sees. */
async function firstTime(browser: Browser): Promise<void> {
  const window = await openWindow();
  try {
    const shot: Shot = { name: 'first-time', path: '/', wait: 'text=Nothing has run here yet' };
    await both(browser, window, [
      { ...shot, before: (page) => page.waitForSelector('text=Looking at', { state: 'detached' }).then(noop) },
    ]);
  } finally {
    await window.close();
  }
}

/** The example that `npm start` shows, in the middle, and what it ends with. */
async function example(browser: Browser): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    const window = await openWindow({ example: { fast: false } }, {}, ['claude', 'codex', 'opencode']);
    try {
      const context = await browser.newContext({ viewport: FIRST, colorScheme: scheme });
      const inTheMiddle = async (page: Page): Promise<void> => {
        const cheat = page.locator('[data-refusal=tampering]').first();
        await cheat.waitFor({ timeout: 120_000 });
        await cheat.locator('summary').click();
        await cheat.getByText('assert.throws').first().waitFor();
      };
      await take(
        context,
        window,
        [
          { name: 'start', path: '/start', wait: '[data-testid=story]', before: inTheMiddle },
          { name: 'connect', path: '/connect', wait: '[data-testid=connect]', before: asIfAtHome },
        ],
        scheme,
      );
    } finally {
      await window.close();
    }
  }
}

/** A picture is for everybody: it does not show where this clone is. */
async function asIfAtHome(page: Page): Promise<void> {
  const root = JSON.stringify(join(import.meta.dirname, '..'));
  await page.evaluate(`{
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let at = texts.nextNode(); at; at = texts.nextNode()) at.textContent = at.textContent.replaceAll(${root}, '~/assay');
  }`);
}

async function everyPage(browser: Browser): Promise<void> {
  const window = await openWindow({ chat: new SampleChat(sampleTurns()) });
  try {
    const { server, runs } = window;
    const done = await server.start({ workflow: 'first-run', ask: false, fast: true });
    await settled(window, done);
    await addRun(runs, failedRun('rfailed01'));
    await addRun(runs, permissionRun('rpermission01'));
    await addRun(runs, escalatedRun('rescalated01'));
    const gated = await addRun(runs, gatedRun('rgated01'));
    const asking = await server.start({ workflow: 'first-run', ask: true, fast: true });
    await settled(window, asking);
    const drawn = '[data-drawn]:not([data-drawn="0"])';
    const shots: Shot[] = [
      {
        name: 'home',
        path: '/',
        wait: 'text=Recent runs',
        before: (page) => page.waitForSelector('text=Looking at', { state: 'detached' }).then(noop),
      },
      { name: 'runs', path: '/runs', wait: 'text=newest first' },
      { name: 'run-graph', path: `/runs/${done}?view=graph&node=build%232`, wait: drawn },
      { name: 'run-question', path: `/runs/${asking}?view=graph`, wait: drawn },
      {
        name: 'run-tasks',
        path: `/runs/${done}?view=graph`,
        wait: drawn,
        before: async (page) => {
          await page.getByRole('button', { name: /^Tasks/ }).click();
          await page.waitForSelector(drawn);
        },
      },
      { name: 'run-timeline', path: `/runs/${done}?view=timeline&node=build%233`, wait: '[data-testid=timeline]' },
      { name: 'run-agents', path: `/runs/${done}?view=agents`, wait: 'text=Build: cart_round_2' },
      { name: 'run-log', path: `/runs/${done}?view=log&at=60`, wait: '[data-testid=log] li' },
      { name: 'run-evidence', path: `/runs/${gated}?view=evidence`, wait: '[data-testid=test-run]' },
      { name: 'run-gated', path: `/runs/${gated}`, wait: 'text=Calls and answers' },
      { name: 'approvals', path: '/approvals', wait: 'text=Allow' },
      { name: 'workspaces', path: '/workspaces', wait: 'text=in all' },
      { name: 'chat', path: '/chat/chat-1', wait: '.prose' },
      { name: 'preferences', path: '/preferences', wait: 'text=Keyboard' },
      { name: 'palette', path: '/', wait: 'text=Recent runs', before: (page) => page.keyboard.press('Control+k') },
    ];
    await liveRun(browser, window, drawn);
    await both(browser, window, shots);
    await narrow(
      browser,
      window,
      [shots[1], shots[3], shots[11]].filter((shot) => shot !== undefined),
    );
  } finally {
    await window.close();
  }
}

/** In the middle of its work; each time another run, since it does not wait for a picture. */
async function liveRun(browser: Browser, window: Window, drawn: string): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    const run = await window.server.start({ workflow: 'first-run', ask: false, fast: false });
    const shot: Shot = {
      name: 'run-live',
      path: `/runs/${run}`,
      wait: drawn,
      before: (page) => page.getByText('build cart done').waitFor(),
    };
    const context = await browser.newContext({ viewport: WIDE, colorScheme: scheme });
    await take(context, window, [shot], scheme);
  }
}

async function settled({ runs }: Window, run: string): Promise<void> {
  for (;;) {
    const header = (await runs.store.list()).find((each) => each.run === run);
    if (header && (header.status !== 'running' || (header.nodes.asking > 0 && header.lease === null))) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function both(browser: Browser, window: Window, shots: readonly Shot[]): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport: WIDE, colorScheme });
    await take(context, window, shots, colorScheme);
  }
}

async function narrow(browser: Browser, window: Window, shots: readonly Shot[]): Promise<void> {
  await take(await browser.newContext({ viewport: NARROW, colorScheme: 'light' }), window, shots, '900px');
}

async function take(
  context: BrowserContext,
  { server }: Window,
  shots: readonly Shot[],
  suffix: string,
): Promise<void> {
  const page = await context.newPage();
  page.on('console', (message) => message.type() === 'error' && console.error(`console: ${message.text()}`));
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  await letIn(page, server.newLink());
  for (const { name, path, wait, before } of shots) {
    await page.goto(`${server.url}${path}`);
    await page.waitForSelector(wait, { timeout: 60_000 });
    await before?.(page);
    await page.waitForTimeout(350);
    await page.screenshot({ path: join(FOLDER, `${name}-${suffix}.png`) });
    console.log(`${name}-${suffix}`);
  }
  await context.close();
}

function noop(): void {}
