import { glob, readFile, stat } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import type { SourceDocument } from '../check-documents.ts';

export type FoundDocuments =
  | { readonly ok: true; readonly documents: readonly SourceDocument[] }
  | { readonly ok: false; readonly missing: string };

/** Markdown files by path, by folder (all inside it, if any) or by pattern, each once, in order of name. */
export async function findDocuments(wanted: readonly string[], folder: string): Promise<FoundDocuments> {
  const files = new Set<string>();
  for (const one of wanted) {
    const found = await expand(resolve(folder, one), one, folder);
    if (found === null) return { ok: false, missing: one };
    for (const file of found) files.add(file);
  }
  const names = [...files].sort();
  const documents = names.map(async (file) => ({
    file: relative(folder, file) || file,
    text: await readFile(file, 'utf8'),
  }));
  return { ok: true, documents: await Promise.all(documents) };
}

async function expand(path: string, written: string, folder: string): Promise<string[] | null> {
  const found = await stat(path).catch(() => null);
  if (found?.isFile()) return [path];
  const pattern = found?.isDirectory() ? `${path}/**/*.{md,markdown,mdx}` : written;
  if (!found && !/[*?{[]/.test(written)) return null;
  const files: string[] = [];
  for await (const match of glob(pattern, {
    cwd: folder,
    exclude: (name) => name === 'node_modules' || name === '.git',
  })) {
    const file = resolve(folder, match);
    if ((await stat(file)).isFile()) files.push(file);
  }
  return files.length === 0 && !found ? null : files;
}
