import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SearchWeights } from '#contracts/config.ts';
import { type IndexOptions, type IndexReport, indexProject } from './code/index-project.ts';
import { scanNotes } from './conflicts/conflicts.ts';
import { builtIn } from './embed/built-in.ts';
import type { Embedder } from './embed/embedder.ts';
import { CodeSearch } from './search/code-search.ts';
import { NearestNodes } from './search/nearest-nodes.ts';
import { LEARNED } from './search/search-weights.ts';
import { openKnowledgeDatabase } from './store/knowledge-database.ts';
import { NodeStore } from './store/node-store.ts';

/** The knowledge about one project: its code, its history, and indexed documents. */
export class Knowledge {
  readonly root: string;
  readonly store: NodeStore;
  readonly code: CodeSearch;
  readonly near: NearestNodes;
  /** Where a damaged database was moved to when this one was opened. */
  readonly setAside: string | undefined;
  readonly now: () => number;
  readonly embedder: Embedder;
  readonly weights: SearchWeights;

  constructor(
    root: string,
    file: string,
    now: () => number = Date.now,
    embedder: Embedder = builtIn(),
    weights: SearchWeights = LEARNED,
  ) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const { db, setAside } = openKnowledgeDatabase(file, now());
    this.root = root;
    this.now = now;
    this.setAside = setAside;
    this.store = new NodeStore(db, now);
    this.embedder = embedder;
    this.weights = weights;
    this.code = new CodeSearch(db, embedder, weights);
    this.near = new NearestNodes(this.store, embedder);
  }

  /** Brings it up to date with the folder; where code changed, notes that name it are checked again. */
  async index(options: Pick<IndexOptions, 'signal' | 'only' | 'progress'> = {}): Promise<IndexReport> {
    const report = await indexProject({ ...options, root: this.root, store: this.store, embedder: this.embedder });
    if (report.changed + report.removed > 0) scanNotes(this);
    return report;
  }

  get isIndexed(): boolean {
    return this.store.db.get("SELECT 1 AS one FROM facts WHERE name = 'indexed'") !== undefined;
  }

  close(): void {
    this.store.db.close();
  }
}
