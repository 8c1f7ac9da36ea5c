import type { DiffFile, FileKind } from '#contracts/workspace.ts';
import { pathFromBytes, splitNul } from './path-bytes.ts';

export type RawFile = Pick<
  DiffFile,
  'path' | 'oldPath' | 'status' | 'kind' | 'oldKind' | 'added' | 'deleted' | 'binary'
> & {
  /** The path in git's own bytes. */
  readonly bytes: Buffer;
};

/** Reads `git diff-tree -r -z --raw --numstat`: first all raw records, then a count for each in the same order. */
export function parseRawDiff(output: Buffer): RawFile[] {
  const fields = splitNul(output);
  const files: RawFile[] = [];
  let at = 0;
  for (; fields[at]?.[0] === COLON; ) {
    const [oldMode, newMode, , , code = ''] = fields[at]?.subarray(1).toString('latin1').split(' ') ?? [];
    const two = code.startsWith('R') || code.startsWith('C');
    const first = fields[at + 1] ?? EMPTY;
    const bytes = two ? (fields[at + 2] ?? EMPTY) : first;
    files.push({
      path: pathFromBytes(bytes),
      ...(two ? { oldPath: pathFromBytes(first) } : {}),
      bytes,
      status: STATUS[code[0] ?? ''] ?? 'modified',
      kind: kindOfMode(newMode),
      oldKind: kindOfMode(oldMode),
      binary: false,
      added: 0,
      deleted: 0,
    });
    at += two ? 3 : 2;
  }
  return files.map((file) => {
    const [added, deleted, path] = fields[at]?.toString('latin1').split('\t') ?? [];
    at += path === '' ? 3 : 1; // a rename has its two names in fields of their own
    const binary = added === '-';
    return { ...file, binary, added: binary ? 0 : Number(added ?? 0), deleted: binary ? 0 : Number(deleted ?? 0) };
  });
}

/** The objects of both sides at a path; a hash of zeros means none. */
export interface EntryPair {
  readonly old: { readonly mode: string; readonly hash: string };
  readonly now: { readonly mode: string; readonly hash: string };
}

/** Reads `-z --raw --no-renames --no-abbrev`. */
export function parseEntries(output: Buffer): Map<string, EntryPair> {
  const fields = splitNul(output);
  const entries = new Map<string, EntryPair>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const words = fields[at]?.subarray(1).toString('latin1').split(' ') ?? [];
    const [oldMode = '', mode = '', oldHash = '', hash = ''] = words;
    const path = pathFromBytes(fields[at + 1] ?? EMPTY);
    entries.set(path, { old: { mode: oldMode, hash: oldHash }, now: { mode, hash } });
  }
  return entries;
}

const COLON = 0x3a;
const EMPTY = Buffer.alloc(0);

const STATUS: Readonly<Record<string, DiffFile['status']>> = {
  A: 'added',
  C: 'added',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type-changed',
};

export function kindOfMode(mode: string | undefined): FileKind | null {
  if (mode === '100755') return 'executable';
  if (mode === '120000') return 'symlink';
  if (mode === '160000') return 'submodule';
  return mode === undefined || mode === '000000' ? null : 'file';
}
