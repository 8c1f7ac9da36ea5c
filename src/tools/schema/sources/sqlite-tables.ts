import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { columnType } from '../declared-type.ts';
import { quoteName } from '../literal.ts';
import { Profiler } from '../profile.ts';
import type { ShapeField, SqlValue, Table } from '../shape.ts';
import { MOST_FIELDS, type SampleLimits } from './dataset.ts';

/** A database with hundreds of tables gets a short look at the later ones. */
const ALL_TABLES_MS = 3_000;

/** The queryable content of tables, sampled. If one cannot be read the note says why. */
export function sqliteTables(db: DatabaseSync, tables: readonly TableRow[], limits: SampleLimits): Table[] {
  const until = performance.now() + ALL_TABLES_MS;
  return tables.map((entry) => {
    const ms = Math.min(limits.ms, Math.max(0, until - performance.now()));
    return describeTable(db, entry, { ...limits, ms });
  });
}

const TableRow = z.object({
  schema: z.string(),
  name: z.string(),
  type: z.enum(['table', 'view', 'virtual', 'shadow']),
});
type TableRow = z.infer<typeof TableRow>;
const ColumnRow = z.object({
  name: z.string(),
  type: z.string(),
  notnull: z.bigint(),
  pk: z.bigint(),
  hidden: z.bigint(),
});
type ColumnRow = z.infer<typeof ColumnRow>;

/** SQLite's own tables, and those in which a virtual table keeps its data, are internal. */
export function tableNames(db: DatabaseSync): TableRow[] {
  const rows = z.array(TableRow).parse(db.prepare('PRAGMA main.table_list').all());
  return rows
    .filter(
      ({ schema, name, type }) => schema === 'main' && type !== 'shadow' && !name.toLowerCase().startsWith('sqlite_'),
    )
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

function describeTable(db: DatabaseSync, { name, type }: TableRow, limits: SampleLimits): Table {
  const kind = type === 'shadow' ? 'table' : type;
  const nothing = { name, kind, rows: 0, rowsExact: false, sampled: 0, fields: [], description: null };
  try {
    const all = columnsOf(db, name);
    const columns = all.slice(0, MOST_FIELDS);
    const { profilers, sampled } = sampleRows(db, name, columns, limits);
    const indexed = indexedColumns(db, name, columns);
    const counted = countRows(db, name, sampled < limits.rows ? sampled : COUNT_UP_TO);
    const fields = columns.map((column, at) =>
      describeColumn(column, profilers[at], kind === 'view', columns, indexed),
    );
    const left = all.length - columns.length;
    return {
      ...nothing,
      ...counted,
      sampled,
      fields,
      note: left > 0 ? `${left} more columns are not described` : null,
    };
  } catch (thrown) {
    // A module that is not loaded, a view on a missing table: the other tables are still useful.
    return { ...nothing, note: `it cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}` };
  }
}

function columnsOf(db: DatabaseSync, table: string): ColumnRow[] {
  const rows = db.prepare('SELECT name, type, "notnull", pk, hidden FROM pragma_table_xinfo(?, ?)').all(table, 'main');
  return z
    .array(ColumnRow)
    .parse(rows)
    .filter(({ hidden }) => hidden !== HIDDEN);
}

const HIDDEN = 1n;
const COUNT_UP_TO = 100_000;

/** The first rows, until there are enough of them, of bytes or of time. */
function sampleRows(db: DatabaseSync, table: string, columns: readonly ColumnRow[], limits: SampleLimits) {
  const profilers = columns.map(({ name }) => new Profiler(name));
  const names = columns.map(({ name }) => quoteName(name)).join(', ');
  const until = performance.now() + limits.ms;
  let sampled = 0;
  let bytes = 0;
  for (const row of arrays(db.prepare(`SELECT ${names} FROM main.${quoteName(table)} LIMIT ${limits.rows}`))) {
    for (const [at, value] of row.entries()) {
      profilers[at]?.add(value);
      bytes += sizeOf(value);
    }
    sampled += 1;
    if (bytes > limits.bytes || performance.now() > until) break;
  }
  return { profilers, sampled };
}

function* arrays(statement: StatementSync): Generator<SqlValue[]> {
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  // Rows come as arrays now, which the types of this Node do not say.
  for (const row of statement.iterate() as Iterable<unknown>) if (Array.isArray(row)) yield row;
}

const sizeOf = (value: SqlValue): number =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;

function countRows(db: DatabaseSync, table: string, upTo: number): { rows: number; rowsExact: boolean } {
  const sql = `SELECT count(*) AS n FROM (SELECT 1 FROM main.${quoteName(table)} LIMIT ${upTo + 1})`;
  const rows = Number(db.prepare(sql).get()?.n ?? 0);
  return { rows: Math.min(rows, upTo), rowsExact: rows <= upTo };
}

function indexedColumns(db: DatabaseSync, table: string, columns: readonly ColumnRow[]): Set<string> {
  const sql = `SELECT i.name AS name FROM pragma_index_list(?, 'main') AS l, pragma_index_info(l.name, 'main') AS i WHERE i.seqno = 0`;
  const led = db.prepare(sql).all(table);
  const keys = columns.filter(({ pk }) => pk === 1n).map(({ name }) => name);
  return new Set([...keys, ...led.flatMap(({ name }) => (typeof name === 'string' ? [name] : []))]);
}

function describeColumn(
  { name, type, notnull, pk }: ColumnRow,
  profiler: Profiler | undefined,
  isView: boolean,
  columns: readonly ColumnRow[],
  indexed: ReadonlySet<string>,
): ShapeField {
  const { types, nulls, values, seen } = profiler?.profile ?? new Profiler(name).profile;
  const soleKey = pk === 1n && columns.every((other) => other.name === name || other.pk === 0n);
  const neverNull = notnull === 1n || (soleKey && type.toUpperCase() === 'INTEGER');
  return {
    name,
    type: columnType(type, types),
    declared: type === '' ? null : type,
    // A view declares nothing, so the values decide.
    nullable: isView ? nulls > 0 || seen === 0 : !neverNull,
    indexed: indexed.has(name),
    queryable: true,
    description: null,
    note: types.size === 0 && seen > 0 ? 'only nulls were seen' : null,
    values,
  };
}
