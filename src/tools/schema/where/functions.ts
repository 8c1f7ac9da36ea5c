import type { ExprType } from './expr-type.ts';

export interface AllowedFunction {
  readonly least: number;
  readonly most: number;
  /** The type each argument must have; the last one holds for all that follow. */
  readonly takes: readonly ('text' | 'number' | 'json' | 'path' | 'any')[];
  readonly gives: ExprType;
}

const of = (
  takes: AllowedFunction['takes'],
  gives: ExprType,
  least = takes.length,
  most = takes.length,
): AllowedFunction => ({ takes, gives, least, most });

const MANY = 20;
const MOMENT = of(['any'], 'text', 0, MANY);

/**
 * Functions that a clause may call: they only compute, and never fail. So not `abs` (the smallest integer has no
 * positive), `printf`, `replace`, `zeroblob` (unlimited results), `like` with three arguments.
 */
export const FUNCTIONS: ReadonlyMap<string, AllowedFunction> = new Map([
  ['length', of(['any'], 'integer')],
  ['lower', of(['text'], 'text')],
  ['upper', of(['text'], 'text')],
  ['trim', of(['text', 'text'], 'text', 1)],
  ['ltrim', of(['text', 'text'], 'text', 1)],
  ['rtrim', of(['text', 'text'], 'text', 1)],
  ['substr', of(['text', 'number', 'number'], 'text', 2)],
  ['substring', of(['text', 'number', 'number'], 'text', 2)],
  ['instr', of(['text', 'text'], 'integer')],
  ['unicode', of(['text'], 'integer')],
  ['coalesce', of(['any'], 'any', 2, MANY)],
  ['ifnull', of(['any', 'any'], 'any')],
  ['nullif', of(['any', 'any'], 'any')],
  ['iif', of(['any', 'any', 'any'], 'any')],
  ['min', of(['any'], 'any', 2, MANY)],
  ['max', of(['any'], 'any', 2, MANY)],
  ['round', of(['number', 'number'], 'real', 1)],
  ['sign', of(['number'], 'integer')],
  ['typeof', of(['any'], 'text')],
  ['date', MOMENT],
  ['time', MOMENT],
  ['datetime', MOMENT],
  ['julianday', { ...MOMENT, gives: 'real' }],
  ['unixepoch', { ...MOMENT, gives: 'integer' }],
  ['strftime', of(['text', 'any'], 'text', 1, MANY)],
  ['json_valid', of(['any'], 'boolean')],
  ['json_type', of(['json', 'path'], 'text', 1)],
  ['json_array_length', of(['json', 'path'], 'integer', 1)],
  ['json_extract', of(['json', 'path'], 'any')],
]);

/** Written without parentheses. */
export const MOMENTS_NOW: ReadonlySet<string> = new Set(['current_date', 'current_time', 'current_timestamp']);
