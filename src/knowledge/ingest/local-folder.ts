import { existsSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { Knowledge } from '../knowledge.ts';
import { fetchFolder } from './fetch-source.ts';
import { type IngestOptions, ingest, ingestedSources } from './ingest.ts';

/** The documents of a folder on this machine, or one file. Names in the project are relative paths, as for code; others are whole paths. */
export function localFolder(root: string, source: string): Pick<IngestOptions, 'source' | 'kind' | 'documents'> {
  const inside = relative(root, source);
  const own = inside !== '' && !inside.startsWith('..');
  return { source, kind: 'doc', documents: fetchFolder(source, (path) => join(own ? inside : source, path)) };
}

/**
 * Reads documents on this machine that have changed: a citation names lines, and has to open at these lines. Deleted
 * folders stay in the store, although their documents cannot be opened.
 */
export async function readChanged({ store, root }: Pick<Knowledge, 'store' | 'root'>): Promise<number> {
  let changed = 0;
  for (const { source, trust } of ingestedSources(store)) {
    if (!isAbsolute(source) || !existsSync(source)) continue;
    const read = await ingest(store, { ...localFolder(root, source), trust: trust as IngestOptions['trust'] });
    changed += read.documents - read.unchanged + read.removed;
  }
  return changed;
}
