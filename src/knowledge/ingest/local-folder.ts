import { existsSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { Knowledge } from '../knowledge.ts';
import { fetchFolder } from './fetch-source.ts';
import { type IngestOptions, ingest, ingestedSources } from './ingest.ts';

/** The documents of a folder of this machine, or the one file: those of the project are named as its code is, others by their whole path. */
export function localFolder(root: string, source: string): Pick<IngestOptions, 'source' | 'kind' | 'documents'> {
  const inside = relative(root, source);
  const own = inside !== '' && !inside.startsWith('..');
  return { source, kind: 'doc', documents: fetchFolder(source, (path) => join(own ? inside : source, path)) };
}

/**
 * Reads what changed on this machine since it was read: a citation names lines, and must open at them. Folders that are gone are left
 * in the store; nobody can open them.
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
