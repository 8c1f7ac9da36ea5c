import { describe, expect, it } from 'vitest';
import { AssayError } from '#contracts/errors.ts';
import { RunId } from '#contracts/ids.ts';
import { type Call, failure, success } from './call.ts';
import { countIdle } from './idle-calls.ts';
import type { PrEffects } from './pr-effects.ts';
import { type Once, runPrCall } from './run-call.ts';
import { beginning, type GatedState } from './state.ts';

const state = beginning({ mode: 'hosted', plan: 'PLAN.md', main: 'main' });
const pendingCall = { state, call: { tool: 'get_task' as const }, ticket: null, outcome: null, answered: null };

const prEffects = (inspect: PrEffects['inspect']): PrEffects => ({
  mode: 'hosted',
  inspect,
  find: async () => undefined,
  perform: async () => ({ type: 'pick-pr', item: null, place: null }),
  show: async () => {},
});

const once: Once = (_key, { do: perform }) => perform();
const context = { run: RunId.parse('r1'), signal: new AbortController().signal, say: () => {}, once };

describe('G7 an act that is run again after a crash', () => {
  it('continues where the workspace it began with is gone: the PR was merged before', async () => {
    const gone = new AssayError('WORKSPACE_UNKNOWN', 'There is no workspace r1-pr1.');
    const acted = await runPrCall(
      prEffects(() => Promise.reject(gone)),
      pendingCall,
      context,
    );
    expect(acted).toMatchObject({ type: 'stands', state: { status: 'PLAN_DONE' } });
  });

  it('passes over nothing else that is wrong there', async () => {
    const full = new AssayError('DISK_FULL', 'no space');
    await expect(
      runPrCall(
        prEffects(() => Promise.reject(full)),
        pendingCall,
        context,
      ),
    ).rejects.toMatchObject({ code: 'DISK_FULL' });
  });
});

describe('G7.4 a hosted agent whose calls lead to nothing', () => {
  const working = { ...state, status: 'EXECUTING_TDD' as const, place: 'one' };
  const help = { tool: 'escalate_for_external_help' as const, input: { markdown_report: 'help' } };
  const submit = { tool: 'submit_work' as const, input: { summary: 'done' } };
  const edited = { type: 'edited' as const, file: 'a', diff: '+b' };

  async function calls(mode: 'hosted' | 'connected', inspect: PrEffects['inspect'], call: Call, times: number) {
    let now: GatedState = { ...working, mode };
    for (let n = 0; n < times; n++) {
      const acted = await runPrCall(prEffects(inspect), { ...pendingCall, state: now, call }, context);
      if (acted.type !== 'stands') throw new Error('no review');
      now = acted.state;
    }
    return now;
  }

  it.each([
    ['calls that are not legal', async () => null, help, /CALL_NOT_LEGAL: .*is not open/],
    ['views that were edited', async () => edited, submit, /VIEW_EDITED: a was edited/],
  ])('%s: after five in a row a person is asked, and told the last answer', async (_, inspect, call, says) => {
    expect(await calls('hosted', inspect, call, 4)).toMatchObject({ status: 'EXECUTING_TDD', idleCalls: 4 });
    const halted = await calls('hosted', inspect, call, 5);
    expect(halted).toMatchObject({
      status: 'HALTED',
      idleCalls: 0,
      halted: { from: 'EXECUTING_TDD', kind: 'blocked', why: expect.stringMatching(says) },
    });
  });

  it('is not counted for a person’s own client, which the person can stop', async () => {
    expect(await calls('connected', async () => null, help, 9)).toMatchObject({
      status: 'EXECUTING_TDD',
      idleCalls: 0,
    });
  });

  it('starts again with a call that is accepted, or measured and refused', () => {
    const idle = { ...working, idleCalls: 4 };
    expect(countIdle(idle, idle, success('done')).idleCalls).toBe(0);
    expect(countIdle(idle, { ...idle, counter: 1 }, failure('red', [])).idleCalls).toBe(0);
    expect(countIdle(idle, { ...idle, unfitDrafts: 1 }, failure('unfit', [])).idleCalls).toBe(0);
    const asked = { ...success('?'), status: 'NEEDS_ANALYSIS' as const };
    expect(countIdle(idle, idle, asked).status).toBe('HALTED');
  });
});
