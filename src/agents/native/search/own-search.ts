import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  badPattern,
  capped,
  type Match,
  MOST_LINES,
  NO_SUCH_PATH,
  type SearchQuery,
  type SearchResult,
  TOO_SLOW,
} from './query.ts';

const TIMEOUT_MS = 20_000;

/** Without ripgrep: in a thread of its own, since a pattern that never ends must not block everything else. */
export async function ownSearch(
  folder: string,
  query: SearchQuery,
  signal: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<SearchResult> {
  try {
    new RegExp(query.pattern, 'u');
  } catch (thrown) {
    return badPattern(thrown instanceof Error ? thrown.message : String(thrown));
  }
  if (!existsSync(join(folder, query.path))) return NO_SUCH_PATH;
  const file = new URL(`./search-thread${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(file, { workerData: { folder, query, most: MOST_LINES + 1 }, env: {} });
  const { promise, resolve } = Promise.withResolvers<SearchResult>();
  const timer = setTimeout(() => resolve(TOO_SLOW), timeoutMs);
  const stop = (): void => resolve(TOO_SLOW);
  signal.addEventListener('abort', stop, { once: true });
  worker.once('message', (lines: Match[]) => resolve(capped(lines, lines.length <= MOST_LINES)));
  worker.once('error', (error) =>
    resolve({ type: 'refused', error: { code: 'TOOL_FAILED', message: `the search failed: ${error.message}` } }),
  );
  try {
    if (signal.aborted) stop();
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
