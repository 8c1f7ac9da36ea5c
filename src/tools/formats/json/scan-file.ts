import { chunks } from '../chunks.ts';
import type { ByteSource } from '../source.ts';
import type { JsonScanner } from './scanner.ts';

export interface ScanRun {
  /** Behind a byte order mark, if there is one. */
  readonly from: number;
  /** Read to the end even when what is shown is complete. */
  readonly whole: boolean;
  /** How far to read otherwise. */
  readonly sample: number;
  readonly signal?: AbortSignal | undefined;
  /** Stops early when it says so. */
  readonly enough?: (() => boolean) | undefined;
}

/** Feeds a file to a scanner. Gives whether the end was reached. */
export async function scanFile(source: ByteSource, scanner: JsonScanner, run: ScanRun): Promise<boolean> {
  for await (const chunk of chunks(source, run.from, run.signal)) {
    scanner.feed(chunk.bytes);
    if (scanner.fault || run.enough?.()) return false;
    if (!run.whole && scanner.rootRest !== undefined && scanner.offset - run.from >= run.sample) return false;
  }
  scanner.end();
  return scanner.fault === undefined;
}
