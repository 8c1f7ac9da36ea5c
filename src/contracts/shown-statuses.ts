import type { ShownStatus } from './run-header.ts';

/** The statuses in lists of runs. Apart from their schema: the command line names them before it loads any. */
export const SHOWN_STATUSES = [
  'running',
  'waiting',
  'paused',
  'interrupted',
  'completed',
  'failed',
  'cancelled',
] as const satisfies readonly ShownStatus[];
