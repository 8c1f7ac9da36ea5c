import { describe, expect, it } from 'vitest';
import { type AttemptRunner, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { FAILURE_SIGNAL } from '#contracts/mail.ts';
import { rig } from '#engine/testing/rig.ts';
import { gatedPr } from './graph.ts';
import type { PrEffects } from './pr-effects.ts';

const prEffects: PrEffects = {
  mode: 'hosted',
  inspect: async () => null,
  find: async () => undefined,
  perform: async () => ({ type: 'pick-pr', item: { title: 'feat: totals', body: '', criteria: [] }, place: null }),
  show: async () => {},
};

describe('G7.5 a model that is away', () => {
  it('is put to a person: the run waits, with all that was accepted', async () => {
    const attemptRunner: AttemptRunner = async function* () {
      const error = { code: 'MODEL_AUTH', message: 'the key is refused' };
      yield { type: 'complete', usage: NO_AGENT_USAGE, result: { type: 'failed', error, retry: false } };
    };
    const graph = gatedPr(prEffects);
    const engine = rig([graph], { attemptRunner });
    const input = { mode: 'hosted', repository: '/nowhere', plan: 'PLAN.md', main: 'main' } as const;
    const { result } = await engine.run(graph, input);
    expect(result).toMatchObject({ status: 'waiting', questions: [{ act: 'attempt#1', signal: FAILURE_SIGNAL }] });
  });
});
