import { z } from 'zod';
import type { NodeStore } from '../store/node-store.ts';
import { calledName } from './references.ts';
import { ImportResolver } from './resolve-imports.ts';
import { callerOf, type Defined, meantBy } from './which-is-called.ts';

const Names = z.array(z.string());

/** The weight of a call whose target is the likeliest of that name and not known to be it. */
export const GUESSED = 0.5;

interface Known {
  readonly node: number;
  readonly imports: readonly string[];
}

/**
 * Draws what changed files import and call. A call is drawn only where one definition fits: in the same file, in a file
 * it imports, or the only one of that name in the project. Where the text does not say that it is this one, it weighs less.
 */
export function linkFiles(store: NodeStore, changed: readonly string[], removed: readonly string[]): void {
  if (changed.length === 0 && removed.length === 0) return;
  const { db } = store;
  const files = new Map(
    db
      .all('SELECT path, node, imports FROM files')
      .map((row): [string, Known] => [
        String(row.path),
        { node: Number(row.node), imports: Names.parse(JSON.parse(String(row.imports))) },
      ]),
  );
  const resolver = new ImportResolver(files.keys());
  const touched = new Set(changed);
  const imported = new Map<string, string[]>();
  const importsOf = (path: string): string[] => {
    const known = imported.get(path);
    if (known) return known;
    const found = resolver.resolve(path, files.get(path)?.imports ?? []);
    imported.set(path, found);
    return found;
  };
  // Whoever imports a changed file may call what is new in it.
  for (const path of files.keys())
    if (!touched.has(path) && importsOf(path).some((other) => touched.has(other))) touched.add(path);
  const defined = definitions(store);
  db.transaction(() => {
    for (const path of touched) {
      const file = files.get(path);
      if (file) linkOne(store, file, path, importsOf(path), files, defined);
    }
  });
}

/** Functions and types by name. */
function definitions({ db }: NodeStore): Map<string, Defined[]> {
  const byName = new Map<string, Defined[]>();
  for (const { id, name, path, symbol } of db.all(
    "SELECT id, name, path, meta ->> '$.symbol' AS symbol FROM nodes WHERE domain = 'code' AND kind IN ('function', 'type')",
  )) {
    const list = byName.get(String(name));
    const one = { id: Number(id), path: String(path), symbol: String(symbol ?? name) };
    if (list) list.push(one);
    else byName.set(String(name), [one]);
  }
  return byName;
}

function linkOne(
  store: NodeStore,
  file: Known,
  path: string,
  imports: readonly string[],
  files: ReadonlyMap<string, Known>,
  defined: ReadonlyMap<string, readonly Defined[]>,
): void {
  const { db } = store;
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
  for (const other of imports) link(file.node, files.get(other)?.node ?? file.node, 'imports');
  for (const name of packagesOf(file.imports)) link(file.node, packageNode(store, name), 'imports');
  const near = new Set(imports);
  for (const node of store.inFile(path)) {
    if (node.kind !== 'function' && node.kind !== 'type') continue;
    const caller = callerOf(node);
    for (const call of Names.catch([]).parse(node.meta.calls)) {
      const found = (defined.get(calledName(call)) ?? []).filter(({ id }) => id !== node.id);
      const target = meantBy(call, caller, found, near);
      if (target) link(node.id, target.id, 'calls', target.sure ? 1 : GUESSED);
    }
  }
}

/** Packages from outside, by the name they are installed under. */
function packagesOf(imports: readonly string[]): string[] {
  const names = imports
    .filter((name) => /^[@A-Za-z]/.test(name))
    .map((name) => /^(@[^/]+\/[^/]+|[^/.:\\]+(?:\.[a-z]+\/[^/]+\/[^/]+)?)/.exec(name)?.[1] ?? name);
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
