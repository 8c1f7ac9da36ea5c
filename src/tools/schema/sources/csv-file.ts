import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import type { FieldType } from '../shape.ts';
import type { FileText } from './json-file.ts';
import { type Cell, foldCase, type RecordTable } from './records.ts';

const Rows = z.array(z.array(z.string()));

/** The records of a CSV file; its first line names the fields. */
export function csvTables(file: FileText, rows: number, delimiter: string): RecordTable[] {
  const parsed = readRows(file, rows, delimiter);
  const [head = [], ...body] = parsed;
  const names = fieldNames(head, Math.max(0, ...body.map((row) => row.length)));
  const types = names.map((_, at) => columnType(body.map((row) => row[at] ?? '')));
  const sampled = body.slice(0, rows);
  const records = sampled.map((row) => names.map((name, at) => cellOf(name, row[at] ?? '', types[at] ?? 'text')));
  return [{ name: 'records', names, records, rowsExact: file.whole && body.length <= rows }];
}

function readRows({ path, text, whole }: FileText, rows: number, delimiter: string): string[][] {
  const body = whole ? text : text.slice(0, text.lastIndexOf('\n') + 1);
  try {
    const found = parse(body, {
      delimiter,
      bom: true,
      // The line of names, and one more than wanted to see whether there are more.
      to: rows + 2,
      relax_column_count: true,
      skip_empty_lines: true,
      // A quoted value may have been cut; callers that read the whole file are warned.
      ...(whole ? {} : { relax_quotes: true }),
    });
    return Rows.parse(found);
  } catch (thrown) {
    // Cut inside quotes: everything before the record that opened them is whole.
    if (!whole) return readRows({ path, text: `${beforeLastQuote(body)}`, whole: true }, rows, delimiter);
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    throw new AssayError('SOURCE_UNREADABLE', `${path} is not valid CSV: ${message}.`, {
      next: 'Correct the file, or name another; `preview` shows the place.',
    });
  }
}

function beforeLastQuote(text: string): string {
  const quote = text.lastIndexOf('"');
  return quote < 0 ? '' : text.slice(0, text.lastIndexOf('\n', quote) + 1);
}

/** Every column has a name of its own, also where the first line repeats itself or is too short. */
function fieldNames(head: readonly string[], width: number): string[] {
  const seen = new Set<string>();
  return Array.from({ length: Math.max(head.length, width) }, (_, at) => {
    // A clause cannot name what holds a control character.
    const given = head[at]?.replace(/\p{Cc}+/gu, ' ').trim() || `column_${at + 1}`;
    let name = given;
    for (let n = 2; seen.has(foldCase(name)); n += 1) name = `${given}_${n}`;
    seen.add(foldCase(name));
    return name;
  });
}

/** One type for all: a number among words is a word too. `007` and `1e5x` are no numbers. */
function columnType(values: readonly string[]): FieldType {
  const filled = values.filter((value) => value !== '');
  if (filled.length === 0) return 'any';
  if (filled.every((value) => INTEGER.test(value) && Number.isSafeInteger(Number(value)))) return 'integer';
  if (filled.every((value) => REAL.test(value) && Number.isFinite(Number(value)))) return 'real';
  return filled.every((value) => /^(true|false)$/i.test(value)) ? 'boolean' : 'text';
}

const INTEGER = /^-?(0|[1-9]\d{0,15})$/;
const REAL = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function cellOf(name: string, text: string, type: FieldType): Cell {
  if (text === '') return { name, value: null, type: null };
  if (type === 'integer') return { name, value: BigInt(text), type };
  if (type === 'real') return { name, value: Number(text), type };
  if (type === 'boolean') return { name, value: /^true$/i.test(text) ? 1 : 0, type };
  return { name, value: text, type: 'text' };
}
