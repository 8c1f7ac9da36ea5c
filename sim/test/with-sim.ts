import { type Sim, type SimOptions, startSim } from '../server.ts';

/** A simulator for the duration of one test. */
export async function withSim<T>(options: SimOptions, use: (sim: Sim) => Promise<T>): Promise<T> {
  const sim = await startSim(options);
  try {
    return await use(sim);
  } finally {
    await sim.close();
  }
}
