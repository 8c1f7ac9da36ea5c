import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chatService } from '#app/chat/chat-service.ts';
import { openRuns } from '#app/open-runs.ts';
import { serveWindow, type WindowServer } from '#app/server/serve.ts';
import type { ChatId } from '#contracts/chat.ts';
import type { PermissionMode } from '#contracts/permission.ts';
import { createLog } from '#host/log.ts';
import { redactor } from '#host/redact.ts';
import { text, toolCall } from '#sim/answers.ts';
import type { Answering } from '#sim/types.ts';
import { type ChatRig, openChatRig } from '../chat/talk.ts';
import { noBrowser } from './browser.ts';
import { builtPage } from './built-page.ts';
import { pressKey, useBrowser } from './visit.ts';

interface Served {
  readonly server: WindowServer;
  newChat(mode: PermissionMode): Promise<ChatId>;
  close(): Promise<void>;
}

/** The window as `assay serve` has it: its own conversations, a model that is a script. */
async function serve(rig: ChatRig, port = 0): Promise<Served> {
  const runs = await openRuns(rig.env);
  const errors: unknown[] = [];
  const chat = chatService({ runs, env: rig.env, me: 'tester', failed: (_, error) => errors.push(error) });
  const log = createLog({ sink: () => undefined, redactor: redactor({}, rig.env), clock: runs.clock });
  const web = await builtPage();
  const server = await serveWindow({ runs, env: rig.env, version: '0.1.0', log, port, web, chat });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= server
      .close()
      .then(() => chat.close())
      .then(() => runs.close());
    return closed;
  };
  onTestFinished(async () => {
    await close();
    expect(errors).toEqual([]);
  });
  return {
    server,
    close,
    newChat: async (mode) => (await chat.create({ folder: rig.project, model: 'compatible:test', mode })).id,
  };
}

const say = async (page: Page, words: string): Promise<void> => {
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill(words);
  await field.press('Enter');
};

const SLOWLY = { latency: { chunkMs: 40, chunkChars: 6 } };
const NEVER = { latency: { firstTokenMs: 600_000 } };

describe.skipIf(noBrowser !== null)(
  `C10 the conversations of Assay in a browser ${noBrowser ?? ''}`,
  { timeout: 240_000 },
  () => {
    const browser = useBrowser();

    it('stream with their actions, stop, queue, and continue after a restart of the server', async () => {
      let isBack = false;
      const answer: Answering = (request) => {
        const asked = request.lastUserText;
        if (asked.includes('hang')) return isBack ? text('I went on after all.') : { ...text('x'), ...NEVER };
        if (asked.includes('queued')) return text('That was the **queued** one.');
        if (request.messages.at(-1)?.toolResults.length) {
          return { ...text(`It holds <b>seven</b>. ${'And so on and on. '.repeat(400)}`), ...SLOWLY };
        }
        return toolCall('read', { path: 'a.txt' });
      };
      const rig = await openChatRig(answer, { 'a.txt': 'seven' });
      const first = await serve(rig);
      const chat = await first.newChat('explore');
      const { page, complaints } = await browser.open(first.server.newLink(), `/chat/${chat}`);

      await say(page, 'What is in a.txt?');
      const running = page.locator('[data-turn=running]');
      await running.getByText('read a.txt').waitFor();
      await running.getByText('It holds <b>seven</b>.').waitFor();
      await running.getByText('read a.txt').click();
      await running.locator('details[open]').getByText('seven').first().waitFor();

      await say(page, 'the queued question');
      await page.getByRole('list', { name: 'Waits for its turn' }).getByText('the queued question').waitFor();
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.locator('[data-turn=stopped]').waitFor();
      await page.locator('[data-turn=done] .prose strong', { hasText: 'queued' }).waitFor();

      // The server goes while an answer is under way; the page comes back with it, by itself.
      await say(page, 'now hang');
      await running.waitFor();
      const { port } = first.server;
      await first.close();
      isBack = true;
      await serve(rig, port);
      await running.waitFor({ state: 'detached' });
      await page.getByText('It was interrupted. Nothing that was said is lost.').waitFor();
      await say(page, 'the queued question, again');
      await page.getByText('I went on after all.').waitFor();
      await running.waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
    });

    it('ask for permission in a card, answered by key; what lasts is not asked again', async () => {
      const answer: Answering = (request) => {
        const result = request.messages.at(-1)?.toolResults.at(-1);
        if (result) return text(result.isError ? `I was told: ${result.text}` : `Done: ${result.text}`);
        return toolCall('write', { path: `${request.lastUserText}.txt`, text: 'x' });
      };
      const rig = await openChatRig(answer, { 'a.txt': 'seven' });
      const { server, newChat } = await serve(rig);
      const { page, complaints } = await browser.open(server.newLink(), `/chat/${await newChat('ask')}`);
      const card = page.getByTestId('chat-permission');

      await say(page, 'one');
      await card.getByText('write wants to write').waitFor();
      expect(await card.locator('pre').innerText()).toContain('one.txt');
      await page
        .getByRole('link', { name: /Approvals/ })
        .getByText(/^1 wait/)
        .waitFor();
      expect(existsSync(join(rig.project, 'one.txt'))).toBe(false);
      await pressKey(page, 'y');
      await page.locator('.prose').getByText('created one.txt').waitFor();
      expect(await readFile(join(rig.project, 'one.txt'), 'utf8')).toBe('x');
      await card.waitFor({ state: 'detached' });

      // No, with a note for the agent.
      await say(page, 'two');
      await card.waitFor();
      await card.getByLabel('A message to the agent').fill('not that one');
      await card.getByRole('button', { name: /Deny/ }).click();
      await page.locator('.prose').getByText('not that one').waitFor();
      expect(existsSync(join(rig.project, 'two.txt'))).toBe(false);

      // From the inbox, for the whole conversation: the second time no question is asked.
      await say(page, 'three');
      await card.waitFor();
      await page.getByRole('link', { name: /Approvals/ }).click();
      await page.getByTestId('asked').getByText('three.txt', { exact: true }).waitFor();
      await pressKey(page, 's');
      await page.getByText('Nothing waits for you').waitFor();
      await page.goBack();
      await page.locator('.prose').getByText('created three.txt').waitFor();
      await say(page, 'three');
      await page.locator('.prose').getByText('replaced three.txt').waitFor();
      expect(complaints).toEqual([]);
    });
  },
);
