import { z } from 'zod';
import type { TreeHash } from '#contracts/ids.ts';
import type { Sha } from '#contracts/workspace.ts';
import type { Vault } from '../vault/vault.ts';
import { gitBytes } from './git.ts';
import { pathFromBytes, splitNul } from './path-bytes.ts';
import { unfit } from './repository.ts';

/** Whether a plain checkout of a tree has the content that the project works with. */
export const Survey = z.object({
  files: z.number().int(),
  bytes: z.number().int(),
  submodules: z.array(z.string()),
  /** Files that the project passes through a program of its own when they are checked out (LFS, git-crypt). */
  filtered: z.array(z.object({ path: z.string(), filter: z.string() })),
  /** Names that are equal where case is ignored. */
  caseClashes: z.array(z.array(z.string())),
});
export type Survey = z.infer<typeof Survey>;

const MOST_NAMED = 1_000;

export async function surveyTree(vault: Vault, tree: Sha | TreeHash, indexFile: string): Promise<Survey> {
  const entries = await listTree(vault, tree);
  const hasAttributes = entries.some(({ path }) => path === '.gitattributes' || path.endsWith('/.gitattributes'));
  return {
    files: entries.length,
    bytes: entries.reduce((sum, { size }) => sum + size, 0),
    submodules: entries.filter(({ mode }) => mode === '160000').map(({ path }) => path),
    filtered: hasAttributes ? await filteredFiles(vault, tree, indexFile, entries) : [],
    caseClashes: caseClashes(entries.map(({ path }) => path)),
  };
}

/** Every file of a tree. */
export async function listTree({ git, gitDir }: Vault, tree: Sha | TreeHash): Promise<TreeEntry[]> {
  const args = ['ls-tree', '-r', '-z', '-l', '--full-tree', tree];
  return splitNul(await gitBytes(git, { args, gitDir })).map(parseEntry);
}

export interface TreeEntry {
  readonly mode: string;
  readonly hash: string;
  readonly size: number;
  readonly path: string;
  readonly bytes: Buffer;
}

function parseEntry(record: Buffer): TreeEntry {
  const tab = record.indexOf(0x09);
  const [mode = '', , hash = '', size] = record.subarray(0, tab).toString('latin1').split(/ +/);
  const bytes = record.subarray(tab + 1);
  return { mode, hash, size: Number(size) || 0, path: pathFromBytes(bytes), bytes };
}

async function filteredFiles(
  { git, gitDir }: Vault,
  tree: string,
  indexFile: string,
  entries: readonly TreeEntry[],
): Promise<Survey['filtered']> {
  const env = { GIT_INDEX_FILE: indexFile };
  await gitBytes(git, { args: ['read-tree', tree], gitDir, env });
  const stdin = Buffer.concat(entries.flatMap(({ bytes }) => [bytes, Buffer.of(0)]));
  return filtersOf(
    await gitBytes(git, { args: ['check-attr', '-z', '--cached', '--stdin', 'filter'], gitDir, env, stdin }),
  );
}

/** path NUL "filter" NUL value NUL … */
export function filtersOf(output: Buffer): Survey['filtered'] {
  const fields = splitNul(output);
  const filtered: Survey['filtered'] = [];
  for (let at = 0; at + 2 < fields.length && filtered.length < MOST_NAMED; at += 3) {
    const value = fields[at + 2]?.toString('utf8') ?? '';
    if (['unspecified', 'unset', 'set', ''].includes(value)) continue;
    filtered.push({ path: pathFromBytes(fields[at] ?? Buffer.alloc(0)), filter: value });
  }
  return filtered;
}

export function caseClashes(paths: readonly string[]): string[][] {
  const groups = new Map<string, Set<string>>();
  for (const path of paths) {
    // Folders clash too: A/x and a/y would be in one folder.
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const name = path.slice(0, end);
      const folded = name.normalize('NFC').toLowerCase();
      const group = groups.get(folded);
      if (group) group.add(name);
      else groups.set(folded, new Set([name]));
    }
  }
  return [...groups.values()]
    .filter((group) => group.size > 1)
    .map((group) => [...group])
    .slice(0, MOST_NAMED);
}

export interface Leniency {
  /** `as-checked-out`: with the person's files, read-only; `leave-empty`: a folder without its files. */
  readonly submodules: 'as-checked-out' | 'leave-empty' | 'refuse';
  /** `raw`: files are as they are stored (an LFS pointer, for instance), and changes to them are refused. */
  readonly filters: 'refuse' | 'raw';
}

/** Refuses, with the reason, a tree whose plain checkout would differ from the person's own. */
export function refuseUnfit(survey: Survey, allowed: Leniency, caseCounts: boolean): void {
  if (survey.submodules.length > 0 && allowed.submodules === 'refuse')
    throw unfit(
      `The repository has submodules (${few(survey.submodules)}), and its configuration refuses those.`,
      'Set `workspace.submodules` to `as-checked-out` to work with the files that you have, or to `leave-empty`.',
    );
  if (survey.filtered.length > 0 && allowed.filters === 'refuse') {
    const filters = [...new Set(survey.filtered.map(({ filter }) => filter))];
    throw unfit(
      `Some files pass through a filter (${few(filters)}: ${few(survey.filtered.map(({ path }) => path))}), and workspaces run none.`,
      'Set `workspace.filters` to `raw` to work with these files as git stores them; changes to them are then refused.',
    );
  }
  const [clash] = survey.caseClashes;
  if (clash && !caseCounts)
    throw unfit(
      `The names ${clash.join(' and ')} are the same on this disk, where case does not count.`,
      'Rename one of them, or keep workspaces on a disk where case counts (ASSAY_HOME).',
    );
}

function few(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}
