import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { glob, readdir, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { reasonOf } from '#host/file-error.ts';
import type { InputPrint } from './record.ts';

export type Prints =
  | { readonly ok: true; readonly prints: Readonly<Record<string, InputPrint>> }
  | { readonly ok: false; readonly why: string };

/**
 * Hashes of the declared inputs' current content: a file, a folder with everything in it, or the matches of a pattern.
 * A pattern may match nothing; a plain name must exist.
 */
export async function fingerprint(inputs: readonly string[], folder: string): Promise<Prints> {
  const prints: Record<string, InputPrint> = {};
  for (const input of inputs) {
    try {
      const files = await filesOf(input, folder);
      if (!files) return { ok: false, why: `input ${input} does not exist` };
      prints[input] = await printOf(files, folder);
    } catch (thrown) {
      return { ok: false, why: `input ${input} cannot be read: ${reasonOf(thrown)}` };
    }
  }
  return { ok: true, prints };
}

/** Missing declared outputs. */
export const missingOutputs = (outputs: readonly string[], folder: string): string[] =>
  outputs.filter((output) => !existsSync(resolve(folder, output)));

async function filesOf(input: string, folder: string): Promise<string[] | null> {
  const literal = resolve(folder, input);
  // A file may really be called `[a].txt`: an existing file takes precedence over the pattern.
  if (existsSync(literal)) return within(literal);
  if (!/[*?[\]{}]/.test(input)) return null;
  const found = new Set<string>();
  for await (const path of glob(input, { cwd: folder })) {
    const full = resolve(folder, path);
    if ((await stat(full).catch(() => null))?.isFile()) found.add(full);
  }
  return [...found];
}

async function within(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  // Links to folders are not followed: they may lead in a circle.
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function printOf(files: readonly string[], folder: string): Promise<InputPrint> {
  const whole = createHash('sha256');
  for (const file of [...files].sort()) whole.update(`${relative(folder, file)}\0${await sha256Of(file)}\n`);
  return { sha256: whole.digest('hex'), files: files.length };
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}
