import { closeSync, openSync, readSync } from 'node:fs';
import { z } from 'zod';

const Line = z.object({
  'child-pid': z.number().int().positive().optional(),
  'exit-code': z.number().int().optional(),
});

/** bubblewrap's own report: written from outside the sandbox, so it can be trusted. */
export interface BubblewrapStatus {
  /** The first process inside, by its pid outside. */
  readonly root?: number;
  /** Present when the program was started and has ended. */
  readonly exitCode?: number;
}

export function readStatus(path: string): BubblewrapStatus {
  let status: BubblewrapStatus = {};
  for (const line of linesOf(path)) {
    const { 'child-pid': root, 'exit-code': exitCode } = parse(line);
    status = { ...status, ...(root === undefined ? {} : { root }), ...(exitCode === undefined ? {} : { exitCode }) };
  }
  return status;
}

/** Written from inside, where any process may write to it: a number to show, never to rely on. */
export function readLeftovers(path: string): number {
  const said = Number(linesOf(path)[0]);
  return Number.isSafeInteger(said) && said > 0 ? said : 0;
}

/** Longer than any honest report. */
const MAX_BYTES = 4096;

function linesOf(path: string): string[] {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const bytes = Buffer.alloc(MAX_BYTES);
    return bytes.toString('latin1', 0, readSync(file, bytes)).split('\n').filter(Boolean);
  } catch {
    return []; // not yet written
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function parse(line: string): z.infer<typeof Line> {
  try {
    return Line.parse(JSON.parse(line));
  } catch {
    return {}; // half written
  }
}
