import { readFile } from 'node:fs/promises';
import { AssayError } from '#contracts/errors.ts';
import { type PriceTable, parsePrices } from './price-table.ts';

/** A person's own prices; undefined where they have no such file. */
export async function readPrices(path: string): Promise<PriceTable | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new AssayError('FILE_UNREADABLE', `the prices cannot be read: ${problem}`, { next: `Check ${path}.`, cause });
  }
  return parsePrices(text, path);
}
