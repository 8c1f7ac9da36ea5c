import { describe, expect, it } from 'vitest';
import { ROUTES } from '#contracts/http/routes.ts';
import { newEvent } from '#contracts/run-events.ts';
import { askingHome } from '../cli/asking-home.ts';
import { asking } from './asking.ts';
import { act, completed, effects, makeRun, scheduled, started } from './made-run.ts';
import { openWindow } from './window.ts';

const ids = (page: { readonly runs: readonly { readonly run: string }[] }): string[] => page.runs.map(({ run }) => run);

describe('the list of runs', () => {
  it('is filtered by the shown status, by workflow, session and text, and comes in pages', async () => {
    const { client, runs } = await openWindow();
    for (let n = 0; n < 5; n += 1) {
      await makeRun(runs, { id: `r${n}`, title: n % 2 ? 'Odd one' : 'even', graph: `g${n}`, session: `s${n}` });
    }
    const list = (query: object) => client.call(ROUTES.runs, { query });
    const first = await list({ limit: 2 });
    const rest = await list({ limit: 3, cursor: first.next ?? '' });
    expect([...ids(first), ...ids(rest)].sort()).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
    expect(first.workflows).toEqual(['g0', 'g1', 'g2', 'g3', 'g4']);
    expect(ids(await list({ text: 'oDD' })).sort()).toEqual(['r1', 'r3']);
    expect(ids(await list({ workflow: 'g4' }))).toEqual(['r4']);
    expect(ids(await list({ session: 's2' }))).toEqual(['r2']);
    expect(ids(await list({ status: ['interrupted'] }))).toHaveLength(5);
    expect(ids(await list({ status: ['running', 'completed'] }))).toEqual([]);
  });
});

const askedBefore = askingHome();

describe('one run', () => {
  it('is shown with its view, its graph to draw, and its state at any event', async () => {
    const { copy, told: run } = await askedBefore();
    const { client } = await openWindow({ home: copy().root });
    const detail = await client.call(ROUTES.run, { params: { run } });
    expect(detail.run).toMatchObject({ run, shown: 'waiting', simulated: true });
    expect(detail.view.questions).toMatchObject([{ act: 'finish#1', signal: 'ship' }]);
    expect(detail.graph).toMatchObject({ source: 'graph', start: 'plan', signals: { ship: { enum: ['yes', 'no'] } } });
    const inner = detail.graph.nodes.find(({ id }) => id === 'check/copy');
    expect(inner).toMatchObject({ label: 'copy', parent: 'check', kind: 'logic' });
    expect(detail.graph.edges).toContainEqual(expect.objectContaining({ from: 'plan', to: 'build', kind: 'goes' }));
    expect(detail.graph.edges).toContainEqual(
      expect.objectContaining({ from: 'check', to: 'witness', kind: 'watches' }),
    );
    const then = await client.call(ROUTES.run, { params: { run }, query: { at: 3, moments: 1 } });
    expect([then.at, then.view.nodes.length, then.view.questions, then.view.timeline.length]).toEqual([3, 1, [], 1]);
    const beyond = client.call(ROUTES.run, { params: { run }, query: { at: 10_000 } });
    await expect(beyond).rejects.toMatchObject({ status: 400, code: 'USAGE' });
  });

  it('gives its events in pages that leave none out', async () => {
    const { client, runs } = await openWindow();
    const run = await makeRun(runs, { id: 'long', events: effects(10_000) });
    const seqs: number[] = [];
    let [from, pages]: [number | null, number] = [1, 0];
    while (from !== null) {
      const page: { events: readonly { seq: number }[]; next: number | null } = await client.call(ROUTES.runEvents, {
        params: { run },
        query: { from },
      });
      expect(page.events.length).toBeLessThanOrEqual(500);
      seqs.push(...page.events.map(({ seq }) => seq));
      from = page.next;
      pages += 1;
    }
    expect([seqs.length, pages]).toEqual([10_001, 21]);
    expect(seqs).toEqual(Array.from({ length: 10_001 }, (_, index) => index + 1));
    const some = await client.call(ROUTES.runEvents, { params: { run }, query: { from: 5, to: 7 } });
    expect([some.events.map(({ seq }) => seq), some.next]).toEqual([[5, 6, 7], null]);
  });

  it('tells everything the log has of one activation', async () => {
    const { client, runs } = await openWindow();
    const failed = newEvent('node.failed', {
      act: act('work#1'),
      attempt: 1,
      usage: { tokens: 3, usd: 0 },
      ms: 5,
      error: { code: 'CLAIM_INVALID', message: 'no such file' },
      next: { do: 'retry', at: 0 },
    });
    const events = [scheduled('work#1', { goal: 'x' }), started('work#1'), failed];
    const again = newEvent('node.started', { act: act('work#1'), attempt: 2 });
    const run = await makeRun(runs, { id: 'r1', events: [...events, again, completed('work#1', 'fine')] });
    const detail = await client.call(ROUTES.runNode, { params: { run, act: 'work#1' } });
    expect(detail).toMatchObject({ label: 'work', input: { inline: { goal: 'x' } }, result: { inline: 'fine' } });
    expect(detail.attempts).toMatchObject([{ end: 'failed', error: { code: 'CLAIM_INVALID' } }, { end: 'completed' }]);
    const none = client.call(ROUTES.runNode, { params: { run, act: 'work#9' } });
    await expect(none).rejects.toMatchObject({ status: 404 });
  });

  it('shows evidence in its log, inline or stored as a blob, once', async () => {
    const { client, runs } = await openWindow();
    const evidence = (runner: string) => ({
      runner,
      command: [runner, 'run'],
      tree: null,
      outcome: { type: 'ran' },
      tests: [],
      exitCode: 0,
      durationMs: 1,
      leftovers: 0,
      output: null,
    });
    const hash = await runs.blobs.put(JSON.stringify(evidence('pytest')));
    const result = { verdict: { accepted: true, evidence: hash }, runs: [evidence('vitest')] };
    const events = [scheduled('gate#1'), started('gate#1'), completed('gate#1', result), scheduled('next#1', result)];
    const run = await makeRun(runs, { id: 'r1', events });
    const { evidence: found } = await client.call(ROUTES.runEvidence, { params: { run } });
    expect(found.map(({ node, evidence: { runner }, blob }) => [node, runner, blob])).toEqual([
      ['gate', 'pytest', hash],
      ['gate', 'vitest', null],
    ]);
  });
});

describe('home', () => {
  it('counts what was really paid today, once', async () => {
    const { client, runs } = await openWindow();
    const events = [scheduled('a#1'), started('a#1'), completed('a#1', null, 0.25)];
    const run = await makeRun(runs, { id: 'paid', events });
    await client.call(ROUTES.fork, { params: { run }, body: { at: 4 } });
    await asking(client);
    const home = await client.call(ROUTES.home, {});
    expect(home.today).toMatchObject({ usd: 0.25, tokens: 10, runs: 3 });
    expect(home.today.simulated.tokens).toBeGreaterThan(0);
    expect(home.needs.map(({ kind }) => kind)).toEqual(['question', 'interrupted', 'interrupted']);
    expect(home.running).toEqual([]);
  });
});
