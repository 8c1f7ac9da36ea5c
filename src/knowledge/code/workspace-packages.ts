import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { z } from 'zod';
import type { SqliteDatabase } from '#host/sqlite-database.ts';

/** Folders of a project's own packages, by their import names. */
export type WorkspacePackages = ReadonlyMap<string, string>;

const Manifest = z.object({ name: z.string().min(1).max(214) });

/** Works for npm, pnpm and yarn workspaces: every package.json says its name. */
export function workspacePackages(db: SqliteDatabase, root: string): WorkspacePackages {
  const packages = new Map<string, string>();
  const listed = db.all("SELECT path FROM files WHERE path = 'package.json' OR path LIKE '%/package.json' LIMIT 2000");
  for (const { path } of listed) {
    const name = nameIn(join(root, String(path)));
    // Two packages with one name, as in fixtures: an import of it is ambiguous.
    if (name !== undefined) packages.set(name, packages.has(name) ? '' : posix.dirname(String(path)));
  }
  return new Map([...packages].filter(([, folder]) => folder !== ''));
}

function nameIn(file: string): string | undefined {
  try {
    return Manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).name;
  } catch {
    // Removed meanwhile, or invalid for npm too.
    return undefined;
  }
}
