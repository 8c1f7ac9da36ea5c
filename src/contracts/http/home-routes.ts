import { z } from 'zod';
import { SlotsView } from '../scheduling.ts';
import { UsageSum } from '../usage.ts';
import { Need } from './needs.ts';
import { get } from './route.ts';
import { ShownRun } from './run-shown.ts';

export const HomeView = z.object({
  at: z.number(),
  /** What waits for a person, most urgent first. */
  needs: z.array(Need),
  running: z.array(ShownRun),
  /** The newest runs, whatever their status. */
  recent: z.array(ShownRun),
  /** What came onto main in the last seven days, newest first. */
  merged: z.array(z.object({ title: z.string(), commit: z.string(), at: z.number(), run: ShownRun })),
  /** Since midnight, local time. The price of scripted models is kept apart, since it is not paid. */
  today: z.object({ since: z.number(), ...UsageSum.shape, runs: z.number(), simulated: UsageSum }),
  total: z.number(),
  /** Agents at work on this machine, and those waiting for a slot. */
  slots: SlotsView,
});
export type HomeView = z.infer<typeof HomeView>;

export const homeRoutes = {
  home: get('/api/home', { answer: HomeView }),
  needs: get('/api/needs', { answer: z.object({ needs: z.array(Need) }) }),
};
