import { Worker } from 'node:worker_threads';
import type { StepModel } from '../../src/contracts/model.ts';

export interface Timed {
  readonly model: StepModel;
  ms(): number;
  reset(): void;
}

/** Counts the time that is waited for a model's parts. */
export function timed(inner: StepModel): Timed {
  let spent = 0;
  return {
    model: {
      ...inner,
      async *step(request, signal) {
        const parts = inner.step(request, signal)[Symbol.asyncIterator]();
        for (;;) {
          const asked = performance.now();
          const { done, value } = await parts.next();
          spent += performance.now() - asked;
          if (done) return;
          yield value;
        }
      },
    },
    ms: () => spent,
    reset: () => {
      spent = 0;
    },
  };
}

/** In a thread of its own, so that its work is not taken for ours. */
export async function simInThread(): Promise<{ url: string; close: () => Promise<unknown> }> {
  const worker = new Worker(new URL('../assay/agents-sim.ts', import.meta.url));
  const url = await new Promise<string>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return { url, close: () => worker.terminate() };
}
