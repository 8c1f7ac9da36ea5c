import type { homeRoutes } from '#contracts/http/home-routes.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { addSums, NO_SUM, type UsageSum } from '#contracts/usage.ts';
import type { Handlers } from '../bind.ts';
import { newestAndOpen } from '../list-runs.ts';
import { allNeeds } from '../needs.ts';
import type { ServerContext } from '../server-context.ts';
import { showRun } from '../shown-run.ts';

const RECENT = 12;
const MERGED_FOR_MS = 7 * 24 * 60 * 60 * 1000;
const MOST_MERGED = 12;

export const homeAnswers = (serverContext: ServerContext): Handlers<typeof homeRoutes> => ({
  home: async () => {
    const listed = await newestAndOpen(serverContext);
    const at = serverContext.runs.clock.now();
    const all = await serverContext.runs.store.list();
    return {
      at,
      needs: await allNeeds(serverContext),
      running: listed.filter(({ shown }) => shown === 'running'),
      recent: listed.slice(0, RECENT),
      merged: await merged(serverContext, all, at - MERGED_FOR_MS),
      today: await today(serverContext, all, at),
      total: all.length,
      slots: serverContext.runs.slots(),
    };
  },
  needs: async () => ({ needs: await allNeeds(serverContext) }),
});

async function merged(serverContext: ServerContext, all: readonly ListedRun[], since: number) {
  const headers = new Map(all.map((header) => [header.run, header]));
  const found = await serverContext.merges.since(all, since);
  return found.slice(0, MOST_MERGED).flatMap(({ title, commit, at, run }) => {
    const header = headers.get(run);
    return header ? [{ title, commit, at, run: showRun(serverContext, header) }] : [];
  });
}

/** The spending since midnight. Only runs that began before it need their log read. */
async function today(serverContext: ServerContext, all: readonly ListedRun[], now: number) {
  const since = midnightBefore(now);
  let [paid, simulated, runs] = [NO_SUM, NO_SUM, 0];
  for (const header of all.filter(({ updatedAt }) => updatedAt >= since)) {
    const spent = await spentBy(serverContext, header, since);
    runs += 1;
    if (header.simulated) simulated = addSums(simulated, spent);
    else paid = addSums(paid, spent);
  }
  return { since, ...paid, runs, simulated };
}

function midnightBefore(now: number): number {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  return day.getTime();
}

async function spentBy({ folds }: ServerContext, header: ListedRun, since: number): Promise<UsageSum> {
  const { tokens, usd, unpriced } = header;
  if (header.createdAt >= since && header.forkedFrom === null) return { tokens, usd, unpriced };
  return (await folds.now(header.run)).spentSince(since);
}
