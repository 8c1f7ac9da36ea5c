import { describe, expect, it } from 'vitest';
import { noBrowser } from './browser.ts';
import { SampleChat, turnOf } from './sample-chat.ts';
import { aWindow, useBrowser } from './visit.ts';

describe.skipIf(noBrowser !== null)(`C10 the conversation in a browser ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();

  it('C10.1 streams an answer, queues messages in the meantime, withdraws them, and stops', async () => {
    const chat = new SampleChat();
    const { server } = await aWindow({ chat });
    const { page, complaints } = await browser.open(server.newLink(), '/chat/chat-1');
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('Why is the total wrong?');
    await field.press('Enter');
    await page.locator('[data-turn=running]').waitFor();
    chat.say('It ignores ');
    await page.getByText('It ignores').waitFor();
    chat.say('**the quantity**.');
    await page.locator('.prose strong', { hasText: 'the quantity' }).waitFor();
    await field.fill('And receipts?');
    await page.getByRole('button', { name: 'Queue' }).click();
    await page.getByRole('list', { name: 'Waits for its turn' }).getByText('And receipts?').waitFor();
    await page.getByRole('button', { name: 'take back' }).click();
    await page.getByText('And receipts?').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('[data-turn=stopped]').waitFor();
    expect(await page.locator('[data-turn=running]').count()).toBe(0);
    // The streamed text is the final text.
    await page.reload();
    await page.locator('.prose strong', { hasText: 'the quantity' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('C10.23 draws a diagram, and shows the image that came with a message', async () => {
    const drawn = turnOf('t2', 'agent', 'So:\n\n```mermaid\ngraph LR\n  A[Read] --> B[Write]\n```\n', 'done');
    const asked = turnOf('t1', 'person', 'What is this?', 'done');
    // One red pixel.
    const red = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
    const { server, runs } = await aWindow({
      chat: new SampleChat([asked, drawn]),
    });
    const blob = await runs.blobs.put(Buffer.from(red, 'base64'));
    Object.assign(asked, { images: [{ name: 'red.png', blob }] });
    const { page, complaints } = await browser.open(server.newLink(), '/chat/chat-1');
    await page.getByRole('img', { name: 'Diagram: Read to Write' }).waitFor();
    expect(await page.getByTestId('diagram').locator('rect').count()).toBe(2);
    const image = page.getByRole('img', { name: 'red.png' });
    await image.waitFor();
    expect(await image.evaluate((shown) => Reflect.get(shown, 'naturalWidth'))).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('notes a title, labels and a status, and lists them', async () => {
    const { server } = await aWindow({ chat: new SampleChat() });
    const { page, complaints } = await browser.open(server.newLink(), '/chat/chat-1');
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('form', { name: 'About this conversation' });
    await form.getByLabel('Title').fill('Why totals are wrong');
    await form.getByLabel('Labels').fill('bug, urgent');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Why totals are wrong' }).waitFor();
    const list = page.getByRole('list', { name: 'Conversations' });
    await list.getByText('#urgent').waitFor();
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('#bug');
    expect(await list.getByRole('listitem').count()).toBe(1);
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('something else');
    await page.getByRole('heading', { name: 'Nothing like it was said' }).waitFor();
    expect(await list.getByRole('listitem').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('C10.21 C10.22 proposes whom to mention, and a page lists agents, skills and sources', async () => {
    const { server } = await aWindow({ chat: new SampleChat() });
    const { page, complaints } = await browser.open(server.newLink(), '/chat/chat-1');
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('let @adv');
    await page.getByRole('list', { name: 'What it may become' }).getByRole('button', { name: '@adversary' }).click();
    expect(await field.inputValue()).toBe('let @adversary ');
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('list', { name: 'Agents' }).getByText('adversary', { exact: true }).waitFor();
    await page.getByRole('list', { name: 'Skills' }).getByText('/review-hard', { exact: true }).waitFor();
    await page.getByText('There are none yet.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('explains that there is no chat yet', async () => {
    const { server } = await aWindow();
    const { page } = await browser.open(server.newLink(), '/chat');
    await page.getByText('This Assay has no chat yet.').waitFor();
    expect(await page.getByRole('button', { name: 'Start the example' }).count()).toBe(1);
  });
});
