import { createHash } from 'node:crypto';
import { AssayError } from '#contracts/errors.ts';
import { parseText } from '../parse/parse-text.ts';
import type { SyntaxTree } from '../parse/syntax-tree.ts';
import { isEquivalent } from './equivalent.ts';
import { findSites } from './find-sites.ts';
import type { MutantTable } from './language-table.ts';
import { tableFor } from './languages.ts';
import type { Draft } from './maker.ts';
import { MAKERS } from './makers/index.ts';
import { applyEdits, type LineRange, type Mutant, type TextEdit } from './mutant.ts';
import { selectMutants } from './select.ts';

export interface MutantOptions {
  /** `typescript`, `tsx`, `javascript` or `python`. */
  readonly language: string;
  /** Only mutants that touch these lines; default: all. */
  readonly lines?: readonly LineRange[];
  readonly limit?: number;
  readonly seed?: number;
}

/** The mistakes that could be in a text. Each still parses, and differs from the text and from the others. */
export async function makeMutants(text: string, options: MutantOptions): Promise<Mutant[]> {
  const table = tableFor(options.language);
  const tree = await parsed(text, table);
  const drafted = draft(tree, table);
  const within = options.lines ? drafted.filter((mutant) => touches(mutant, options.lines ?? [])) : drafted;
  const sound = new Map<string, boolean>();
  const chosen = async (limit: number): Promise<Mutant[]> => {
    const kept = selectMutants(
      within.filter(({ id }) => sound.get(id) !== false),
      limit,
      options.seed,
    );
    let broken = 0;
    for (const mutant of kept) {
      if (sound.has(mutant.id)) continue;
      const fine = await stillParses(tree, mutant);
      sound.set(mutant.id, fine);
      if (!fine) broken += 1;
    }
    // A mutant that does not parse is replaced by another.
    return broken === 0 ? kept : chosen(limit);
  };
  return chosen(options.limit ?? Number.POSITIVE_INFINITY);
}

async function parsed(text: string, table: MutantTable): Promise<SyntaxTree> {
  const result = await parseText(text, table.grammar);
  if (result.ok) return result.tree;
  throw new AssayError('SOURCE_UNREADABLE', `The text could not be parsed as ${table.grammar}: ${result.why}.`, {
    next: 'Check that the file is source code of that language, and not generated or minified.',
  });
}

/**
 * Whether the top-level statement that holds the change still parses. A text with syntax errors may keep them, and gets
 * no new ones.
 */
async function stillParses(tree: SyntaxTree, { edits }: Mutant): Promise<boolean> {
  const [start, end] = spanOf(edits);
  const piece = tree.root.children.find((child) => child.start <= start && end <= child.end) ?? tree.root;
  const inside = edits.map((edit) => ({ ...edit, start: edit.start - piece.start, end: edit.end - piece.start }));
  const known = tree.errors.filter((error) => piece.contains(error)).length;
  const result = await parseText(applyEdits(piece.text, inside), tree.grammar);
  return result.ok && result.tree.errors.length <= known;
}

const spanOf = (edits: readonly TextEdit[]): readonly [start: number, end: number] => [
  Math.min(...edits.map((edit) => edit.start)),
  Math.max(...edits.map((edit) => edit.end)),
];

function draft(tree: SyntaxTree, table: MutantTable): Mutant[] {
  const seen = new Set<string>();
  const mutants: Mutant[] = [];
  const { errors } = tree;
  for (const { node, symbol } of findSites(tree, table)) {
    for (const made of MAKERS.flatMap((maker) => maker({ node, table }))) {
      if (isEquivalent(made, table) || errors.some((error) => made.about.contains(error))) continue;
      const mutant = placed(tree, made, symbol);
      const change = changeOf(tree.text, mutant);
      if (change === null || seen.has(change)) continue;
      seen.add(change);
      mutants.push(mutant.mutant);
    }
  }
  return mutants;
}

interface Placed {
  readonly mutant: Mutant;
  readonly start: number;
}

function placed(tree: SyntaxTree, { kind, edits, description }: Draft, symbol: string | null): Placed {
  const [start, end] = spanOf(edits);
  const inside = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  const before = tree.text.slice(start, end);
  const line = tree.lineAt(start);
  const key = createHash('sha256')
    .update(JSON.stringify([kind, start, before, inside]))
    .digest('hex')
    .slice(0, 8);
  const mutant = {
    id: `${kind}-${line}-${key}`,
    kind,
    line,
    column: start - tree.lineStart(start) + 1,
    endLine: tree.lineAt(Math.max(start, end - 1)),
    before,
    after: applyEdits(before, inside),
    edits,
    symbol,
    description,
  };
  return { mutant, start };
}

/** The change in its smallest form, so that two ways to the same text are recognised as one; null for no change. */
function changeOf(text: string, { mutant: { before, after }, start }: Placed): string | null {
  if (before === after) return null;
  let head = 0;
  while (head < before.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  let [gone, put, at] = [
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
    start + head,
  ];
  // A pure insertion or deletion can be moved to a later position with the same result.
  while (gone === '' && put[0] === text[at] && at < text.length) [put, at] = [put.slice(1) + put[0], at + 1];
  while (put === '' && gone[0] === text[at + gone.length] && at + gone.length < text.length)
    [gone, at] = [gone.slice(1) + gone[0], at + 1];
  return JSON.stringify([at, gone.length, put]);
}

const touches = ({ line, endLine }: Mutant, lines: readonly LineRange[]): boolean =>
  lines.some(({ first, last }) => line <= last && endLine >= first);
