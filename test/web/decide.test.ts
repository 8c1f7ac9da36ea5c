import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Guidance } from '#contracts/http/needs.ts';
import { WorkerId } from '#contracts/ids.ts';
import { PermissionDecision } from '#contracts/permission.ts';
import { GUIDANCE_SIGNAL, PERMISSION_SIGNAL } from '#contracts/signals.ts';
import { resumeRun, startRun } from '#engine/drive/runs.ts';
import { inProcessExecutor } from '#engine/executors/in-process.ts';
import type { Graph } from '#engine/graph/graph.ts';
import { graphKit } from '#engine/graph/kit.ts';
import { graphRegistry } from '#engine/graph/registry.ts';
import { FairScheduler } from '#engine/scheduler/scheduler.ts';
import { noBrowser } from './browser.ts';
import { aWindow, pressKey, useBrowser } from './visit.ts';

const FINDINGS = [
  { number: 1, text: 'a mutant lives: `a + b` as `a - b`' },
  { number: 2, text: 'no test reads \u202esdrawkcab' },
];
const action = { type: 'command', line: 'rm -rf build', cwd: 'app' };

const kit = graphKit({
  name: 'asks',
  version: 1,
  ports: { begin: z.object({}), stuck: z.object({ decided: z.string() }) },
  signals: { [PERMISSION_SIGNAL]: PermissionDecision, [GUIDANCE_SIGNAL]: Guidance },
  output: z.object({ decided: z.string(), guidance: z.string(), waive: z.array(z.number()) }),
});
const asks = kit.build('begin', {
  begin: kit.logic('begin', {
    to: ['stuck'],
    run: (_, ctx) => {
      const answer = ctx.answer(PERMISSION_SIGNAL);
      if (!answer) {
        return ctx.ask(PERMISSION_SIGNAL, { text: 'May it clean up?', request: { id: 'c1', tool: 'bash', action } });
      }
      return ctx.goto('stuck', { decided: `${answer.decision} ${answer.scope} ${answer.note ?? ''}` });
    },
  }),
  stuck: kit.logic('stuck', {
    to: [],
    run: ({ decided }, ctx) => {
      const answer = ctx.answer(GUIDANCE_SIGNAL);
      if (!answer) return ctx.ask(GUIDANCE_SIGNAL, { text: 'It does not get on.', waivable: FINDINGS });
      const { guidance, waive } = answer;
      return ctx.exit({ decided, guidance, waive });
    },
  }),
});
const draftKit = graphKit({
  name: 'drafts',
  version: 1,
  ports: { begin: z.object({}), again: z.object({ advice: z.string() }) },
  signals: { [GUIDANCE_SIGNAL]: Guidance },
  output: z.object({ advice: z.string(), waive: z.array(z.number()) }),
});
const draftQuestion = {
  ...{ text: 'The draft waits for your yes:', kind: 'draft', report: '- "sign in"' },
  waivable: [{ number: 1, text: 'the draft is good: continue' }],
};
/** Asks until the draft is taken in, as a gated PR does that shows its drafts first. */
const drafts = draftKit.build('begin', {
  begin: draftKit.logic('begin', {
    to: ['again'],
    run: (_, ctx) => {
      const answer = ctx.answer(GUIDANCE_SIGNAL);
      if (!answer) return ctx.ask(GUIDANCE_SIGNAL, draftQuestion);
      return ctx.goto('again', { advice: `${answer.guidance} ${answer.waive.length}` });
    },
  }),
  again: draftKit.logic('again', {
    to: [],
    run: ({ advice }, ctx) => {
      const answer = ctx.answer(GUIDANCE_SIGNAL);
      return answer ? ctx.exit({ advice, waive: answer.waive }) : ctx.ask(GUIDANCE_SIGNAL, draftQuestion);
    },
  }),
});
// The registry forgets what a graph takes; its input schema checks it at run time.
const graphs = graphRegistry([asks as unknown as Graph, drafts as unknown as Graph]);

describe.skipIf(noBrowser !== null)(`C10.17 deciding in a browser ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();

  it('refuses a permission by key and guides an escalation; both reach the run that asked', async () => {
    const { server, runs } = await aWindow({ graphs: { get: async (name) => graphs.get(name) ?? null } });
    const { store, blobs, clock } = runs;
    const executor = inProcessExecutor({ graphs, clock });
    const scheduler = new FairScheduler({ clock });
    const elsewhere = { store, blobs, clock, executor, scheduler, worker: WorkerId.parse('elsewhere') };
    const { run, done } = await startRun(elsewhere, asks, { input: {}, title: 'cleans up' });
    expect(await done).toMatchObject({ status: 'waiting' });

    const { page, complaints } = await browser.open(server.newLink(), '/approvals');
    await page.getByTestId('asked').getByText('rm -rf build').waitFor();
    await page.getByLabel('A message to the agent').fill('not here');
    await page.getByLabel('A message to the agent').blur();
    await pressKey(page, 'n');
    await page.getByTestId('asked').waitFor({ state: 'detached' });
    expect(await (await resumeRun(elsewhere, graphs, run)).done).toMatchObject({ status: 'waiting' });

    await page.getByLabel('Guidance for the agent').fill('Leave the build alone.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('article').getByText('It does not get on.').waitFor({ state: 'detached' });
    expect(await (await resumeRun(elsewhere, graphs, run)).done).toEqual({
      status: 'completed',
      output: { decided: 'deny once not here', guidance: 'Leave the build alone.', waive: [] },
    });
    await page.getByText('Nothing waits for you').waitFor();
    expect(complaints).toEqual([]);
  });

  it('sends a draft back with what should be otherwise, and approves the next one', async () => {
    const { server, runs } = await aWindow({ graphs: { get: async (name) => graphs.get(name) ?? null } });
    const { store, blobs, clock } = runs;
    const executor = inProcessExecutor({ graphs, clock });
    const scheduler = new FairScheduler({ clock });
    const elsewhere = { store, blobs, clock, executor, scheduler, worker: WorkerId.parse('elsewhere') };
    const { run, done } = await startRun(elsewhere, drafts, { input: {}, title: 'is drafted' });
    await done;

    const { page, complaints } = await browser.open(server.newLink(), '/approvals');
    await page.getByText('"sign in"').waitFor();
    expect(await page.getByRole('button', { name: 'Send it back' }).isDisabled()).toBe(true);
    await page.getByLabel('What should change').fill('Smaller steps.');
    await page.getByRole('button', { name: 'Send it back' }).click();
    await page.getByRole('button', { name: 'Approve the draft' }).waitFor({ state: 'detached' });
    expect(await (await resumeRun(elsewhere, graphs, run)).done).toMatchObject({ status: 'waiting' });

    await page.getByRole('button', { name: 'Approve the draft' }).click();
    await page.getByRole('button', { name: 'Approve the draft' }).waitFor({ state: 'detached' });
    expect(await (await resumeRun(elsewhere, graphs, run)).done).toEqual({
      status: 'completed',
      output: { advice: 'Smaller steps. 0', waive: [1] },
    });
    await page.getByText('Nothing waits for you').waitFor();
    expect(complaints).toEqual([]);
  });

  it('overrules the findings that were ticked, with a reason, and no others', async () => {
    const { server, runs } = await aWindow({ graphs: { get: async (name) => graphs.get(name) ?? null } });
    const { store, blobs, clock } = runs;
    const executor = inProcessExecutor({ graphs, clock });
    const scheduler = new FairScheduler({ clock });
    const elsewhere = { store, blobs, clock, executor, scheduler, worker: WorkerId.parse('elsewhere') };
    const early = { type: 'signal', signal: PERMISSION_SIGNAL, act: null } as const;
    const { run, done } = await startRun(elsewhere, asks, { input: {}, title: 'is reviewed' });
    await done;
    await store.postMail(run, { ...early, payload: { decision: 'allow', scope: 'once' } }, 'a person', clock.now());
    expect(await (await resumeRun(elsewhere, graphs, run)).done).toMatchObject({ status: 'waiting' });

    const { page, complaints } = await browser.open(server.newLink(), '/approvals');
    const overrule = page.getByRole('group', { name: 'Overrule' });
    // What is hidden in a finding is shown as such: a person must not overrule what reads otherwise.
    await overrule.getByText('U+202E').waitFor();
    expect(await page.getByRole('button', { name: 'Send guidance' }).count()).toBe(1);
    await overrule.getByRole('checkbox').nth(1).check();
    const send = page.getByRole('button', { name: 'Overrule 1 and continue' });
    // Without a word why it stays closed.
    expect(await send.isDisabled()).toBe(true);
    await page.getByLabel('Guidance for the agent').fill('It reads from right to left on purpose.');
    await send.click();
    await page.getByRole('article').getByText('It does not get on.').waitFor({ state: 'detached' });
    expect(await (await resumeRun(elsewhere, graphs, run)).done).toEqual({
      status: 'completed',
      output: { decided: 'allow once ', guidance: 'It reads from right to left on purpose.', waive: [2] },
    });
    expect(complaints).toEqual([]);
  });
});
