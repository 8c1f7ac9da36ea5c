import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openRuns } from '#app/open-runs.ts';
import { askInRun } from '#attempts/permits/ask-in-run.ts';
import type { AgentTask } from '#contracts/agent.ts';
import { AttemptOf } from '#contracts/attempt-id.ts';
import { Seq } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import type { PermissionQuestion } from '#contracts/permission.ts';
import { newEvent } from '#contracts/run-events.ts';
import { PERMIT_ASKED_SIGNAL, PERMIT_SIGNAL, PermitAsked } from '#contracts/signals.ts';
import { redactor } from '#host/redact.ts';
import { makeRun } from './made-run.ts';

const TASK: AgentTask = {
  of: AttemptOf.parse({ run: 'rask0001', act: 'act#1', attempt: 1 }),
  ...{ id: 'rask0001/act#1/1', agent: 'engineer', system: '', prompt: '', claim: null },
  limits: { turns: 1 },
};
const QUESTION: PermissionQuestion = {
  ...{ id: 'call-1', tool: 'write', why: 'a person looks at src', remember: [] },
  action: { type: 'write', paths: ['src/a.js'] },
};

async function asking(patienceMs: number) {
  const home = mkdtempSync(join(tmpdir(), 'assay-ask-'));
  const runs = await openRuns({ ASSAY_HOME: home });
  onTestFinished(async () => {
    await runs.close();
    rmSync(home, { recursive: true, force: true });
  });
  const run = await makeRun(runs, { id: 'rask0001' });
  const ask = askInRun(TASK, { runs, redactor: redactor({}, {}), patienceMs });
  if (!ask) throw new Error('a task of a run can ask');
  const posted = async (): Promise<[string, Json][]> =>
    (await runs.store.mail(run)).flatMap(({ mail }) => (mail.type === 'signal' ? [[mail.signal, mail.payload]] : []));
  /** What a driver does with the letters. */
  const logs = async (...answers: Json[]): Promise<void> => {
    const lease = await runs.store.lease(run, runs.worker, 60_000);
    if (!lease.ok) throw new Error('nobody else has it');
    const said = answers.map((inline) =>
      newEvent('signal.received', { signal: PERMIT_SIGNAL, act: null, payload: { inline }, by: 'x', early: false }),
    );
    await runs.store.append(lease.token, Seq.parse(1), said, runs.clock.now());
  };
  return { ask, posted, logs, runs };
}

describe('C8 a question of an agent in a run', () => {
  it('is a no if nobody answers, and the log records that', async () => {
    const { ask, posted, logs } = await asking(300);
    const answer = ask(QUESTION, new AbortController().signal);
    await vi.waitUntil(async () => (await posted()).length === 2);
    const [question, no] = await posted();
    expect([question, no]).toMatchObject([
      [PERMIT_ASKED_SIGNAL, { question: { tool: 'write' }, attempt: 1 }],
      [PERMIT_SIGNAL, { decision: 'deny', note: 'no one answered within 1 second' }],
    ]);
    await logs(no?.[1] ?? null);
    expect(await answer).toEqual({ answer: 'deny', scope: 'once', why: 'no one answered within 1 second' });
  });

  it('S2.3 is the person’s answer if it came at the moment when the time was up', async () => {
    const { ask, posted, logs } = await asking(300);
    const answer = ask(QUESTION, new AbortController().signal);
    await vi.waitUntil(async () => (await posted()).length === 2);
    const id = PermitAsked.parse((await posted())[0]?.[1]).id;
    const yes = { text: 'yes, once', request: id, decision: 'allow', scope: 'once' };
    await logs(yes, (await posted())[1]?.[1] ?? null);
    expect(await answer).toEqual({ answer: 'allow', scope: 'once' });
  });

  it('is a no when the attempt is cancelled, at once', async () => {
    const { ask, posted } = await asking(600_000);
    const off = new AbortController();
    const answer = ask(QUESTION, off.signal);
    off.abort();
    expect(await answer).toMatchObject({ answer: 'deny', why: 'the question was cancelled' });
    expect((await posted()).at(-1)).toMatchObject([PERMIT_SIGNAL, { decision: 'deny' }]);
  });

  it('goes to nobody if a task belongs to no run', async () => {
    const { runs } = await asking(1);
    expect(askInRun({ agent: 'engineer' }, { runs, redactor: redactor({}, {}), patienceMs: 1 })).toBeUndefined();
  });
});
