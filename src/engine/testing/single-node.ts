import { z } from 'zod';
import { graphKit } from '../graph/kit.ts';
import type { Policies } from '../graph/node.ts';

/** A graph of one node that does what it is told. */
export function singleNode(
  run: (attempt: number, signal: AbortSignal) => number | Promise<number>,
  policies: Policies = {},
) {
  const k = graphKit({ name: 'single', version: 1, ports: { only: z.null() }, output: z.number() });
  return k.build('only', {
    only: k.logic('only', { ...policies, to: [], run: async (_, ctx) => ctx.exit(await run(ctx.attempt, ctx.signal)) }),
  });
}

/** Ends only when it is aborted. */
export const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
