/** The kinds of mistakes, by what was changed. In the order in which they are chosen under a limit. */
export const MUTANT_KINDS = [
  'RemovedCheck',
  'ConditionFlip',
  'Boundary',
  'OffByOne',
  'Operator',
  'WrongBranch',
  'SwappedArgs',
  'ReturnValue',
  'RemovedCall',
] as const;
export type MutantKind = (typeof MUTANT_KINDS)[number];

/** A survivor of these always blocks: a check that no test needs, a condition that may as well be its opposite. */
export const BLOCKING_KINDS: readonly MutantKind[] = ['RemovedCheck', 'ConditionFlip'];

/** Offsets in UTF-16 units, as JavaScript counts. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** One small, plausible mistake in a text. */
export interface Mutant {
  /** Equal for the same mistake in the same text. */
  readonly id: string;
  readonly kind: MutantKind;
  /** From 1, as are columns. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly before: string;
  readonly after: string;
  readonly edits: readonly TextEdit[];
  /** The function it is in, with its containers (`Class.method`); null at the top of a file. */
  readonly symbol: string | null;
  readonly description: string;
}

/** Lines from 1, both included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** The text with the edits applied. They do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let made = text;
  for (const { start, end, replacement } of edits.toSorted((a, b) => b.start - a.start))
    made = made.slice(0, start) + replacement + made.slice(end);
  return made;
}
