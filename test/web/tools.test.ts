import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { noBrowser } from './browser.ts';
import { aWindow, useBrowser } from './visit.ts';

describe.skipIf(noBrowser !== null)(`C10.24 tools in a browser ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();

  it('C10.24 a tool is chosen, run on a folder, and its answer is shown', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-tools-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'a.json'), '{"seven": 7}');
    const { server } = await aWindow();
    const { page, complaints } = await browser.open(server.newLink(), '/tools?tool=preview');
    await page.getByRole('textbox', { name: /^Folder/ }).fill(folder);
    await page.getByRole('textbox', { name: /^Input/ }).fill('{"file": "a.json"}');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('region', { name: 'Answer' }).getByText('seven').waitFor();
    expect(complaints).toEqual([]);
  });
});
