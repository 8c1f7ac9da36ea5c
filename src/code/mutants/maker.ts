import type { SyntaxNode } from '../parse/syntax-tree.ts';
import type { MutantTable } from './language-table.ts';
import type { MutantKind, TextEdit } from './mutant.ts';

/** A node that may be mutated. */
export interface MutantSite {
  readonly node: SyntaxNode;
  readonly table: MutantTable;
}

/** A mutant before it is checked, named and placed. */
export interface Draft {
  readonly kind: MutantKind;
  readonly edits: readonly TextEdit[];
  readonly description: string;
  /** The node that the mistake is about; the equivalence rules look at it. */
  readonly about: SyntaxNode;
}

export type Maker = (site: MutantSite) => readonly Draft[];

export const replacing = (node: { readonly start: number; readonly end: number }, replacement: string): TextEdit => ({
  start: node.start,
  end: node.end,
  replacement,
});

/** One edit that replaces a node. */
export function instead(
  kind: MutantKind,
  about: SyntaxNode,
  node: { readonly start: number; readonly end: number; readonly text: string },
  replacement: string,
  description: string,
): Draft {
  return { kind, about, edits: [replacing(node, replacement)], description };
}

/** Short enough for one line of a report. */
export const shortText = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 60 ? line : `${line.slice(0, 59)}…`;
};
