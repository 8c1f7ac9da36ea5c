import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Firewall } from '#knowledge/firewall/firewall.ts';
import { openKnowledge } from '#knowledge/open-knowledge.ts';
import { SHOP, testProject } from '#knowledge/testing/project.ts';
import { noBrowser } from './browser.ts';
import { aWindow, useBrowser } from './visit.ts';

/** Pages on a busy machine. */
const PATIENCE_MS = 240_000;
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** A server that knows the shop, and a fact about it that waits for a person. */
async function aShopWindow() {
  const window = await aWindow();
  const project = testProject(SHOP);
  project.commit('The shop');
  const knowledge = await openKnowledge({ HOME: window.home, ASSAY_HOME: window.home }, project.root);
  await knowledge.index();
  const wall = new Firewall(knowledge.store, knowledge.root, knowledge.now);
  wall.submit({ statement: '`addItem` never calls `priceOf`', references: [], by: 'agent' });
  wall.submit({ statement: '`Cart.total` calls `priceOf`', references: [], by: 'agent' });
  knowledge.close();
  return { ...window, project };
}

async function looksRight(page: Page, name: string): Promise<void> {
  const folder = process.env.ASSAY_SCREENSHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await page.evaluate(await readFile(AXE, 'utf8'));
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  expect(violations.map(({ id, nodes }) => `${name} ${id}: ${nodes[0]?.html.slice(0, 200)}`)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
}

/** One look every time; `npm run test:web` has them all. */
const ALL_LOOKS = [
  ['narrow', 'light', 390],
  ['light', 'light', 1_280],
  ['dark', 'dark', 1_280],
] as const;
const LOOKS = ALL_LOOKS.slice(0, process.env.ASSAY_SLOW === '1' ? ALL_LOOKS.length : 1);

describe.skipIf(noBrowser !== null)(`C10 knowledge in a browser ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();

  it.each(LOOKS)(
    'K12.3 finds code, draws what is around it and lets a person decide: %s',
    async (look, scheme, width) => {
      const { server, project } = await aShopWindow();
      const { page, complaints } = await browser.open(server.newLink(), '/knowledge', { scheme, width });
      await page.getByLabel('What to look for').fill('what do all items cost together');
      await page.getByRole('button', { name: 'Find', exact: true }).click();
      const places = page.getByTestId('places');
      await places.getByText('src/cart.ts:').first().waitFor();
      for (const name of ['Cart.total', 'addItem']) await places.getByRole('button', { name }).waitFor();
      expect(await places.innerText()).toContain('trust 1.00: read from code');
      expect(await places.innerText()).toContain('as it is now');
      await looksRight(page, `knowledge-search-${look}`);

      await places.getByRole('button', { name: 'Cart.total' }).click();
      const around = page.getByTestId('around');
      await around.getByRole('button', { name: /^priceOf/ }).waitFor();
      // Above the answers: below them the drawing would not be seen.
      const top = async (test: string) => (await page.getByTestId(test).boundingBox())?.y ?? Number.NaN;
      expect(await top('around')).toBeLessThan(await top('places'));
      await around.getByRole('button', { name: /^priceOf/ }).click();
      await around.getByRole('list', { name: 'Uses it' }).getByText('Cart.total').waitFor();
      await around.getByRole('list', { name: 'It uses' }).getByText('applyDiscount').waitFor();
      await looksRight(page, `knowledge-around-${look}`);

      project.write({ 'src/prices.ts': `${SHOP['src/prices.ts']}\n// dearer\n` });
      await page.reload();
      await around.getByText('file changed since it was read').waitFor();
      await page.getByRole('button', { name: 'Read what changed' }).click();
      await around.getByText('as it is now').waitFor();

      await page.getByRole('tab', { name: /Waits for you/ }).click();
      await page.getByText('addItem', { exact: false }).first().waitFor();
      await looksRight(page, `knowledge-review-${look}`);
      await page.getByRole('button', { name: 'Refuse' }).click();
      await page.getByText('Nothing waits for you').waitFor();
      expect(complaints).toEqual([]);
    },
    PATIENCE_MS,
  );
});
