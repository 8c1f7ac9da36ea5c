import { z } from 'zod';
import { type AgentEvent, type AttemptRunner, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { graphKit } from '#engine/graph/kit.ts';
import type { Claim } from './model.ts';

const ClaimShape = z.object({ go: z.enum(['next', 'ask', 'end']) });

/** One agent after the other; now and then a gate that asks a person. */
export function historyGraph() {
  const k = graphKit({
    name: 'history',
    version: 1,
    ports: { step: z.number(), gate: z.number() },
    signals: { approve: z.string() },
    output: z.number(),
  });
  return k.build('step', {
    step: k.agent('step', {
      agent: 'walker',
      claim: ClaimShape,
      brief: (n) => ({ prompt: `step ${n}` }),
      to: ['step', 'gate'],
      take: ({ go }, n, ctx) => {
        if (go === 'end') return ctx.exit(n);
        return go === 'ask' ? ctx.goto('gate', n) : ctx.goto('step', n + 1);
      },
    }),
    gate: k.logic('gate', {
      to: ['step'],
      run: (n, ctx) =>
        ctx.answer('approve') === undefined ? ctx.ask('approve', `may it go on from ${n}?`) : ctx.goto('step', n + 1),
    }),
  });
}

/** Agents that wait until they are told what to claim. */
export class Agents {
  readonly #waiting = new Set<(claim: Claim) => void>();

  release(claim: Claim): void {
    for (const go of [...this.#waiting]) go(claim);
  }

  readonly attemptRunner: AttemptRunner = (_task, signal) => this.#attempt(signal);

  async *#attempt(signal: AbortSignal): AsyncGenerator<AgentEvent> {
    const go = await new Promise<Claim>((resolve, reject) => {
      const done = (claim: Claim): void => {
        this.#waiting.delete(done);
        resolve(claim);
      };
      this.#waiting.add(done);
      signal.addEventListener('abort', () => {
        this.#waiting.delete(done);
        reject(signal.reason);
      });
    });
    yield { type: 'complete', usage: NO_AGENT_USAGE, result: { type: 'claim', claim: { go } } };
  }
}
