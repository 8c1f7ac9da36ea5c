import { hash } from 'node:crypto';
import { AssayError } from '#contracts/errors.ts';
import type { NodeStore } from '../store/node-store.ts';
import type { TrustLevel } from '../store/node-types.ts';
import type { IngestReport, Passage, ReadDocument } from './document.ts';
import type { Fetched } from './fetch-source.ts';
import { readDocument } from './read-document.ts';

export interface IngestOptions {
  /** What the person named: a path, an address. Everything from it can be removed or distrusted as a whole. */
  readonly source: string;
  readonly kind: 'doc' | 'article';
  readonly trust: Extract<TrustLevel, 'official_docs' | 'article' | 'user'>;
  readonly documents: Iterable<Fetched> | AsyncIterable<Fetched>;
  readonly progress?: (documents: number, id: string) => void;
}

/** Reads documents into the store, passage by passage, each with its place. Unchanged parts are left as they are. */
export async function ingest(store: NodeStore, options: IngestOptions): Promise<IngestReport> {
  const { source, kind, trust, progress } = options;
  const before = new Map(documentsOf(store, source).map(({ key, hash: digest }) => [key, digest]));
  const skipped: { id: string; why: string }[] = [];
  let [documents, passages, unchanged] = [0, 0, 0];
  for await (const fetched of options.documents) {
    const key = `doc:${fetched.id}`;
    if ('skipped' in fetched) {
      skipped.push({ id: fetched.id, why: fetched.skipped });
      // A page that cannot be reached today does not count as removed.
      before.delete(key);
      continue;
    }
    documents += 1;
    progress?.(documents, fetched.id);
    const digest = hash('sha256', fetched.bytes, 'hex');
    const known = before.get(key);
    before.delete(key);
    if (known === digest) {
      unchanged += 1;
      continue;
    }
    const read = await readDocument(fetched).catch((thrown: unknown) => {
      if (!(thrown instanceof AssayError)) throw thrown;
      skipped.push({ id: fetched.id, why: thrown.message });
      return null;
    });
    if (read === null || read.passages.length === 0) {
      if (read !== null) skipped.push({ id: fetched.id, why: 'it has no text' });
      continue;
    }
    passages += read.passages.length;
    store.db.transaction(() => keep(store, { id: fetched.id, digest, read, source, kind, trust }));
  }
  store.db.transaction(() => {
    for (const key of before.keys()) removeDocument(store, key);
  });
  return { source, documents, passages, unchanged, removed: before.size, skipped, trust };
}

interface Kept extends Pick<IngestOptions, 'source' | 'kind' | 'trust'> {
  readonly id: string;
  readonly digest: string;
  readonly read: ReadDocument;
}

function keep(store: NodeStore, { id, digest, read, source, kind, trust }: Kept): void {
  const key = `doc:${id}`;
  removeDocument(store, key);
  const from = { kind: 'document', id: source, confidence: 1, verifier: 'ingest' } as const;
  const document = store.put(
    {
      key,
      domain: 'academic',
      kind,
      name: read.title,
      text: read.title,
      path: id,
      trust,
      hash: digest,
      meta: { source },
    },
    from,
  );
  for (const [index, passage] of read.passages.entries()) {
    const { first, last, text, headings } = passage;
    const part = store.put(
      {
        ...{
          key: `${key}#${index}`,
          domain: 'academic',
          kind,
          name: headings.at(-1) ?? read.title,
          text,
          under: [pageOf(id), ...headings.slice(0, -1)].join(' '),
          path: id,
          trust,
        },
        meta: { source, part: index, headings, cite: citationOf(id, passage) },
        ...(first === undefined ? {} : { first }),
        ...(last === undefined ? {} : { last }),
      },
      from,
    );
    store.link(document, part, 'contains');
  }
}

/** The folder and the name of its file say what a page is about: `UpgradingToJest29`. */
const pageOf = (id: string): string =>
  id
    .split('/')
    .slice(-2)
    .join(' ')
    .replace(/\.\w+$/, '');

/** How a reader finds it: lines of a file, a page of a PDF, a heading of a page. */
export function citationOf(id: string, { first, last, page, anchor }: Passage): string {
  if (page !== undefined) return `${id}#page=${page}`;
  if (/^https?:/.test(id)) return anchor ? `${id}#${anchor}` : id;
  return first === undefined ? (anchor ? `${id}#${anchor}` : id) : `${id}:${first}-${last ?? first}`;
}

function documentsOf(store: NodeStore, source: string): { key: string; hash: string }[] {
  return store.db
    .all(
      "SELECT key, hash FROM nodes WHERE domain = 'academic' AND json_extract(meta, '$.part') IS NULL AND json_extract(meta, '$.source') = ?",
      source,
    )
    .map((row) => ({ key: String(row.key), hash: String(row.hash) }));
}

function removeDocument(store: NodeStore, key: string): void {
  const document = store.byKey(key);
  if (!document) return;
  store.remove(document.id, ...store.edges(document.id, 'out', ['contains']).map(({ target }) => target));
}

export interface IngestedSource {
  readonly source: string;
  readonly documents: number;
  readonly passages: number;
  readonly trust: string;
  readonly at: number;
}

export function ingestedSources(store: NodeStore): IngestedSource[] {
  return store.db
    .all(
      `SELECT json_extract(meta, '$.source') AS source, sum(json_extract(meta, '$.part') IS NULL) AS documents, count(json_extract(meta, '$.part')) AS passages,
       min(trust) AS trust, max(verified_at) AS at FROM nodes WHERE domain = 'academic' GROUP BY 1 HAVING source IS NOT NULL ORDER BY 1`,
    )
    .map((row) => ({
      ...{ source: String(row.source), documents: Number(row.documents), passages: Number(row.passages) },
      ...{ trust: String(row.trust), at: Number(row.at) },
    }));
}

/** Takes a source out again, as a whole. */
export function removeSource(store: NodeStore, source: string): number {
  const found = documentsOf(store, source);
  store.db.transaction(() => {
    for (const { key } of found) removeDocument(store, key);
  });
  return found.length;
}
