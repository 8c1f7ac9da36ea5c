import { posix } from 'node:path';
import type { TreeHash } from '#contracts/ids.ts';
import { escapePattern } from '#contracts/text.ts';
import type { TreeRunner } from '../tree-runner.ts';
import type { InventoryChange } from './compare.ts';
import type { TestFile } from './test-inventory.ts';

/**
 * Removes names that are imported now and unchanged: a helper of a test file whose definition appears, word for word
 * and once, in the file that it is imported from.
 */
export async function withoutMovedHelpers(
  treeRunner: Pick<TreeRunner, 'readAll'>,
  tree: TreeHash,
  change: InventoryChange,
  before: ReadonlyMap<string, TestFile>,
): Promise<InventoryChange> {
  const suspects = change.rebound.flatMap((each) => {
    const text = each.taken && definitionOf(before.get(each.file)?.text ?? '', each.taken.local);
    return each.taken && text ? [{ each, text, files: filesOf(each.file, each.taken.module), ...each.taken }] : [];
  });
  if (suspects.length === 0) return change;
  const texts = await treeRunner.readAll(tree, [...new Set(suspects.flatMap(({ files }) => files))]);
  const moved = suspects.filter(({ local, text, files }) => {
    const there = files.flatMap((file) => texts.get(file) ?? [])[0] ?? '';
    return definitionOf(there, local) === text && definitions(there, local) === 1;
  });
  const isMoved = new Set(moved.map(({ each }) => each));
  return { ...change, rebound: change.rebound.filter((each) => !isMoved.has(each)) };
}

const OPENS = String.raw`(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:class|def|function\*?|const|let|var)\s+`;

/** The top-level definition of a name in a file, without `export`; null where there is none. Pure. */
export function definitionOf(text: string, local: string): string | null {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => new RegExp(`^${OPENS}${escapePattern(local)}(?![\\w$])`).test(line));
  if (first < 0) return null;
  const more = lines.slice(first + 1);
  const end = more.findIndex((line) => /^[^\s})\]]/.test(line));
  return [lines[first]?.replace(/^export\s+(default\s+)?/, ''), ...(end < 0 ? more : more.slice(0, end))]
    .join('\n')
    .trimEnd();
}

/** How often a name, or a part of it, is assigned in a file, in any way. */
function definitions(text: string, local: string): number {
  const name = `(?<![\\w$.])${escapePattern(local)}`;
  const ways = [
    `^${OPENS}${escapePattern(local)}(?![\\w$])`,
    `^\\s*${name}(?:\\.[\\w$.]+|\\[[^\\]\\n]*\\])?\\s*[-+*/|&]?=(?!=)`,
    `\\bimport\\b.*${name}(?![\\w$])`,
    `(?:setattr|assign|definePropert(?:y|ies)|patch\\.object)\\(\\s*${name}(?![\\w$])`,
  ];
  return ways.reduce((sum, way) => sum + (text.match(new RegExp(way, 'gm'))?.length ?? 0), 0);
}

/** The possible files of a module, seen from the file that imports it. */
function filesOf(file: string, module: string): string[] {
  const folder = posix.dirname(file);
  if (!file.endsWith('.py')) {
    if (!module.startsWith('.')) return [];
    const path = posix.join(folder, module);
    const bare = path.replace(/\.[cm]?[jt]sx?$/, '');
    return [path, ...['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '/index.ts', '/index.js'].map((end) => bare + end)];
  }
  const [, dots = '', rest = ''] = /^(\.*)(.*)$/.exec(module) ?? [];
  const from =
    dots === ''
      ? '.'
      : posix.join(
          folder,
          ...dots
            .slice(1)
            .split('')
            .map(() => '..'),
        );
  const path = posix.join(from, rest.replaceAll('.', '/'));
  return [`${path}.py`, posix.join(path, '__init__.py')];
}
