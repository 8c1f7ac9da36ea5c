import { expect } from 'vitest';
import { z } from 'zod';
import { ListedRun } from '#contracts/run-header.ts';
import { type PreparedHome, preparedHome } from './prepared-home.ts';

/** What `assay runs --json` gives. */
export const Listed = z.object({ runs: z.array(ListedRun.extend({ shown: z.string() })), more: z.boolean() });

/** A run that stopped at its first model call, because the demo was interrupted there. */
export const interruptedHome = (): (() => Promise<PreparedHome<string>>) =>
  preparedHome(async (home) => {
    const process = home.startSlowRun();
    await process.says('plan begins');
    process.kill('SIGTERM');
    expect((await process.ended).code).toBe(143);
    const { runs } = Listed.parse(await home.json('runs'));
    return runs[0]?.run ?? '';
  });
