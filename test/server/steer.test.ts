import { describe, expect, it } from 'vitest';
import { ROUTES } from '#contracts/http/routes.ts';
import { askingHome } from '../cli/asking-home.ts';
import { openWindow, until } from './window.ts';

const asking = askingHome();

/** A window on a run that waits for its answer. */
async function windowOnAsking() {
  const { copy, told: run } = await asking();
  return { ...(await openWindow({ home: copy().root })), run };
}

describe('steering', () => {
  it('answers a question; the run continues here to its end', async () => {
    const { client, run } = await windowOnAsking();
    const { needs } = await client.call(ROUTES.needs, {});
    expect(needs).toMatchObject([{ kind: 'question', run, act: 'finish#1', choices: ['yes', 'no'], signal: 'ship' }]);
    const unfit = client.call(ROUTES.answer, { params: { run }, body: { answer: 'maybe' } });
    await expect(unfit).rejects.toMatchObject({ status: 422, code: 'PAYLOAD_INVALID' });
    const heard = await client.call(ROUTES.answer, { params: { run }, body: { answer: 'no', act: 'finish#1' } });
    expect(heard).toMatchObject({ run, heard: true });
    const over = await until(async () => {
      const detail = await client.call(ROUTES.run, { params: { run } });
      return detail.run.shown === 'completed' && detail;
    });
    expect(over.view.output).toMatchObject({ inline: { shipped: false } });
    const late = client.call(ROUTES.answer, { params: { run }, body: { answer: 'yes' } });
    await expect(late).rejects.toMatchObject({ status: 409, code: 'RUN_OVER' });
  });

  it('takes one of two answers that come at once', async () => {
    const { client, runs, run } = await windowOnAsking();
    const answer = (said: string) => client.call(ROUTES.answer, { params: { run }, body: { answer: said } });
    const both = await Promise.allSettled([answer('yes'), answer('no')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await until(async () => (await client.call(ROUTES.run, { params: { run } })).run.shown === 'completed');
    const events = await client.call(ROUTES.runEvents, { params: { run } });
    expect(events.events.filter(({ type }) => type === 'signal.received')).toHaveLength(1);
    expect(await runs.store.list()).toHaveLength(1);
  });

  it('refuses a decision and guidance without a question', async () => {
    const { client, run } = await windowOnAsking();
    const decide = client.call(ROUTES.decide, { params: { run }, body: { decision: 'allow' } });
    await expect(decide).rejects.toMatchObject({ status: 409, code: 'SIGNAL_UNKNOWN' });
    const guide = client.call(ROUTES.guide, { params: { run }, body: { guidance: 'try harder' } });
    await expect(guide).rejects.toMatchObject({ status: 409, code: 'SIGNAL_UNKNOWN' });
  });

  it('pauses a run it drives, continues it, and calls it off', async () => {
    const { client } = await openWindow();
    const { run, here } = await client.call(ROUTES.start, { body: {} });
    expect(here).toBe(true);
    const params = { run };
    expect(await client.call(ROUTES.pause, { params, body: { why: 'lunch' } })).toMatchObject({ heard: true });
    const paused = await until(async () => {
      const { needs } = await client.call(ROUTES.needs, {});
      return needs.find(({ kind }) => kind === 'paused');
    });
    expect(paused).toMatchObject({ run, text: 'lunch' });
    await until(async () => (await client.call(ROUTES.run, { params })).run.driver === null);
    const resumed = await client.call(ROUTES.resume, { params, body: {} });
    expect(resumed.here).toBe(true);
    const cancelled = await client.call(ROUTES.cancel, { params, body: { why: 'enough' } });
    expect(cancelled.heard).toBe(true);
    await until(async () => (await client.call(ROUTES.run, { params })).run.shown === 'cancelled');
    const late = client.call(ROUTES.pause, { params, body: {} });
    await expect(late).rejects.toMatchObject({ status: 409, code: 'RUN_OVER' });
  });

  it('says when a budget has run out, and continues more', async () => {
    const { client } = await openWindow();
    const { run } = await client.call(ROUTES.start, { body: { fast: true, budget: { attempts: 2 } } });
    const need = await until(async () =>
      (await client.call(ROUTES.needs, {})).needs.find(({ kind }) => kind === 'budget'),
    );
    expect(need.run).toBe(run);
    const more = { params: { run }, body: { budget: { attempts: 100 } } };
    expect(await client.call(ROUTES.budget, more)).toMatchObject({ run, heard: true });
    await until(async () => (await client.call(ROUTES.run, { params: { run } })).run.shown === 'completed');
    const { budget } = await client.call(ROUTES.run, { params: { run } });
    expect(budget).toEqual({ attempts: 100 });
  });

  it('forks a run at an event and drives the fork', async () => {
    const { client, run } = await windowOnAsking();
    const forked = await client.call(ROUTES.fork, { params: { run }, body: { at: 3, resume: true, fast: true } });
    expect(forked.forkedFrom.run).toBe(run);
    await until(async () => (await client.call(ROUTES.run, { params: { run: forked.run } })).run.shown === 'waiting');
    const beyond = client.call(ROUTES.fork, { params: { run }, body: { at: 9_999 } });
    await expect(beyond).rejects.toMatchObject({ status: 400 });
  });
});
