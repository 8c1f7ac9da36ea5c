import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chatService, type RunningChat } from '#app/chat/chat-service.ts';
import type { ChatEvent, ChatId } from '#contracts/chat.ts';
import { type ChatTurn, textOfTurn, withPart, withText } from '#contracts/chat-turn.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import type { Runs } from '#engine/runs.ts';
import { text, toolCall } from '#sim/answers.ts';
import { openWindow } from '../server/window.ts';
import { type ChatRig, openChatRig, until } from './talk.ts';

const SLOW = { latency: { firstTokenMs: 600_000 } };

async function open(rig: ChatRig, runs?: Runs): Promise<RunningChat> {
  const errors: unknown[] = [];
  const service = chatService({
    runs: runs ?? (await rig.runs()),
    env: rig.env,
    me: 'tester',
    failed: (_, error) => errors.push(error),
  });
  onTestFinished(async () => {
    await service.close();
    expect(errors).toEqual([]);
  });
  return service;
}

const create = (service: RunningChat, rig: ChatRig) =>
  service.create({ folder: rig.project, model: 'compatible:test' });

function partsAfter({ parts }: ChatTurn, event: ChatEvent) {
  if (event.type === 'text') return withText(parts, event.part, event.text);
  if (event.type !== 'activity') return null;
  return withPart(parts, { type: 'activity', id: event.activity.id, activity: event.activity });
}

/** Applies events as a page would. */
class Page {
  readonly turns = new Map<string, ChatTurn>();
  readonly events: ChatEvent[] = [];

  async follow(service: RunningChat, chat: ChatId, after: number, signal: AbortSignal): Promise<void> {
    for await (const event of service.events(chat, after, signal)) {
      this.events.push(event);
      if (event.type === 'turn') this.turns.set(event.turn.id, event.turn);
      const turn = event.type === 'text' || event.type === 'activity' ? this.turns.get(event.turn) : undefined;
      const parts = turn && partsAfter(turn, event);
      if (turn && parts) this.turns.set(turn.id, { ...turn, parts });
    }
  }
}

function follow(service: RunningChat, chat: ChatId, after: number): Page {
  const page = new Page();
  const leaving = new AbortController();
  const followed = page.follow(service, chat, after, leaving.signal);
  onTestFinished(async () => {
    leaving.abort();
    await followed;
  });
  return page;
}

describe('C1 the chat of the window', () => {
  it('begins, answers, and shows the same live and afterwards', async () => {
    const rig = await openChatRig(
      (request) =>
        request.messages.at(-1)?.toolResults.length
          ? {
              ...text(`It holds seven, and ${'that is all there is to say about it.\n'.repeat(8)}`),
              latency: { chunkMs: 20, chunkChars: 8 },
            }
          : toolCall('read', { path: 'a.txt' }),
      { 'a.txt': 'seven' },
    );
    const service = await open(rig);
    const chat = await create(service, rig);
    expect(chat).toMatchObject({ state: 'idle', turns: 0, queued: 0, simulated: false });
    const { seq } = await service.show(chat.id);
    const page = follow(service, chat.id, seq);
    const posted = await service.post(chat.id, 'what is in a.txt?');
    expect(posted.queued).toBe(false);
    await until(() => [...page.turns.values()].some(({ by, state }) => by === 'agent' && state === 'done'));
    const shown = await service.show(chat.id);
    expect(shown.turns.map(({ by, state }) => `${by} ${state}`)).toEqual(['person done', 'agent done']);
    expect(shown.turns[0]).toMatchObject({ id: posted.turn, parts: [{ text: 'what is in a.txt?' }] });
    expect(shown.turns[1]?.error).toBeNull();
    expect(shown.turns[1]?.parts).toMatchObject([
      { activity: { kind: 'status' } },
      { activity: { kind: 'tool', title: 'read a.txt', state: 'done', parent: null } },
      { text: expect.stringContaining('It holds seven') },
    ]);
    expect(shown.chat).toMatchObject({ state: 'idle', turns: 2, title: 'what is in a.txt?' });
    expect(shown.chat.usage.tokens).toBeGreaterThan(0);
    expect([...page.turns.values()]).toEqual(shown.turns);
    expect(page.events.filter(({ type }) => type === 'text').length).toBeGreaterThan(1);
    const numbers = page.events.map((event) => event.seq);
    expect(numbers).toEqual(numbers.map((_, index) => seq + index + 1));

    // A client that was away gets the events it missed; a new one gets everything.
    const middle = numbers[Math.floor(numbers.length / 2)] ?? 0;
    const late = follow(service, chat.id, middle);
    await until(() => late.events.length === numbers.filter((number) => number > middle).length);
    const fresh = follow(service, chat.id, 0);
    await until(() => fresh.turns.size === 2);
    expect([...fresh.turns.values()]).toEqual(shown.turns);
    expect(await service.list()).toMatchObject([{ id: chat.id, state: 'idle', turns: 2 }]);
  });

  it('C5.7 marks a conversation as unread when something was answered since a person looked', async () => {
    const rig = await openChatRig((request) => text(`re: ${request.lastUserText}`));
    const service = await open(rig);
    const { id, unread } = await create(service, rig);
    expect(unread).toBe(false);
    const isUnread = async () => (await service.list()).find((chat) => chat.id === id)?.unread;
    await service.post(id, 'one');
    await until(async () => (await service.show(id)).chat.turns === 2 && (await isUnread()) === true);
    expect((await rig.assay(['sessions', 'list'])).out).toMatch(/unread/);
    await service.note(id, { readAt: Date.now() + 60_000 });
    expect(await isUnread()).toBe(false);
    expect((await rig.assay(['sessions', 'list'])).out).not.toMatch(/unread/);
    await service.note(id, { readAt: 1 });
    expect(await isUnread()).toBe(true);
  });

  it('queues, withdraws, and stops; queued messages are answered after that', async () => {
    const rig = await openChatRig((request) =>
      request.lastUserText === 'slow'
        ? { ...text('never'), ...SLOW }
        : text(`re: ${request.lastUserText.split('\n').at(-1)}`),
    );
    const service = await open(rig);
    const { id } = await create(service, rig);
    await service.post(id, 'slow');
    await until(() => rig.sim.requests.length === 1);
    expect((await service.show(id)).chat.state).toBe('working');
    expect((await service.list())[0]?.state).toBe('working');
    const second = await service.post(id, 'second');
    const third = await service.post(id, 'third');
    const fourth = await service.post(id, 'fourth');
    expect([second, third, fourth].map(({ queued }) => queued)).toEqual([true, true, true]);
    await until(async () => (await service.show(id)).queue.length === 3);
    expect(await service.unqueue(id, third.turn)).toBe(true);
    expect(await service.unqueue(id, third.turn)).toBe(false);
    expect((await service.show(id)).queue.map(({ text: said }) => said)).toEqual(['second', 'fourth']);
    expect(await service.stop(id)).toBe(true);
    const { turns, queue } = await until(
      () => service.show(id),
      (shown) => shown.chat.state === 'idle' && shown.queue.length === 0,
    );
    expect(queue).toEqual([]);
    expect(turns.map((turn) => `${turn.by} ${turn.state} ${textOfTurn(turn)}`)).toEqual([
      'person done slow',
      'agent stopped ',
      'person done second',
      'agent done re: second',
      'person done fourth',
      'agent done re: fourth',
    ]);
    expect(await service.unqueue(id, second.turn)).toBe(false);
    expect(await service.stop(id)).toBe(false);
  });

  it('shows a conversation that another process has, and stops it there', async () => {
    const rig = await openChatRig((request) =>
      request.lastUserText === 'slow'
        ? {
            parts: [{ type: 'text', text: 'a long answer that never ends'.repeat(20) }],
            latency: { chunkMs: 5_000, chunkChars: 4 },
          }
        : text('ok'),
    );
    const asked = rig.start(['ask', '--model', 'compatible:test', 'slow']);
    await until(() => rig.sim.requests.length === 1);
    const service = await open(rig);
    const [chat] = await until(
      () => service.list(),
      (list) => list.length === 1,
    );
    if (!chat) throw new Error('there is none');
    expect((await service.show(chat.id)).turns[1]).toMatchObject({ state: 'running', by: 'agent' });
    expect(await service.stop(chat.id)).toBe(true);
    expect((await asked.ended).code).toBe(130);
    const { turns } = await service.show(chat.id);
    expect(turns[1]).toMatchObject({ state: 'stopped' });
  });

  it('shows nothing without a driver as running, and continues with the next message', async () => {
    let isSlow = true;
    const rig = await openChatRig(() => (isSlow ? { ...text('never'), ...SLOW } : text('back')));
    const victim = rig.start(['ask', '--model', 'compatible:test', 'first']);
    await until(() => rig.sim.requests.length === 1);
    victim.child.kill('SIGKILL');
    await victim.ended;
    isSlow = false;
    const service = await open(rig);
    const [chat] = await service.list();
    if (!chat) throw new Error('there is none');
    expect(chat.state).toBe('idle');
    expect((await service.show(chat.id)).turns[1]).toMatchObject({
      state: 'stopped',
      error: { message: expect.stringContaining('interrupted') },
    });
    await service.post(chat.id, 'second');
    const { turns } = await until(
      () => service.show(chat.id),
      (shown) => shown.turns.length === 4 && shown.chat.state === 'idle',
    );
    expect(turns.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
  });

  it('is available over HTTP, and an unknown conversation is refused', async () => {
    const rig = await openChatRig((request) => text(`re: ${request.lastUserText}`));
    const service = await open(rig);
    const { client } = await openWindow({ chat: service, home: join(rig.home, '..', 'other') });
    const chat = await client.call(ROUTES.newChat, { body: { folder: rig.project, model: 'compatible:test' } });
    const { turn } = await client.call(ROUTES.chatPost, { params: { chat: chat.id }, body: { text: 'hello' } });
    const shown = await until(
      () => client.call(ROUTES.chat, { params: { chat: chat.id } }),
      ({ turns }) => turns[1]?.state === 'done',
    );
    expect(shown.turns[0]?.id).toBe(turn);
    expect(shown.turns.map(textOfTurn)[1]).toBe('re: hello');
    expect((await client.call(ROUTES.session, {})).chat).toBe(true);
    await expect(client.call(ROUTES.chat, { params: { chat: 'nope' } })).rejects.toMatchObject({ code: 'RUN_UNKNOWN' });
    await expect(client.call(ROUTES.newChat, { body: { folder: '/nowhere' } })).rejects.toThrow('there is no folder');
  });
});
