import { z } from 'zod';
import type { SqliteDatabase } from '#host/sqlite-database.ts';
import type { ImportResolver } from './resolve-imports.ts';

const Names = z.array(z.string());

/** The files that a file imports: those it names, and those re-exported by an index file. */
export class ImportedFiles {
  readonly #db: SqliteDatabase;
  readonly #resolver: ImportResolver;
  readonly #behind = new Map<string, readonly string[]>();

  constructor(db: SqliteDatabase, resolver: ImportResolver) {
    this.#db = db;
    this.#resolver = resolver;
  }

  named(path: string, imports: readonly string[]): string[] {
    return this.#resolver.resolve(path, imports);
  }

  /** Through any number of index files: `vue` exports what `@vue/runtime-core` exports from `@vue/reactivity`. */
  behind(named: readonly string[]): Set<string> {
    const found = new Set<string>();
    const todo = named.filter(isIndexFile);
    for (let index = todo.pop(); index !== undefined; index = todo.pop())
      for (const path of this.#importedBy(index)) {
        if (found.has(path)) continue;
        found.add(path);
        if (isIndexFile(path)) todo.push(path);
      }
    return found;
  }

  #importedBy(path: string): readonly string[] {
    const known = this.#behind.get(path);
    if (known) return known;
    const row = this.#db.get('SELECT imports FROM files WHERE path = ?', path);
    const files = row ? this.named(path, Names.parse(JSON.parse(String(row.imports)))) : [];
    this.#behind.set(path, files);
    return files;
  }
}

/** A file that represents its folder or package. */
export const isIndexFile = (path: string): boolean =>
  /(?:^|\/)(?:index\.[cm]?[jt]sx?|__init__\.pyi?|mod\.rs|lib\.rs)$/.test(path);
