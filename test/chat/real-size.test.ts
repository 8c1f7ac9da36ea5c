import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { pathOf } from '#contracts/http/call-route.ts';
import { ROUTES, STREAMS } from '#contracts/http/routes.ts';
import { text } from '#sim/answers.ts';
import { listenTo } from '../server/stream-client.ts';
import { signIn, until } from '../server/window.ts';
import { MODEL, openChatRig } from './talk.ts';

const TURNS = 10_000;
const PATIENCE_MS = 600_000;

/** A conversation as `assay sessions export` writes it. */
const longTalk = (): string => {
  const header = { format: 'assay-session', version: 1, title: 'the long one', labels: [], status: 'open' };
  const lines = Array.from({ length: TURNS }, (_, no) => ({
    ...{ id: `t${no}`, by: no % 2 === 0 ? 'person' : 'agent', at: no * 1_000, endedAt: no * 1_000 + 500 },
    ...{ state: 'done', usage: { tokens: 0, usd: 0 }, error: null },
    parts: [{ type: 'text', id: `text:${no}`, text: no === 4_321 ? 'the needle is here' : `Line ${no} of many.` }],
  }));
  const whole = { ...header, simulated: false, createdAt: 1, updatedAt: TURNS * 1_000, turns: TURNS };
  return [whole, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
};

it('C5.8 10,000 messages are searched, paged, exported, and continued by a terminal while three windows look', {
  timeout: PATIENCE_MS,
}, async () => {
  const rig = await openChatRig(() => text('And that is the end of it.'));
  const file = join(rig.project, 'long.jsonl');
  writeFileSync(file, longTalk());
  expect(await rig.assay(['sessions', 'import', file])).toMatchObject({ code: 0 });
  expect((await rig.assay(['sessions', 'search', 'needle'])).out).toContain('needle is here');
  expect((await rig.assay(['sessions', 'show', 'last', '--last', '2'])).out).toContain(`Line ${TURNS - 1} of many.`);
  const [again, page] = [join(rig.project, 'again.jsonl'), join(rig.project, 'again.html')];
  await rig.assay(['sessions', 'export', 'last', again]);
  expect(readFileSync(again, 'utf8').trim().split('\n')).toHaveLength(TURNS + 1);
  await rig.assay(['sessions', 'export', 'last', page]);
  expect(readFileSync(page, 'utf8')).toContain('the needle is here');

  const serve = rig.start(['serve', '--json', '--port', '0'], null);
  onTestFinished(() => void serve.child.kill('SIGKILL'));
  let said = '';
  serve.child.stdout?.on('data', (chunk) => (said += String(chunk)));
  await until(async () => said.includes('\n'));
  const client = await signIn(JSON.parse(said.split('\n')[0] ?? '').link);
  const [listed] = (await client.call(ROUTES.chats, {})).chats;
  if (listed === undefined) throw new Error('the conversation is not listed');
  const params = { chat: listed.id };
  // From the end to the beginning, page by page.
  const seen = new Set<string>();
  let shown = await client.call(ROUTES.chat, { params, query: { limit: 500 } });
  const { seq } = shown;
  for (;;) {
    for (const { id } of shown.turns) seen.add(id);
    const [first] = shown.turns;
    if (shown.earlier === 0 || first === undefined) break;
    shown = await client.call(ROUTES.chat, { params, query: { limit: 500, before: first.id } });
  }
  expect(seen.size).toBe(TURNS);

  const path = pathOf(STREAMS.chatLive, { params, query: { after: seq } });
  const windows = await Promise.all([1, 2, 3].map(() => listenTo(client, STREAMS.chatLive, path)));
  const answer = await rig.assay(['ask', ...MODEL, '--run', 'last', 'is there more?']);
  expect(answer.out).toContain('And that is the end of it.');
  for (const window of windows) {
    let told = '';
    while (!told.includes('And that is the end of it.')) told += JSON.stringify((await window.next())?.data ?? '');
    expect(told).toContain('is there more?');
  }
  serve.child.kill('SIGTERM');
  await serve.ended;
});
