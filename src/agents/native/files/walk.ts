import { fstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type IgnoreRule, ignoreRules, isIgnored } from './ignore.ts';
import { openStill } from './open-still.ts';

export interface FolderEntry {
  /** From the top, with `/`. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

export interface WalkOptions {
  /** How many levels of folders below the start are visited; default: all. */
  readonly depth?: number;
}

interface Rules {
  /** The containing folder, from the top. */
  readonly base: string;
  readonly rules: readonly IgnoreRule[];
}

/**
 * Everything under a folder in order of name, without what `.gitignore` files and git itself exclude. Links are listed,
 * never followed. Synchronous and lazy: long walks run in a thread, or stop in time.
 */
export function* walkFiles(top: string, start: string, options: WalkOptions = {}): Generator<FolderEntry> {
  const root = realpathSync(top);
  const above = start === '' ? [] : start.split('/').map((_, index, parts) => parts.slice(0, index).join('/'));
  yield* inside(
    root,
    start,
    above.flatMap((base) => rulesIn(root, base)),
    options.depth ?? Number.POSITIVE_INFINITY,
  );
}

export const linkTarget = (top: string, path: string): string => {
  try {
    return readlinkSync(join(top, path));
  } catch {
    return '?';
  }
};

function* inside(root: string, base: string, above: readonly Rules[], depth: number): Generator<FolderEntry> {
  const rules = [...above, ...rulesIn(root, base)];
  for (const { path, kind } of entriesOf(root, base)) {
    if (hides(rules, path, kind === 'folder')) continue;
    yield { path, kind };
    if (kind === 'folder' && depth > 1) yield* inside(root, path, rules, depth - 1);
  }
}

function entriesOf(root: string, base: string): FolderEntry[] {
  const found = openStill(root, base, 'folder', (_, at) => readdirSync(at, { withFileTypes: true })) ?? [];
  return found
    .filter(({ name }) => name !== '.git')
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .map((entry) => ({ path: base === '' ? entry.name : `${base}/${entry.name}`, kind: kindOf(entry) }));
}

const kindOf = (entry: {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}): FolderEntry['kind'] => {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return 'folder';
  return entry.isFile() ? 'file' : 'other';
};

const MOST_RULES_BYTES = 256 * 1024;

function rulesIn(root: string, base: string): Rules[] {
  const text = openStill(root, base === '' ? '.gitignore' : `${base}/.gitignore`, 'file', (file) => {
    const stat = fstatSync(file);
    return stat.isFile() && stat.size <= MOST_RULES_BYTES ? readFileSync(file, 'utf8') : undefined;
  });
  return text === undefined ? [] : [{ base, rules: ignoreRules(text) }];
}

/** The nearest folder's rules take precedence. */
function hides(all: readonly Rules[], path: string, isFolder: boolean): boolean {
  for (const { base, rules } of all.toReversed()) {
    const decided = isIgnored(base === '' ? path : path.slice(base.length + 1), isFolder, rules);
    if (decided !== undefined) return decided;
  }
  return false;
}
