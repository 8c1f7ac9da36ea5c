import { describe, expect, it } from 'vitest';
import { type AttemptRunner, NO_AGENT_USAGE } from '#contracts/agent.ts';
import type { Json } from '#contracts/json.ts';
import { Stages, stageProblems } from '#contracts/stages.ts';
import { rig } from '#engine/testing/rig.ts';
import { PLAN_SIGNAL, researchGraph } from './graph.ts';
import { Ask, PauseQuestion, Report } from './state.ts';

const PASSAGE = {
  id: 'S1',
  cite: 'docs/leases.md:1-4',
  title: 'Leases',
  text: 'A lease is held for 10 seconds.',
  trust: 1,
};
const HIT = {
  title: 'Leases on the web',
  url: 'https://example.com/leases',
  text: 'A lease is renewed every 3 seconds.',
};
const quoting = (passage: string, text: string) => ({ text, citations: [{ passage, quote: text }] });

/** Each agent that was asked, with its prompt. */
function crew(claims = [quoting('S1', PASSAGE.text)], usage = NO_AGENT_USAGE) {
  const asked: { agent: string; system: string; prompt: string; limits: object | undefined }[] = [];
  const attemptRunner: AttemptRunner = async function* ({ agent, system = '', prompt, limits }) {
    asked.push({ agent, system, prompt, limits });
    const answers: Readonly<Record<string, Json>> = {
      analyst: { understanding: 'How long', queries: ['lease'], at: 99, passages: ['made up'] },
      thinker: { text: 'Order it by time.' },
      writer: { claims, unanswered: [], followUps: [], outcome: 'answered', round: 0 },
    };
    yield { type: 'complete', usage, result: { type: 'claim', claim: answers[agent] ?? null } };
  };
  return { asked, attemptRunner };
}

async function answer(written: readonly unknown[], more: object = {}, team = crew()) {
  const looked: string[][] = [];
  const graph = researchGraph({
    retrieve: async (_, queries) => {
      looked.push([...queries]);
      return [PASSAGE];
    },
    searchWeb: async () => [HIT],
  });
  const engine = rig([graph], { attemptRunner: team.attemptRunner });
  const ask = Ask.parse({
    folder: '/',
    question: 'How long is a lease held?',
    depth: 'standard',
    stages: written,
    ...more,
  });
  return { engine, looked, asked: team.asked, ...(await engine.run(graph, ask)) };
}

describe('C2 stages', () => {
  it('C2.1 are run by code in their configured order, and a model writes only its part', async () => {
    const plain = await answer(['analyze', 'retrieve', 'write', 'verify']);
    expect(plain.asked.map(({ agent }) => agent)).toEqual(['analyst', 'writer']);
    // It does not contain the state that models tried to set ("at", "passages", "outcome", "round").
    expect(Report.parse(plain.result.status === 'completed' && plain.result.output)).toMatchObject({
      ...{ outcome: 'answered', rounds: 1, seen: [PASSAGE.cite] },
    });
    const bare = await answer(['retrieve', 'write', 'verify']);
    expect(bare.asked.map(({ agent }) => agent)).toEqual(['writer']);
    expect(bare.looked).toEqual([['How long is a lease held?']]);
  });

  it('C2.7 can be defined by an agent: thinking stages leave notes, its prompt goes to every model, repairs are its own', async () => {
    const think = { stage: 'think', name: 'order', say: 'In which order?', limits: { tokens: 500 } };
    const wrong = crew([quoting('S1', 'A lease is held for 90 seconds.')]);
    const { asked, result } = await answer(
      ['retrieve', think, { stage: 'write', say: 'Write in short sentences.' }, { stage: 'verify', repairs: 1 }],
      { agent: { name: 'historian', says: 'You are a historian.' } },
      wrong,
    );
    expect(asked.map(({ agent }) => agent)).toEqual(['thinker', 'writer', 'writer']);
    expect(asked[0]?.prompt).toContain('In which order?');
    expect(asked[0]?.limits).toMatchObject({ tokens: 500 });
    expect(asked[1]?.prompt).toContain('<note by="order">\nOrder it by time.\n</note>');
    expect(asked[1]?.system).toContain('You are a historian.\n\nWrite in short sentences.');
    expect(result).toMatchObject({ status: 'completed', output: { outcome: 'unsupported', rounds: 2 } });
  });

  it.each([
    [['analyze', 'retrieve', 'write'], ['verify is missing']],
    [['write', 'verify'], ['retrieve is missing']],
    [
      ['write', 'retrieve', 'verify'],
      ['write comes before retrieve: there is nothing to write from', 'the last two are write and verify'],
    ],
    [
      ['retrieve', 'write', 'verify', 'analyze'],
      ['analyze comes after retrieve: it says what is looked for', 'the last two are write and verify'],
    ],
    [['retrieve', 'retrieve', 'write', 'verify'], ['retrieve comes twice']],
  ])('C2.7 %j leads to no answer that was checked', (names, problems) => {
    expect(stageProblems(names.map((stage) => ({ stage })) as Stages)).toEqual(problems);
    expect(Stages.safeParse(names).success).toBe(false);
  });

  it('C2.6 a calibration by web search pauses the run, shows the web’s results, and is a source with its address', async () => {
    const stages = ['analyze', { stage: 'calibrate', pause: true }, 'retrieve', 'write', 'verify'];
    const team = crew([quoting('S2', HIT.text)]);
    const { engine, run, result, asked } = await answer(stages, { web: true }, team);
    expect(result.status).toBe('waiting');
    const question = PauseQuestion.parse(result.status === 'waiting' && result.questions[0]?.question);
    expect(question.found).toEqual([{ title: HIT.title, cite: HIT.url }]);
    expect(asked.map(({ agent }) => agent)).toEqual(['analyst']);
    await engine.post(run, { type: 'signal', signal: PLAN_SIGNAL, act: null, payload: 1 });
    expect(await (await engine.resume(run)).done).toMatchObject({
      output: { outcome: 'answered', sources: [{ cite: HIT.url }] },
    });
  });

  it('C2.6 the web is left alone where no one allowed it, and where the depth is quick', async () => {
    for (const more of [{}, { web: true, depth: 'quick' }]) {
      const { engine, run, asked } = await answer(['calibrate', 'retrieve', 'write', 'verify'], more);
      expect(asked[0]?.prompt).not.toContain('example.com');
      // Nor is a person told that it was looked at.
      const nodes = (await engine.log(run)).flatMap((each) => (each.type === 'node.scheduled' ? [each.data.node] : []));
      expect(nodes).toContain('retrieve');
      expect(nodes).not.toContain('calibrate');
    }
  });

  it('C4.1 words in reply to the retrieved passages are searched, and the new results are shown', async () => {
    const stages = [{ stage: 'retrieve', pause: true }, 'write', 'verify'];
    const { engine, run, result, looked } = await answer(stages);
    expect(result).toMatchObject({
      status: 'waiting',
      questions: [{ question: { choices: ['1 continue', '2 leave'] } }],
    });
    await engine.post(run, { type: 'signal', signal: PLAN_SIGNAL, act: null, payload: 'and renewals' });
    expect(await (await engine.resume(run)).done).toMatchObject({ status: 'waiting' });
    expect(looked.at(-1)).toContain('and renewals');
    await engine.post(run, { type: 'signal', signal: PLAN_SIGNAL, act: null, payload: '1' });
    expect(await (await engine.resume(run)).done).toMatchObject({ output: { outcome: 'answered' } });
  });
});
