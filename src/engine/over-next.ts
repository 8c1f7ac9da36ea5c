import type { RunId } from '#contracts/ids.ts';

/** What can still be done with a run that has ended. */
export const overNext = (run: RunId): string =>
  `\`assay runs show ${run}\` tells how it ended; \`assay runs fork ${run} --at EVENT\` starts a new run from an earlier point of it.`;
