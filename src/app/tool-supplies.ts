import type { Runs } from '#engine/runs.ts';
import { homeOf } from '#host/home.ts';
import type { Supplies } from '#tools/registry.ts';
import { openRuns } from './open-runs.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface ToolSupplies {
  readonly supplies: Supplies;
  /** Closes what was opened. */
  close(): Promise<void>;
}

/** What this person's machine offers the tools; the runs are opened only if a tool asks for them. */
export function toolSupplies(env: Env): ToolSupplies {
  const home = env.ASSAY_HOME || env.HOME ? homeOf(env) : null;
  let opened: Promise<Runs> | undefined;
  return {
    supplies: {
      ...(home ? { cacheFolder: home.cache, database: home.database } : {}),
      ...(env.HOME ? { userHome: env.HOME } : {}),
      open: () => {
        opened ??= openRuns(env);
        return opened;
      },
    },
    close: async () => {
      const runs = await opened?.catch(() => undefined);
      await runs?.close();
    },
  };
}
