import { createRequire, findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AssayError } from '#contracts/errors.ts';

/** The path of an optional package, from the first of these folders that has it; null where none has. */
export function findPeer(name: string, from: readonly string[]): string | null {
  for (const folder of from) {
    try {
      const found = findPackageJSON(name, pathToFileURL(join(folder, 'x.js')));
      if (found !== undefined) return found;
    } catch {
      // not visible from there
    }
  }
  return null;
}

/** Imports an optional package. It is never required: without it, the message says what to install. */
export async function importPeer(name: string, from: readonly string[]): Promise<unknown> {
  const found = findPeer(name, from);
  if (found === null) {
    throw new AssayError('BINARY_NOT_FOUND', `${name} is not installed.`, {
      next: `npm install -g ${name}`,
    });
  }
  const entry = createRequire(found).resolve(name);
  return import(pathToFileURL(entry).href);
}
