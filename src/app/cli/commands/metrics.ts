import { EXIT } from '#contracts/errors.ts';
import { withRuns } from '../../open-runs.ts';
import type { Cli, JsonOption } from '../context.ts';
import { metricsText } from '../metrics-text.ts';

/** Who works and who waits on this machine, for monitoring programs. */
export const metrics = ({ screen, env }: Cli, { json }: JsonOption): Promise<number> =>
  withRuns(env, async (runs) => {
    const slots = runs.slots();
    if (json) screen.json(slots);
    else screen.outAsIs(metricsText(slots));
    return EXIT.done;
  });
