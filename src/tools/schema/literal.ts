// Not from the package's front door, which loads six megabytes of parser.
import { sqliteKeywords } from 'sql-parser-cst/lib/keywords/sqlite.keywords.js';
import type { FieldType, SqlValue } from './shape.ts';

/** A name as it can be written in a clause, quoted only where it must be. */
export function writeName(name: string): string {
  const plain = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !Object.hasOwn(sqliteKeywords, name.toUpperCase());
  return plain ? name : quoteName(name);
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A value of a field; SQLite keeps true and false as 1 and 0. */
export const writeAs = (type: FieldType, value: SqlValue): string =>
  type === 'boolean' ? (Number(value) === 0 ? 'false' : 'true') : writeValue(value);

/** A value as an SQL literal. */
export function writeValue(value: SqlValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return quoteText(value);
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`;
  return String(value);
}

const LONGEST_SHOWN = 40;
const LONGEST_BLOB = 8;

/** The same, cut to what is good to read. */
export const showAs = (type: FieldType, value: SqlValue): string =>
  type === 'boolean' ? writeAs(type, value) : showValue(value);

export function showValue(value: SqlValue): string {
  if (typeof value === 'string' && value.length > LONGEST_SHOWN)
    return `${quoteText(cut(value))}… (${value.length} characters)`;
  if (value instanceof Uint8Array && value.length > LONGEST_BLOB) {
    return `${writeValue(value.subarray(0, LONGEST_BLOB))}… (${value.length} bytes)`;
  }
  return writeValue(value);
}

/** Not in the middle of a pair of surrogates. */
const cut = (text: string): string => text.slice(0, LONGEST_SHOWN).replace(/[\ud800-\udbff]$/, '');
