import type { ShownStatus } from './run-header.ts';

/** As lists show runs. Apart from its schema: the command line names them before it loads any. */
export const SHOWN_STATUSES = [
  'running',
  'waiting',
  'paused',
  'interrupted',
  'completed',
  'failed',
  'cancelled',
] as const satisfies readonly ShownStatus[];
