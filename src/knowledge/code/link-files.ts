import { z } from 'zod';
import { GUESSED } from '../graph/traverse.ts';
import type { NodeStore } from '../store/node-store.ts';
import { ImportedFiles, isIndexFile } from './imported-files.ts';
import { calledName } from './references.ts';
import { ImportResolver } from './resolve-imports.ts';
import { callerOf, type Defined, meantBy } from './which-is-called.ts';
import { workspacePackages } from './workspace-packages.ts';

const Names = z.array(z.string());

interface Known {
  readonly node: number;
  readonly imports: readonly string[];
}

interface FileChanges {
  readonly changed: readonly string[];
  /** Those of them whose definitions have changed: files that import one may now call something new in it. */
  readonly redefined: ReadonlySet<string>;
  readonly removed: readonly string[];
}

/**
 * Records what changed files import and call. A call is recorded only where one definition fits: in the same file, in a
 * file it imports, or the only one of that name in the project. Where the text does not make it certain, it weighs
 * less.
 */
export function linkFiles(store: NodeStore, root: string, { changed, redefined, removed }: FileChanges): void {
  if (changed.length === 0 && removed.length === 0) return;
  const { db } = store;
  const paths = db.all('SELECT path FROM files').map(({ path }) => String(path));
  const imported = new ImportedFiles(db, new ImportResolver(paths, workspacePackages(db, root)));
  const touched = new Set(changed);
  // Re-exports of an index file are defined elsewhere: they do not count as its changed definitions.
  const other = new Set([...redefined, ...changed.filter(isIndexFile)]);
  for (const path of importersOf(store, other, touched, imported)) touched.add(path);
  const defined = new Definitions(store, touched.size > MANY);
  db.transaction(() => {
    for (const path of touched) {
      const file = knownFile(store, path);
      if (file) linkOne(store, file, path, imported, defined);
    }
  });
}

function importersOf(
  { db }: NodeStore,
  redefined: ReadonlySet<string>,
  known: ReadonlySet<string>,
  imported: ImportedFiles,
): string[] {
  if (redefined.size === 0) return [];
  const isRedefined = (path: string): boolean => redefined.has(path);
  return db
    .all('SELECT path, imports FROM files')
    .filter(({ path }) => !known.has(String(path)))
    .map(({ path, imports }) => ({ path: String(path), imports: Names.parse(JSON.parse(String(imports))) }))
    .filter(({ path, imports }) => {
      const named = imported.named(path, imports);
      return named.some(isRedefined) || [...imported.behind(named)].some(isRedefined);
    })
    .map(({ path }) => path);
}

function knownFile({ db }: NodeStore, path: string): Known | undefined {
  const row = db.get('SELECT node, imports FROM files WHERE path = ?', path);
  return row && { node: Number(row.node), imports: Names.parse(JSON.parse(String(row.imports))) };
}

/** With more files than this, all definitions are read at once instead of name by name. */
const MANY = 50;
const FUNCTIONS_AND_TYPES =
  "SELECT id, name, path, meta ->> '$.symbol' AS symbol, meta ->> '$.signature' AS signature FROM nodes WHERE domain = 'code' AND kind IN ('function', 'type')";

/** Functions and types by name. */
class Definitions {
  readonly #db: NodeStore['db'];
  readonly #byName = new Map<string, Defined[]>();
  readonly #all: boolean;

  constructor({ db }: NodeStore, all: boolean) {
    this.#db = db;
    this.#all = all;
    if (all) this.#add(db.all(FUNCTIONS_AND_TYPES));
  }

  of(name: string): readonly Defined[] {
    if (!this.#all && !this.#byName.has(name)) {
      this.#byName.set(name, []);
      this.#add(this.#db.all(`${FUNCTIONS_AND_TYPES} AND name = ? COLLATE NOCASE AND name = ?`, name, name));
    }
    return this.#byName.get(name) ?? [];
  }

  #add(rows: ReturnType<NodeStore['db']['all']>): void {
    for (const { id, name, path, symbol, signature } of rows) {
      if (isOnlyType(String(path), String(signature))) continue;
      const one = { id: Number(id), path: String(path), symbol: String(symbol ?? name) };
      const list = this.#byName.get(String(name));
      if (list) list.push(one);
      else this.#byName.set(String(name), [one]);
    }
  }
}

/** In TypeScript an alias or an interface is not called; a call of that name means something else. */
const isOnlyType = (path: string, signature: string): boolean =>
  /\.[cm]?tsx?$/.test(path) && /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:type|interface)\s/.test(signature);

function linkOne(store: NodeStore, file: Known, path: string, imported: ImportedFiles, defined: Definitions): void {
  const { db } = store;
  const imports = imported.named(path, file.imports);
  db.run(
    "DELETE FROM edges WHERE kind IN ('imports', 'calls') AND source IN (SELECT id FROM nodes WHERE domain = 'code' AND path = ?)",
    path,
  );
  const link = (source: number, target: number, kind: 'imports' | 'calls', weight = 1): void =>
    void db.run(
      `INSERT INTO edges (source, target, kind, weight, created_at) VALUES (?, ?, ?, ?, 0)
       ON CONFLICT DO UPDATE SET weight = max(weight, excluded.weight)`,
      ...[source, target, kind, weight],
    );
  for (const other of imports) {
    const node = db.get('SELECT node FROM files WHERE path = ?', other)?.node;
    if (node !== undefined) link(file.node, Number(node), 'imports');
  }
  for (const name of packagesOf(file.imports)) link(file.node, packageNode(store, name), 'imports');
  const near = new Set(imports);
  const far = imported.behind(imports);
  const outside = new Set(file.imports.filter((name) => /^[@A-Za-z]/.test(name)).map(lastPart));
  for (const other of imports) outside.delete(lastPart(other.replace(/\.[^./]*$/, '')));
  for (const node of store.inFile(path)) {
    if (node.kind !== 'function' && node.kind !== 'type') continue;
    const caller = callerOf(node);
    for (const call of Names.catch([]).parse(node.meta.calls)) {
      const found = defined.of(calledName(call)).filter(({ id }) => id !== node.id);
      const named = meantBy(call, caller, found, near, outside);
      const behind = named?.sure || far.size === 0 ? undefined : meantBy(call, caller, found, far, outside);
      const target = behind?.sure ? behind : named;
      if (target) link(node.id, target.id, 'calls', target.sure ? 1 : GUESSED);
    }
  }
}

/** The usual name for an import: `fs` of `node:fs`, `chart` of `helm.sh/helm/v4/pkg/chart`. */
const lastPart = (name: string): string => name.split(/[/.:\\]/).findLast((part) => part !== '') ?? name;

/** External packages, by the name they are installed under. */
function packagesOf(imports: readonly string[]): string[] {
  const names = imports
    .filter((name) => /^[@A-Za-z]/.test(name))
    .map((name) => /^(node:[^/]+|@[^/]+\/[^/]+|[^/.:\\]+(?:\.[a-z]+\/[^/]+\/[^/]+)?)/.exec(name)?.[1] ?? name);
  return [...new Set(names)].slice(0, 200);
}

function packageNode(store: NodeStore, name: string): number {
  const key = `code:package:${name}`;
  const known = store.db.get('SELECT id FROM nodes WHERE key = ?', key);
  if (known) return Number(known.id);
  return store.put(
    { key, domain: 'code', kind: 'package', name, text: name, trust: 'verified_code' },
    { kind: 'code', id: `package:${name}`, confidence: 1, verifier: 'index' },
  );
}
