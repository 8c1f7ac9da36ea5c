import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chatService, type RunningChat } from '#app/chat/chat-service.ts';
import type { ChatEvent, ChatId } from '#contracts/chat.ts';
import { activitiesOf, textOfTurn } from '#contracts/chat-turn.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { RunId } from '#contracts/ids.ts';
import { applyToIdle } from '#engine/steering/idle-run.ts';
import { text, toolCall } from '#sim/answers.ts';
import type { Answering } from '#sim/types.ts';
import { openWindow } from '../server/window.ts';
import { type ChatRig, openChatRig, until } from './talk.ts';

const SLOW_MACHINE = { timeout: 120_000 };

/** Writes a file for each message, and reports the result. */
const writes: Answering = (request) => {
  const results = request.messages.at(-1)?.toolResults ?? [];
  if (results.length > 0) return text(`tool said: ${results.map(({ text: said }) => said).join()}`);
  const name = request.lastUserText.trim().split(/\s/).at(-1) ?? 'x';
  return toolCall('write', { path: `${name}.txt`, text: 'made' });
};

async function open(rig: ChatRig, patienceMs?: number): Promise<RunningChat> {
  const runs = await rig.runs();
  const errors: unknown[] = [];
  const failed = (_: unknown, error: unknown) => errors.push(error);
  const service = chatService({
    runs,
    env: rig.env,
    me: 'tester',
    failed,
    ...(patienceMs ? { patienceMs } : {}),
  });
  onTestFinished(async () => {
    await service.close();
    expect(errors).toEqual([]);
  });
  return service;
}

const create = (service: RunningChat, rig: ChatRig) =>
  service.create({ folder: rig.project, model: 'compatible:test', mode: 'ask' });

async function asked(service: RunningChat, chat: ChatId) {
  const [permission] = await until(
    () => service.permissions(chat),
    (all) => all.length > 0,
  );
  if (!permission) throw new Error('nothing is asked');
  return permission;
}

const idle = (service: RunningChat, chat: ChatId, turns: number) =>
  until(
    () => service.show(chat),
    (shown) => shown.turns.length === turns && shown.chat.state === 'idle',
  );

describe('C8.6 permission questions in the window', SLOW_MACHINE, () => {
  it('waits for an answer: a permission given once works once, and the agent gets a denial with its note', async () => {
    const rig = await openChatRig(writes);
    const service = await open(rig);
    const { id: chat } = await create(service, rig);
    await service.post(chat, 'make a');
    const first = await asked(service, chat);
    expect(first.question).toMatchObject({ tool: 'write', action: { type: 'write' } });
    expect(first.question.remember).not.toEqual([]);
    expect(first.until).toBeGreaterThan(first.askedAt);
    const { turns } = await service.show(chat);
    expect(first.turn).toBe(turns[1]?.id);
    expect(turns.flatMap(activitiesOf).map(({ id }) => id)).toContain(first.question.id);
    expect(existsSync(join(rig.project, 'a.txt'))).toBe(false);
    expect(await service.permissions()).toEqual([first]);

    expect(await service.decide(chat, first.id, { decision: 'allow', scope: 'once' })).toBe(true);
    await idle(service, chat, 2);
    expect(readFileSync(join(rig.project, 'a.txt'), 'utf8')).toBe('made');
    expect(await service.permissions()).toEqual([]);
    // Anyone who comes second changes nothing.
    expect(await service.decide(chat, first.id, { decision: 'deny', scope: 'once' })).toBe(false);

    await service.post(chat, 'make b');
    const second = await asked(service, chat);
    const no = { decision: 'deny', scope: 'once', note: 'b is mine' } as const;
    expect(await service.decide(chat, second.id, no)).toBe(true);
    const denied = await idle(service, chat, 4);
    expect(denied.turns.map(textOfTurn)[3]).toContain('b is mine');
    expect(existsSync(join(rig.project, 'b.txt'))).toBe(false);
  });

  it('remembers an answer for the conversation, where it is listed and can be revoked', async () => {
    const rig = await openChatRig(writes);
    const service = await open(rig);
    const { id: chat } = await create(service, rig);
    await service.post(chat, 'make a');
    const { id } = await asked(service, chat);
    // The same question, at any terminal.
    const waits = await rig.assay(['permissions', 'list', '--json']);
    expect(JSON.parse(waits.out)).toMatchObject({ asked: [{ id, run: chat }] });
    await service.decide(chat, id, { decision: 'allow', scope: 'session' });
    await idle(service, chat, 2);
    await service.post(chat, 'again a');
    await idle(service, chat, 4);
    expect((await service.show(chat)).turns.map(textOfTurn)[3]).not.toContain('denied');
    const { out } = await rig.assay(['permissions', 'list', '--json']);
    expect(JSON.parse(out)).toMatchObject({ grants: [{ scope: 'session', holder: chat, rule: { effect: 'allow' } }] });

    // Another conversation is asked again.
    const other = await create(service, rig);
    await service.post(other.id, 'make a');
    expect((await asked(service, other.id)).chat).toBe(other.id);
    expect(await service.stop(other.id)).toBe(true);
    await idle(service, other.id, 2);
    expect(await service.permissions(other.id)).toEqual([]);
  });

  it('takes silence for a no, and says so to the agent and in the log', async () => {
    const rig = await openChatRig(writes);
    const service = await open(rig, 200);
    const { id: chat } = await create(service, rig);
    await service.post(chat, 'make a');
    const { turns } = await idle(service, chat, 2);
    expect(turns.map(textOfTurn)[1]).toContain('no one answered within');
    expect(existsSync(join(rig.project, 'a.txt'))).toBe(false);
    const shown = await rig.assay(['runs', 'show', chat, '--events', '--json']);
    expect(shown.out).toContain('assay.permit.asked');
    expect(shown.out).toContain('no one answered within');
  });

  it('is seen live and over HTTP, with secrets taken out, and answered there', async () => {
    const secret = `sk-ant-api03-${'x1Y2'.repeat(12)}`;
    const rig = await openChatRig((request) =>
      request.messages.at(-1)?.toolResults.length
        ? text('done')
        : toolCall('shell', { command: `deploy --token ${secret}` }),
    );
    const service = await open(rig);
    const { client } = await openWindow({ chat: service, home: join(rig.home, '..', 'other') });
    const body = { folder: rig.project, model: 'compatible:test', mode: 'ask' } as const;
    const { id: chat } = await client.call(ROUTES.newChat, { body });
    const events: ChatEvent[] = [];
    const leaving = new AbortController();
    const { seq } = await service.show(chat);
    const following = (async () => {
      for await (const event of service.events(chat, seq, leaving.signal)) events.push(event);
    })();
    await client.call(ROUTES.chatPost, { params: { chat }, body: { text: 'ship it' } });
    const { permissions } = await until(
      () => client.call(ROUTES.chatPermissions, { params: { chat } }),
      (answer) => answer.permissions.length === 1,
    );
    const [permission] = permissions;
    if (!permission) throw new Error('nothing is asked');
    expect(permission.question.action).toMatchObject({ type: 'command', line: expect.stringContaining('deploy') });
    expect(JSON.stringify(permissions)).not.toContain(secret);
    expect((await client.call(ROUTES.chatsPermissions, {})).permissions).toEqual(permissions);
    const decide = { params: { chat, permission: permission.id }, body: { decision: 'deny' } } as const;
    expect(await client.call(ROUTES.chatDecide, decide)).toEqual({ decided: true });
    expect(await client.call(ROUTES.chatDecide, decide)).toEqual({ decided: false });
    await idle(service, chat, 2);
    await until(() => events.filter(({ type }) => type === 'permissions').length === 2);
    const told = events.flatMap((event) => (event.type === 'permissions' ? [event.permissions.length] : []));
    expect(told).toEqual([1, 0]);
    leaving.abort();
    await following;
    const { out } = await rig.assay(['runs', 'show', chat, '--events', '--json']);
    expect(out).not.toContain(secret);
  });

  it('ends with the process that asked; a process that continues asks again', async () => {
    const rig = await openChatRig(writes);
    const first = await open(rig);
    const { id: chat } = await create(first, rig);
    await first.post(chat, 'make a');
    const before = await asked(first, chat);
    await first.close();
    const second = await open(rig);
    expect(await second.permissions(chat)).toEqual([]);
    expect(await second.decide(chat, before.id, { decision: 'allow', scope: 'once' })).toBe(false);
    await second.post(chat, 'and b');
    const after = await asked(second, chat);
    expect(after.id).not.toBe(before.id);
    await second.decide(chat, after.id, { decision: 'allow', scope: 'project' });
    await until(() => existsSync(join(rig.project, 'a.txt')));
    const next = await asked(second, chat);
    expect(next.question.action).toMatchObject({ paths: [expect.stringContaining('b.txt')] });
    await second.decide(chat, next.id, { decision: 'deny', scope: 'once' });
    await idle(second, chat, 4);
  });

  it('S2.3 a run that is steered from another place in the same process continues there', async () => {
    const rig = await openChatRig(writes);
    const runs = await rig.runs();
    const errors: unknown[] = [];
    const failed = (_: unknown, error: unknown) => errors.push(error);
    const service = chatService({ runs, env: rig.env, me: 'tester', failed });
    onTestFinished(() => service.close());
    const { id: chat } = await create(service, rig);
    await service.post(chat, 'make a');
    const { id } = await asked(service, chat);
    // What a run's page does with a run that it does not drive itself.
    const request = () => ({ input: { type: 'pause' as const, why: 'lunch' } });
    expect(await applyToIdle(runs, RunId.parse(chat), request)).toBe(false);
    expect(await service.decide(chat, id, { decision: 'allow', scope: 'once' })).toBe(true);
    await idle(service, chat, 2);
    expect(readFileSync(join(rig.project, 'a.txt'), 'utf8')).toBe('made');
    expect(errors).toEqual([]);
  });
});
