import { z } from 'zod';
import { nativeBackend } from '#agents/native/backend.ts';
import { modelAt, WIRES } from '#agents/native/test/native-subject.ts';
import { tempFolder } from '#agents/test/attempting.ts';
import type { AttemptEnv, AttemptRunner } from '#contracts/agent.ts';
import { graphKit } from '#engine/graph/kit.ts';
import { collect } from '#engine/graph/ports.ts';
import { toolCall } from '#sim/answers.ts';
import { scenario } from '#sim/compose.ts';
import type { Sim } from '#sim/server.ts';

/** A tool call with so much text that one answer costs a known sum: 10,000 tokens of output at $15 a million. */
export const DEAR_ANSWER = 'x'.repeat(40_000);

/** A model that never comes to an end: every answer is a long call of a tool that finds nothing. */
export const endless = scenario('endless', 'Never ends, and is dear.', (request) =>
  toolCall('read', { path: `${request.turn}-${DEAR_ANSWER}` }),
);

/** A graph that sets so many agents to work at once. */
export function atOnce(agents: number) {
  const k = graphKit({
    name: 'at-once',
    version: 1,
    ports: { start: z.null(), work: z.number(), all: collect(z.string()) },
    output: z.array(z.string()),
  });
  return k.build('start', {
    start: k.logic('start', {
      to: ['work', 'all'],
      run: (_, ctx) =>
        ctx.fork(
          Array.from({ length: agents }, (__, n) => ctx.to('work', n)),
          { collect: 'all' },
        ),
    }),
    work: k.agent('work', {
      agent: 'worker',
      claim: z.object({ done: z.boolean() }),
      brief: (n) => ({ prompt: `Work ${n}` }),
      to: ['all'],
      take: (_, n, ctx) => ctx.goto('all', `${n}`),
    }),
    all: k.join('all', { to: [], run: (all, ctx) => ctx.exit([...all]) }),
  });
}

/** Agents of the native loop whose model is the simulator, at Anthropic's prices. */
export const nativeAgents = (url: string): AttemptRunner => nativeAgentsIn(url, tempFolder());

export function nativeAgentsIn(url: string, folder: string): AttemptRunner {
  const backend = nativeBackend({ model: (ref) => modelAt(WIRES.anthropic, url, ref), simulated: true });
  const place: AttemptEnv = { folder, tools: [], permit: async () => ({ type: 'allow', by: 'mode' }) };
  return (task, signal, allowance) => backend.attempt(task, { ...place, ...(allowance && { allowance }) }, signal);
}

/** The most that one answer cost, at $3 and $15 a million tokens and 1.25 times that for what is cached. */
export const oneAnswer = ({ requests }: Sim): number =>
  Math.max(...requests.map(({ usage }) => (usage ? usage.inputTokens * 3.75e-6 + usage.outputTokens * 15e-6 : 0)));
