import { z } from 'zod';
import { StoredChunk } from '../code/file-rows.ts';
import { embedderOf, quantised } from '../code/piece-vectors.ts';
import type { Embedder } from '../embed/embedder.ts';
import { type Domain, domainOf, type KnowledgeKind } from '../store/kinds.ts';
import type { NodeStore } from '../store/node-store.ts';
import type { KnowledgeNode } from '../store/node-types.ts';
import { largest, Meanings } from './meaning.ts';

export interface NearQuery {
  readonly domain?: Domain;
  readonly kinds?: readonly KnowledgeKind[];
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

export interface NearNode {
  readonly node: KnowledgeNode;
  /** From 0 to 1. */
  readonly near: number;
}

/** Vectors in memory, and their nodes. A file without symbols has several. */
interface Loaded {
  readonly stamp: string;
  readonly meanings: Meanings;
  /** The place in `ids` and `kinds` that each vector belongs to. */
  readonly owner: Int32Array;
  readonly ids: readonly number[];
  readonly kinds: readonly KnowledgeKind[];
}

const BATCH = 64;
const Chunks = z.array(StoredChunk);

/**
 * Nodes of any domain by similarity of meaning. Filters apply before the nearest are chosen, and every vector is
 * compared: a filter loses no hit (docs/decisions/0017-exact-vectors.md).
 */
export class NearestNodes {
  readonly #store: NodeStore;
  readonly #embedder: Embedder;
  readonly #loaded = new Map<'code' | 'notes', Loaded>();

  constructor(store: NodeStore, embedder: Embedder) {
    this.#store = store;
    this.#embedder = embedder;
  }

  /** Throws where the embedder does not answer. */
  async find(text: string, { domain, kinds, limit = 10, signal }: NearQuery = {}): Promise<NearNode[]> {
    const isWanted = (kind: KnowledgeKind): boolean =>
      (domain === undefined || domainOf(kind) === domain) && (!kinds || kinds.includes(kind));
    const question = await this.#embedder.query(text, signal);
    if (domain !== 'code') await this.#embedNotes(signal);
    const parts = [
      ...(domain === undefined || domain === 'code' ? [this.#part('code', () => this.#readCode())] : []),
      ...(domain === 'code' ? [] : [this.#part('notes', () => this.#readNotes())]),
    ];
    return parts
      .flatMap((part) => nearestIn(part, question, isWanted, limit))
      .sort((a, b) => b.near - a.near)
      .slice(0, limit)
      .flatMap(({ id, near }) => {
        const node = this.#store.byId(id);
        return node ? [{ node, near }] : [];
      });
  }

  #part(name: 'code' | 'notes', read: () => Omit<Loaded, 'stamp'>): Loaded {
    const fact = name === 'code' ? 'generation' : 'notes';
    const stamp = `${this.#store.db.get('SELECT value FROM facts WHERE name = ?', fact)?.value ?? ''}`;
    const known = this.#loaded.get(name);
    if (known?.stamp === stamp) return known;
    const loaded = { ...read(), stamp };
    this.#loaded.set(name, loaded);
    return loaded;
  }

  /** Nothing where the index has another embedder's vectors: they cannot be compared. */
  #readCode(): Omit<Loaded, 'stamp'> {
    const { db } = this.#store;
    const dim = Number(db.get("SELECT value FROM facts WHERE name = 'dim'")?.value ?? 1);
    const isOurs = embedderOf(db) === this.#embedder.id;
    const nodes = new Map(
      db.all("SELECT id, key, kind FROM nodes WHERE domain = 'code'").map((row) => [String(row.key), row] as const),
    );
    const build = new Building(dim);
    for (const row of isOurs ? db.all('SELECT path, chunks, vectors FROM files') : []) {
      const chunks = Chunks.parse(JSON.parse(String(row.chunks)));
      const vectors = row.vectors as Uint8Array;
      if (vectors.length !== chunks.length * dim) continue;
      chunks.forEach(([symbol], at) => {
        const node = nodes.get(`code:${row.path}${symbol === '' ? '' : `#${symbol}`}`);
        if (node) build.add(Number(node.id), node.kind as KnowledgeKind, vectors.subarray(at * dim, (at + 1) * dim));
      });
    }
    return build.done();
  }

  #readNotes(): Omit<Loaded, 'stamp'> {
    const rows = this.#store.db.all(
      'SELECT nodes.id AS id, kind, vector FROM note_vectors JOIN nodes ON nodes.id = node WHERE made = ? || hash',
      `${this.#embedder.id} `,
    );
    const build = new Building((rows[0]?.vector as Uint8Array | undefined)?.length ?? 1);
    for (const { id, kind, vector } of rows) build.add(Number(id), kind as KnowledgeKind, vector as Uint8Array);
    return build.done();
  }

  /** Notes get their vectors on first use, and again when their text changes. */
  async #embedNotes(signal?: AbortSignal): Promise<void> {
    const { db } = this.#store;
    const made = `${this.#embedder.id} `;
    for (;;) {
      const missing = db.all(
        `SELECT id, name, text, hash FROM nodes LEFT JOIN note_vectors ON node = id AND made = ? || hash
         WHERE domain <> 'code' AND node IS NULL LIMIT ?`,
        made,
        BATCH,
      );
      if (missing.length === 0) return;
      const texts = missing.map(({ name, text }) => ({ path: '', name: String(name), text: String(text) }));
      const vectors = await this.#embedder.code(texts, signal);
      db.transaction(() => {
        missing.forEach(({ id, hash }, at) => {
          const bytes = new Uint8Array(quantised(vectors[at] ?? new Float32Array(1)).buffer);
          // It may have been removed while the embedder was working.
          db.run(
            'INSERT OR REPLACE INTO note_vectors SELECT id, ?, ? FROM nodes WHERE id = ?',
            ...[`${made}${hash}`, bytes, Number(id)],
          );
        });
        this.#store.noteChanged();
      });
    }
  }
}

/** Vectors one after the other, numbered by the node they are of. */
class Building {
  readonly #dim: number;
  readonly #vectors: Uint8Array[] = [];
  readonly #owner: number[] = [];
  readonly #places = new Map<number, number>();
  readonly #ids: number[] = [];
  readonly #kinds: KnowledgeKind[] = [];

  constructor(dim: number) {
    this.#dim = dim;
  }

  add(id: number, kind: KnowledgeKind, vector: Uint8Array): void {
    if (vector.length !== this.#dim) return;
    let place = this.#places.get(id);
    if (place === undefined) {
      place = this.#ids.length;
      this.#places.set(id, place);
      this.#ids.push(id);
      this.#kinds.push(kind);
    }
    this.#owner.push(place);
    this.#vectors.push(vector);
  }

  done(): Omit<Loaded, 'stamp'> {
    const meanings = new Meanings(this.#vectors, this.#dim);
    return { meanings, owner: Int32Array.from(this.#owner), ids: this.#ids, kinds: this.#kinds };
  }
}

function nearestIn(
  { meanings, owner, ids, kinds }: Loaded,
  question: Float32Array,
  isWanted: (kind: KnowledgeKind) => boolean,
  limit: number,
): { readonly id: number; readonly near: number }[] {
  if (meanings.dim !== question.length) return [];
  const wanted = new Map([...new Set(kinds)].map((kind) => [kind, isWanted(kind)] as const));
  const best = new Float32Array(ids.length);
  meanings.alike(question).forEach((near, at) => {
    const place = owner[at] ?? 0;
    const kind = kinds[place];
    if (kind !== undefined && wanted.get(kind) && near > (best[place] ?? 0)) best[place] = near;
  });
  return largest(best, limit).map((place) => ({ id: ids[place] ?? 0, near: best[place] ?? 0 }));
}
