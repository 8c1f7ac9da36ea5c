import type { Runs } from '#engine/runs.ts';
import { Sessions } from '#sessions/catalogue/sessions.ts';
import { withRuns } from '../open-runs.ts';
import type { Cli } from './context.ts';

/** Opens a person's conversations, works, and always closes them. */
export async function withSessions<T>(
  { env, screen }: Pick<Cli, 'env' | 'screen'>,
  work: (sessions: Sessions, runs: Runs) => Promise<T>,
): Promise<T> {
  return withRuns(env, async (runs) => {
    const sessions = new Sessions(runs, screen.err);
    try {
      return await work(sessions, runs);
    } finally {
      sessions.close();
    }
  });
}
