import type { ErrorCode } from '#contracts/errors.ts';

/** Where in the clause, from 1; the column counts UTF-16 units, as editors do. */
export interface ClausePlace {
  readonly line: number;
  readonly column: number;
}

/** One reason why a clause cannot be run. */
export interface ClauseProblem {
  readonly code: Extract<
    ErrorCode,
    'FIELD_UNKNOWN' | 'OPERATOR_UNFIT' | 'TYPE_MISMATCH' | 'CLAUSE_INVALID' | 'CLAUSE_REFUSED'
  >;
  readonly message: string;
  readonly next: string | null;
  readonly at: ClausePlace | null;
}

export function placeOf(clause: string, offset: number): ClausePlace {
  const before = clause.slice(0, Math.max(0, offset)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
