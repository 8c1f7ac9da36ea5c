import { readdirSync } from 'node:fs';
import { nearestNames } from '#host/nearest-names.ts';

/** The names in these folders that are most like the one that was not found. */
export function namesLike(wanted: string, folders: readonly string[]): string[] {
  const names = new Set(folders.flatMap(namesIn));
  return nearestNames(wanted, names, 5);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // most of the places do not exist
  }
}
