import type { ShownStatus } from '#contracts/run-header.ts';
import type { Style } from './screen.ts';

export const STATUS_STYLES: Readonly<Record<ShownStatus, Style>> = {
  running: 'cyan',
  waiting: 'magenta',
  paused: 'yellow',
  interrupted: 'yellow',
  completed: 'green',
  failed: 'red',
  cancelled: 'dim',
};
