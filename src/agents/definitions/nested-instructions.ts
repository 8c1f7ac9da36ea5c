import { readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { levels } from './find-definitions.ts';
import { INSTRUCTION_FILES } from './instruction-files.ts';
import { type Instructions, readInstructionsAt } from './instructions.ts';

/** Deeper than any project keeps such files, and a reason to stop. */
const MOST_FOLDERS = 5_000;

/**
 * All instructions of a repository: of every folder, or only of those that lead to some files. The top comes first; a
 * file that no longer fits is named, so that agents that work there read it.
 */
export async function readNestedInstructions(
  top: string,
  files: readonly string[] | null,
  names: readonly string[] = INSTRUCTION_FILES,
): Promise<Instructions> {
  const folders = files === null ? await foldersWith(top, names) : foldersTo(top, files);
  const ordered = folders.toSorted((a, b) => depthOf(top, a) - depthOf(top, b) || (a < b ? -1 : 1));
  return readInstructionsAt(ordered, top, names);
}

/** Pure. From the top down to each file. */
function foldersTo(top: string, files: readonly string[]): string[] {
  const all = files.length === 0 ? [top] : files.flatMap((file) => levels(join(top, dirname(file)), top));
  return [...new Set(all)].filter((folder) => folder === top || folder.startsWith(top + sep));
}

async function foldersWith(top: string, names: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const open = [top];
  for (let seen = 0; open.length > 0 && seen < MOST_FOLDERS; seen += 1) {
    const folder = open.shift() ?? top;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    if (entries.some(({ name }) => names.includes(name))) found.push(folder);
    for (const entry of entries) if (entry.isDirectory() && entry.name !== '.git') open.push(join(folder, entry.name));
  }
  return found;
}

const depthOf = (top: string, folder: string): number => (folder === top ? 0 : relative(top, folder).split(sep).length);

/** Pure. Whether a text mentions a file: by its path, or by its name alone where that is not a common word. */
export function namesFile(text: string, path: string): boolean {
  const name = path.split('/').at(-1) ?? path;
  const words = [path, ...(name.includes('.') && !EVERYDAY.test(name) ? [name] : [])];
  return words.some((word) => new RegExp(`(?<![\\w./-])(?:[\\w.-]+/)*${escaped(word)}(?![\\w-])`).test(text));
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

const EVERYDAY = /^(index|main|mod|lib|__init__)\.[a-z]+$/i;
