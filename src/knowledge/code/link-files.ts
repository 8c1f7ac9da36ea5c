import { z } from 'zod';
import type { NodeStore } from '../store/node-store.ts';
import { ImportResolver } from './resolve-imports.ts';

const Names = z.array(z.string());

interface Known {
  readonly node: number;
  readonly imports: readonly string[];
}

/**
 * Draws what changed files import and call. A call is drawn only where one definition fits: in the same file, in a file
 * it imports, or the only one of that name in the project.
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
  db.batch(() => {
    for (const path of touched) {
      const file = files.get(path);
      if (file) linkOne(store, file, path, importsOf(path), files, defined);
    }
  });
}

interface Defined {
  readonly id: number;
  readonly path: string;
}

/** Functions and types by name. */
function definitions({ db }: NodeStore): Map<string, Defined[]> {
  const byName = new Map<string, Defined[]>();
  for (const { id, name, path } of db.all(
    "SELECT id, name, path FROM nodes WHERE domain = 'code' AND kind IN ('function', 'type')",
  )) {
    const list = byName.get(String(name));
    const one = { id: Number(id), path: String(path) };
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
  const link = (source: number, target: number, kind: 'imports' | 'calls'): void =>
    void db.run(
      'INSERT OR IGNORE INTO edges (source, target, kind, created_at) VALUES (?, ?, ?, 0)',
      source,
      target,
      kind,
    );
  for (const other of imports) link(file.node, files.get(other)?.node ?? file.node, 'imports');
  for (const name of packagesOf(file.imports)) link(file.node, packageNode(store, name), 'imports');
  const near = new Set(imports);
  for (const node of store.inFile(path)) {
    if (node.kind !== 'function' && node.kind !== 'type') continue;
    const calls = Names.catch([]).parse(node.meta.calls);
    for (const name of calls) {
      const found = defined.get(name) ?? [];
      const own = found.filter((one) => one.path === path);
      const next = own.length > 0 ? own : found.filter((one) => near.has(one.path));
      const [target, ...others] = next.length > 0 ? next : found;
      if (target && others.length === 0 && target.id !== node.id) link(node.id, target.id, 'calls');
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
