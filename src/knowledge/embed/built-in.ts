import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from './embedder.ts';
import { StaticEmbedder } from './static-embedder.ts';

let loaded: { readonly table: StaticEmbedder; readonly id: string } | undefined;

function load(): { readonly table: StaticEmbedder; readonly id: string } {
  if (loaded) return loaded;
  const bytes = readFileSync(join(import.meta.dirname, 'weights.bin'));
  // Another table makes other vectors: a hash of its content is part of its name.
  loaded = { table: new StaticEmbedder(bytes), id: `built-in ${hash('sha256', bytes, 'hex').slice(0, 12)}` };
  return loaded;
}

/** The table that comes with Assay, read once. */
export const builtInEmbedder = (): StaticEmbedder => load().table;

/** The same as one of several choices. */
export function builtIn(): Embedder {
  const { table, id } = load();
  return {
    id,
    query: async (text) => table.query(text),
    code: async (pieces) => pieces.map((piece) => table.code(piece)),
    queryNow: (text) => table.query(text),
  };
}
