import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Guidance } from '#contracts/http/needs.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { WorkerId } from '#contracts/ids.ts';
import { toJson } from '#contracts/json.ts';
import type { PermissionRequest } from '#contracts/permission.ts';
import { PermissionDecision } from '#contracts/permission.ts';
import { newEvent } from '#contracts/run-events.ts';
import { GUIDANCE_SIGNAL, PERMISSION_SIGNAL } from '#contracts/signals.ts';
import { resumeRun, startRun } from '#engine/drive/runs.ts';
import type { DriverDeps } from '#engine/drive/types.ts';
import { inProcessExecutor } from '#engine/executors/in-process.ts';
import type { Graph } from '#engine/graph/graph.ts';
import { graphKit } from '#engine/graph/kit.ts';
import { graphRegistry } from '#engine/graph/registry.ts';
import type { Runs } from '#engine/runs.ts';
import { FairScheduler } from '#engine/scheduler/scheduler.ts';
import { act, makeRun, scheduled, started } from './made-run.ts';
import { openWindow } from './window.ts';

const request: PermissionRequest = {
  id: 'call-1',
  tool: 'bash',
  action: { type: 'command', line: 'rm -rf <b>build</b>', cwd: '/w' },
};

const kit = graphKit({
  name: 'asks',
  version: 1,
  ports: { begin: z.object({}), stuck: z.object({ allowed: z.string() }) },
  signals: { [PERMISSION_SIGNAL]: PermissionDecision, [GUIDANCE_SIGNAL]: Guidance },
  output: z.object({ allowed: z.string(), guidance: z.string() }),
});
const asks = kit.build('begin', {
  begin: kit.logic('begin', {
    to: ['stuck'],
    run: (_, ctx) => {
      const answer = ctx.answer(PERMISSION_SIGNAL);
      if (!answer)
        return ctx.ask(PERMISSION_SIGNAL, { text: 'May it run a command?', request: toJson(request, 'request') });
      return ctx.goto('stuck', { allowed: `${answer.decision} ${answer.scope} ${answer.note ?? ''}` });
    },
  }),
  stuck: kit.logic('stuck', {
    to: [],
    run: ({ allowed }, ctx) => {
      const answer = ctx.answer(GUIDANCE_SIGNAL);
      if (!answer) return ctx.ask(GUIDANCE_SIGNAL, { text: 'It does not get on.' });
      return ctx.exit({ allowed, guidance: answer.guidance });
    },
  }),
});
// The registry forgets what a graph takes; its input schema checks it at run time.
const graphs = graphRegistry([asks as unknown as Graph]);

/** As another process would drive it. */
function elsewhere({ store, blobs, clock }: Runs): DriverDeps {
  const executor = inProcessExecutor({ graphs, clock });
  return {
    store,
    blobs,
    clock,
    executor,
    scheduler: new FairScheduler({ clock }),
    worker: WorkerId.parse('elsewhere'),
  };
}

describe('a workflow’s questions to a person', () => {
  it('are shown by kind; a decision and guidance reach the run that asked', async () => {
    const { client, runs } = await openWindow({ graphs: { get: async (name) => graphs.get(name) ?? null } });
    const deps = elsewhere(runs);
    const { run, done } = await startRun(deps, asks, { input: {}, title: 'asks' });
    expect(await done).toMatchObject({ status: 'waiting' });

    const params = { run };
    const permission = await client.call(ROUTES.needs, {});
    expect(permission.needs).toMatchObject([{ kind: 'permission', act: 'begin#1', permission: request }]);
    expect(permission.needs[0]?.answer).toMatchObject({ type: 'object', properties: { decision: {} } });
    const decision = { decision: 'deny', scope: 'session', note: 'not here', resume: false } as const;
    expect(await client.call(ROUTES.decide, { params, body: decision })).toMatchObject({ heard: true, here: false });
    expect(await (await resumeRun(deps, graphs, run)).done).toMatchObject({ status: 'waiting' });

    const escalation = await client.call(ROUTES.needs, {});
    expect(escalation.needs).toMatchObject([{ kind: 'escalation', text: 'It does not get on.' }]);
    await client.call(ROUTES.guide, { params, body: { guidance: 'read the test', resume: false } });
    expect(await (await resumeRun(deps, graphs, run)).done).toEqual({
      status: 'completed',
      output: { allowed: 'deny session not here', guidance: 'read the test' },
    });
  });

  it('are named by their effect, whatever the agent calls them', async () => {
    const { client, runs } = await openWindow({ graphs: { get: async (name) => graphs.get(name) ?? null } });
    const { done } = await startRun(elsewhere(runs), asks, { input: {}, title: 'asks' });
    await done;
    const [need] = (await client.call(ROUTES.needs, {})).needs;
    expect(need?.text).toBe('bash wants to run rm -rf <b>build</b>');
  });

  it('C8.8 are answered only as shown: an answer to the previous question does not count for the next', async () => {
    const { client, runs } = await openWindow({ graphs: { get: async (name) => graphs.get(name) ?? null } });
    const deps = elsewhere(runs);
    const { run, done } = await startRun(deps, asks, { input: {}, title: 'asks' });
    await done;
    const params = { run };
    const [permission] = (await client.call(ROUTES.needs, {})).needs;
    const shown = { seen: permission?.hash ?? '', resume: false };
    await client.call(ROUTES.decide, { params, body: { decision: 'allow', ...shown } });
    await (await resumeRun(deps, graphs, run)).done;
    const head = (await runs.store.header(run))?.head;

    // The attack: the card changed under the finger. The same press, one question later.
    const late = client.call(ROUTES.guide, { params, body: { guidance: 'yes', ...shown } });
    await expect(late).rejects.toMatchObject({ status: 409, code: 'CARD_CHANGED' });
    expect((await runs.store.header(run))?.head).toBe(head);
    const [escalation] = (await client.call(ROUTES.needs, {})).needs;
    expect(escalation?.hash).not.toBe(permission?.hash);
    const body = { guidance: 'yes', seen: escalation?.hash ?? '', resume: false };
    expect(await client.call(ROUTES.guide, { params, body })).toMatchObject({ heard: true });
  });

  it('is answered also where the run cannot continue here, and that is reported', async () => {
    const { client, runs, logged } = await openWindow({ graphs: { get: async (name) => graphs.get(name) ?? null } });
    const { run, done } = await startRun(elsewhere(runs), asks, { input: {}, title: 'asks' });
    await done;
    const acted = await client.call(ROUTES.decide, { params: { run }, body: { decision: 'allow' } });
    expect(acted).toEqual({ run, shown: 'interrupted', heard: true, here: false });
    expect(logged.join('')).toContain('GRAPH_UNKNOWN');
    const resumed = client.call(ROUTES.resume, { params: { run }, body: {} });
    await expect(resumed).rejects.toMatchObject({ status: 409, code: 'GRAPH_UNKNOWN' });
  });
});

it('a step that asks is named in its workflow’s words, not by its node', async () => {
  const { client, runs } = await openWindow();
  const asked = newEvent('node.asked', {
    ...{ act: act('act#1'), attempt: 1, usage: { tokens: 0, usd: 0 }, ms: 1 },
    ...{ signal: GUIDANCE_SIGNAL, question: { inline: { text: 'It does not get on.' } } },
  });
  await makeRun(runs, { id: 'gated', graph: 'gated-pr', events: [scheduled('act#1'), started('act#1'), asked] });
  const { needs } = await client.call(ROUTES.needs, {});
  expect(needs.map(({ kind, node }) => [kind, node])).toContainEqual(['escalation', 'Gate']);
});
