import { hash } from 'node:crypto';
import type { SQLInputValue } from 'node:sqlite';
import { AssayError } from '#contracts/errors.ts';
import type { SqliteDatabase } from '#host/sqlite-database.ts';
import { termsOf } from '../text/words.ts';
import { type Domain, type EdgeKind, KINDS, type KnowledgeKind, mayJoin } from './kinds.ts';
import type { KnowledgeEdge, KnowledgeNode, NewNode, Source, TrustLevel } from './node-types.ts';

type Row = Record<string, SQLInputValue>;

/** Nodes, edges and their sources. */
export class NodeStore {
  readonly db: SqliteDatabase;
  readonly #now: () => number;

  constructor(db: SqliteDatabase, now: () => number) {
    this.db = db;
    this.#now = now;
  }

  /** Adds a node, or updates the one with its key; its edges and history stay. */
  put(node: NewNode, source: Source): number {
    if (!(KINDS[node.domain] as readonly string[]).includes(node.kind)) {
      throw new AssayError('PAYLOAD_INVALID', `A ${node.kind} is not a kind of the domain ${node.domain}.`);
    }
    const now = this.#now();
    const at = node.at ?? now;
    return this.db.transaction(() => {
      const known = this.db.get('SELECT id, hash FROM nodes WHERE key = ?', node.key);
      const digest = node.hash ?? hash('sha256', node.text, 'hex');
      const values = [
        ...[node.domain, node.kind, node.name, node.path ?? null, node.first ?? null, node.last ?? null],
        ...[node.text, digest, node.session ?? null, JSON.stringify(node.meta ?? {}), node.trust, now, at],
      ] as const;
      let id = Number(known?.id ?? 0);
      if (known) {
        this.db.run(
          `UPDATE nodes SET domain = ?, kind = ?, name = ?, path = ?, first = ?, last = ?, text = ?, hash = ?, session = ?,
           meta = ?, trust = ?, updated_at = ?, verified_at = ?, stale = 0 WHERE id = ?`,
          ...values,
          id,
        );
        this.db.run('DELETE FROM texts WHERE rowid = ?', id);
      } else {
        id = this.db.run(
          `INSERT INTO nodes (domain, kind, name, path, first, last, text, hash, session, meta, trust, updated_at, verified_at,
           created_at, accessed_at, key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          ...values,
          now,
          now,
          node.key,
        ).id;
      }
      // Code has an index of its own, which knows its structure.
      if (node.domain !== 'code') {
        const body = `${node.under ?? ''} ${node.text}`;
        this.db.run('INSERT INTO texts (rowid, name, body) VALUES (?, ?, ?)', id, spaced(node.name), spaced(body));
        this.noteChanged();
      }
      if (!known) this.#attribute(id, source, now);
      return id;
    });
  }

  /** Code that holds notes in memory reads them again. */
  noteChanged(): void {
    this.db.run("INSERT INTO facts VALUES ('notes', '1') ON CONFLICT DO UPDATE SET value = CAST(value AS INTEGER) + 1");
  }

  /** Records the source of a node. A cycle of sources is refused. */
  attribute(node: number, source: Source): void {
    if (source.parent !== undefined && this.ancestors(source.parent).has(node)) {
      throw new AssayError('PAYLOAD_INVALID', `Node ${node} would be its own source.`, {
        next: 'Name a source that does not depend on it.',
      });
    }
    this.#attribute(node, source, this.#now());
  }

  #attribute(node: number, { kind, id, confidence, verifier, parent }: Source, now: number): void {
    this.db.run(
      'INSERT INTO provenance (node, source_kind, source_id, confidence, verifier, parent, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[node, kind, id, confidence, verifier ?? null, parent ?? null, now],
    );
  }

  /** A node and everything it was derived from. */
  ancestors(node: number): Set<number> {
    const seen = new Set<number>();
    for (const open = [node]; open.length > 0; ) {
      const at = open.pop() ?? 0;
      if (seen.has(at)) continue;
      seen.add(at);
      for (const { parent } of this.db.all('SELECT parent FROM provenance WHERE node = ? AND parent IS NOT NULL', at))
        open.push(Number(parent));
    }
    return seen;
  }

  link(source: number, target: number, kind: EdgeKind, weight = 1): void {
    const ends = this.db.all('SELECT id, domain FROM nodes WHERE id IN (?, ?)', source, target);
    const domain = (id: number): Domain | undefined => ends.find((row) => row.id === id)?.domain as Domain | undefined;
    const [from, to] = [domain(source), domain(target)];
    if (!from || !to)
      throw new AssayError('PAYLOAD_INVALID', `An edge needs two nodes; ${from ? target : source} is not one.`);
    if (!mayJoin(kind, from, to)) {
      throw new AssayError('PAYLOAD_INVALID', `"${kind}" cannot connect ${from} to ${to}.`);
    }
    this.db.run(
      'INSERT INTO edges (source, target, kind, weight, created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET weight = excluded.weight',
      ...[source, target, kind, weight, this.#now()],
    );
  }

  byId(id: number): KnowledgeNode | undefined {
    return toNode(this.db.get('SELECT * FROM nodes WHERE id = ?', id));
  }

  byKey(key: string): KnowledgeNode | undefined {
    return toNode(this.db.get('SELECT * FROM nodes WHERE key = ?', key));
  }

  /** Case matters only where several fit. */
  byName(name: string, kinds?: readonly KnowledgeKind[]): KnowledgeNode[] {
    const found = this.#nodes('SELECT * FROM nodes WHERE name = ? COLLATE NOCASE ORDER BY id LIMIT 200', name);
    const exact = found.filter((node) => node.name === name);
    return (exact.length > 0 ? exact : found).filter(({ kind }) => !kinds || kinds.includes(kind));
  }

  inFile(path: string): KnowledgeNode[] {
    return this.#nodes("SELECT * FROM nodes WHERE domain = 'code' AND path = ? ORDER BY first, last DESC", path);
  }

  list(domain: Domain, kind: KnowledgeKind, limit = 100): KnowledgeNode[] {
    return this.#nodes(
      'SELECT * FROM nodes WHERE domain = ? AND kind = ? ORDER BY updated_at DESC LIMIT ?',
      domain,
      kind,
      limit,
    );
  }

  #nodes(sql: string, ...values: SQLInputValue[]): KnowledgeNode[] {
    return this.db.all(sql, ...values).flatMap((row) => toNode(row) ?? []);
  }

  edges(node: number, way: 'out' | 'in', kinds?: readonly EdgeKind[]): KnowledgeEdge[] {
    const rows = this.db.all(`SELECT * FROM edges WHERE ${way === 'out' ? 'source' : 'target'} = ?`, node);
    return rows.map(toEdge).filter(({ kind }) => !kinds || kinds.includes(kind));
  }

  /** Nodes and everything attached to them. */
  remove(...ids: readonly number[]): void {
    this.db.transaction(() => {
      for (const id of ids) {
        this.db.run('DELETE FROM texts WHERE rowid = ?', id);
        this.db.run('DELETE FROM nodes WHERE id = ?', id);
      }
    });
  }

  touch(id: number): void {
    this.db.run('UPDATE nodes SET accessed_at = ? WHERE id = ?', this.#now(), id);
  }

  sources(node: number): (Source & { readonly invalid: boolean; readonly at: number })[] {
    return this.db.all('SELECT * FROM provenance WHERE node = ? ORDER BY id', node).map((row) => ({
      kind: row.source_kind as Source['kind'],
      id: String(row.source_id),
      confidence: Number(row.confidence),
      ...(row.verifier === null ? {} : { verifier: String(row.verifier) }),
      ...(row.parent === null ? {} : { parent: Number(row.parent) }),
      invalid: row.invalid === 1,
      at: Number(row.at),
    }));
  }

  /** Full-text search of everything but code, best first: by name and content, identifiers in parts and whole. */
  search(
    query: string,
    filter: {
      domain?: Exclude<Domain, 'code'>;
      kinds?: readonly KnowledgeKind[];
      session?: string;
      limit?: number;
    } = {},
  ) {
    const terms = [...new Set(termsOf(query))].slice(0, 40);
    if (terms.length === 0) return [];
    const match = terms.map((term) => `"${term.replaceAll('"', '')}"`).join(' OR ');
    const rows = this.db.all(
      `SELECT nodes.*, bm25(texts, 4, 1) AS rank FROM texts JOIN nodes ON nodes.id = texts.rowid
       WHERE texts MATCH ? AND (? IS NULL OR domain = ?) AND (? IS NULL OR session = ?) ORDER BY rank LIMIT ?`,
      ...[match, filter.domain ?? null, filter.domain ?? null, filter.session ?? null, filter.session ?? null],
      (filter.limit ?? 20) * (filter.kinds ? 4 : 1),
    );
    return rows
      .flatMap((row) => {
        const node = toNode(row);
        return node && (!filter.kinds || filter.kinds.includes(node.kind)) ? [{ node, score: -Number(row.rank) }] : [];
      })
      .slice(0, filter.limit ?? 20);
  }

  count(name: string, by = 1): void {
    this.db.run(
      'INSERT INTO counters VALUES (?, ?) ON CONFLICT DO UPDATE SET value = value + excluded.value',
      name,
      by,
    );
  }

  counters(prefix: string): Record<string, number> {
    const rows = this.db.all('SELECT name, value FROM counters WHERE name GLOB ?', `${prefix}*`);
    return Object.fromEntries(rows.map(({ name, value }) => [String(name).slice(prefix.length), Number(value)]));
  }

  /** Whether this domain has any nodes. Exact, and current right after a write. */
  has(domain: Domain): boolean {
    return this.db.get('SELECT 1 AS one FROM nodes WHERE domain = ? LIMIT 1', domain) !== undefined;
  }
}

const spaced = (text: string): string => termsOf(text.slice(0, 20_000)).join(' ');

export function toNode(row: Row | undefined): KnowledgeNode | undefined {
  if (!row) return undefined;
  const nullable = (value: SQLInputValue | undefined): number | null => (value == null ? null : Number(value));
  return {
    id: Number(row.id),
    key: String(row.key),
    domain: row.domain as Domain,
    kind: row.kind as KnowledgeKind,
    name: String(row.name),
    path: row.path == null ? null : String(row.path),
    first: nullable(row.first),
    last: nullable(row.last),
    text: String(row.text),
    hash: String(row.hash),
    session: row.session == null ? null : String(row.session),
    meta: JSON.parse(String(row.meta)) as Record<string, unknown>,
    trust: row.trust as TrustLevel,
    stale: row.stale === 1,
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
    accessedAt: Number(row.accessed_at),
    verifiedAt: Number(row.verified_at),
  };
}

const toEdge = (row: Row): KnowledgeEdge => ({
  source: Number(row.source),
  target: Number(row.target),
  kind: row.kind as EdgeKind,
  weight: Number(row.weight),
});
