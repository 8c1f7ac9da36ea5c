import { commonType } from './profile.ts';
import type { FieldType } from './shape.ts';

/** The type a column's declaration asks for, by SQLite's rules and BOOLEAN besides; null when it says nothing firm. */
export function declaredType(declared: string): FieldType | null {
  const upper = declared.toUpperCase();
  if (upper.includes('BOOL')) return 'boolean';
  if (upper.includes('INT')) return 'integer';
  if (/CHAR|CLOB|TEXT/.test(upper)) return 'text';
  if (upper.includes('BLOB')) return 'blob';
  if (/REAL|FLOA|DOUB/.test(upper)) return 'real';
  if (upper.startsWith('JSON')) return 'json';
  return null;
}

/**
 * The type of a column's content: SQLite does not enforce declarations, so the values decide where they differ, and the
 * declaration where there are none.
 */
export function columnType(declared: string, seen: ReadonlySet<FieldType>): FieldType {
  const wanted = declaredType(declared);
  if (wanted === null) return commonType(seen);
  // Only text whose values were all JSON may be parsed as JSON: on other text SQLite's functions fail.
  if (seen.size === 0) return wanted === 'json' ? 'text' : wanted;
  const held = commonType(seen);
  if (wanted === 'boolean') return held === 'integer' ? 'boolean' : held;
  if (wanted === 'real' && held === 'integer') return 'real';
  return held;
}
