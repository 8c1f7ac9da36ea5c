import { AssayError } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import type { LeaseToken } from '#contracts/store.ts';

export const runUnknown = (run: RunId): AssayError =>
  new AssayError('RUN_UNKNOWN', `there is no run ${run}`, { next: '`assay runs` lists the runs there are.' });

export const runExists = (run: RunId): AssayError => new AssayError('RUN_EXISTS', `there is a run ${run} already`);

export const runHeld = (run: RunId): AssayError =>
  new AssayError('RUN_HELD', `run ${run} is being driven`, {
    next: `End it first: \`assay runs cancel ${run}\`. Nothing was deleted.`,
  });

export const leaseLost = ({ run }: LeaseToken): AssayError =>
  new AssayError('LEASE_LOST', `another driver has taken over run ${run}`, {
    next: 'It continues there. `assay runs watch` shows it.',
  });

export const appendConflict = (run: RunId, after: number, head: number): AssayError =>
  new AssayError('APPEND_CONFLICT', `run ${run} has grown to event ${head}; this writer last saw ${after}`, {
    next: 'Read the run again and resume it.',
  });

export const tampered = (run: RunId, seq: number): AssayError =>
  new AssayError('LOG_TAMPERED', `event ${seq} of run ${run} is missing or not what was written`, {
    next: `\`assay runs verify ${run}\` says why; \`assay runs repair ${run}\` repairs what can be trusted.`,
  });
