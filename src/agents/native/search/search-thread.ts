import { fstatSync, readFileSync, realpathSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { globMatcher } from '../files/ignore.ts';
import { openStill } from '../files/open-still.ts';
import { isBinary } from '../files/text-file.ts';
import { walkFiles } from '../files/walk.ts';
import type { Match, SearchQuery } from './query.ts';

const MOST_BYTES = 8 * 1024 * 1024;

/** The thread of `own-search.ts`. Its input is ours, so its shape is known. */
const { folder, query, most } = workerData as { folder: string; query: SearchQuery; most: number };
parentPort?.postMessage(search());

function search(): Match[] {
  const root = realpathSync(folder);
  const expression = new RegExp(query.pattern, query.ignoreCase ? 'ui' : 'u');
  const wanted = query.glob === undefined ? () => true : globMatcher(query.glob);
  const found: Match[] = [];
  for (const path of filesUnder(root)) {
    if (!wanted(path)) continue;
    for (const [index, line] of linesOf(root, path).entries()) {
      if (expression.test(line)) found.push({ path, rest: `${index + 1}:${line}` });
      if (found.length >= most) return found;
    }
  }
  return found;
}

function* filesUnder(root: string): Generator<string> {
  let any = false;
  for (const { path, kind } of walkFiles(root, query.path)) {
    any = true;
    if (kind === 'file') yield path;
  }
  if (!any && query.path !== '') yield query.path;
}

function linesOf(root: string, path: string): string[] {
  const lines = openStill(root, path, 'file', (file) => {
    const stat = fstatSync(file);
    if (stat.size > MOST_BYTES || !stat.isFile()) return [];
    const bytes = readFileSync(file);
    return isBinary(bytes.subarray(0, 8_192)) ? [] : bytes.toString('utf8').split(/\r?\n/);
  });
  return lines ?? [];
}
