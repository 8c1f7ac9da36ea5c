import { DatabaseSync } from 'node:sqlite';
import { quoteName } from '../literal.ts';
import { commonType, Profiler } from '../profile.ts';
import type { FieldType, ShapeField, SqlValue, Table } from '../shape.ts';
import { MOST_FIELDS } from './dataset.ts';

/** One value of a record: where it is, and what. */
export interface Cell {
  readonly name: string;
  readonly value: SqlValue;
  readonly type: FieldType | null;
  /** Inside an array, where no clause reaches. */
  readonly inArray?: boolean;
}

export interface RecordTable {
  readonly name: string;
  readonly records: Iterable<readonly Cell[]>;
  readonly rowsExact: boolean;
  /** When the number is known without the sample. */
  readonly rows?: number;
  /** Fields that are there without a record, such as those of a CSV file's first line. */
  readonly names?: readonly string[];
}

/** Puts the records of a file into a database in memory, where clauses can be tried, and tells what they hold. */
export function loadRecords(db: DatabaseSync, { name, records, rowsExact, rows, names = [] }: RecordTable): Table {
  const kept: (readonly Cell[])[] = [];
  const columns = new Columns();
  for (const each of names) columns.of(each, false);
  for (const record of records) {
    kept.push(record);
    for (const cell of record) columns.of(cell.name, cell.inArray ?? false)?.profiler.add(cell.value, cell.type);
  }
  const fields = [...columns.all].map((column) => asField(column, kept.length));
  const queryable = fields.filter((field) => field.queryable);
  createTable(db, name, queryable);
  insert(db, name, queryable, kept);
  return {
    name,
    kind: 'records',
    rows: rows ?? kept.length,
    rowsExact,
    sampled: kept.length,
    fields,
    description: null,
    note: columns.dropped > 0 ? `more than ${MOST_FIELDS} different fields: the others are not described` : null,
  };
}

/** A database that is gone when it is closed. */
export const memoryDatabase = (): DatabaseSync => new DatabaseSync(':memory:', { readBigInts: true });

interface Column {
  readonly name: string;
  readonly inArray: boolean;
  /** SQLite takes names that differ in case for the same. */
  readonly twin: string | null;
  readonly profiler: Profiler;
}

class Columns {
  readonly #byName = new Map<string, Column>();
  readonly #folded = new Map<string, string>();
  dropped = 0;

  get all(): Iterable<Column> {
    return this.#byName.values();
  }

  of(name: string, inArray: boolean): Column | null {
    const known = this.#byName.get(name);
    if (known) return known;
    if (this.#byName.size >= MOST_FIELDS) {
      this.dropped += 1;
      return null;
    }
    const twin = this.#folded.get(foldCase(name)) ?? null;
    const column = { name, inArray, twin, profiler: new Profiler(name) };
    if (!inArray && twin === null) this.#folded.set(foldCase(name), name);
    this.#byName.set(name, column);
    return column;
  }
}

/** As SQLite compares names: ASCII letters only. */
export const foldCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function asField({ name, inArray, twin, profiler }: Column, records: number): ShapeField {
  const { types, nulls, seen, values } = profiler.profile;
  const arrayNote = 'inside an array: ask the array itself, with json_array_length, json_extract or LIKE';
  const twinNote = twin === null ? null : `differs from ${twin} only in case, which SQLite does not tell apart`;
  return {
    name,
    type: commonType(types),
    declared: null,
    nullable: nulls > 0 || (!inArray && seen < records) || types.size === 0,
    indexed: false,
    queryable: !inArray && twin === null,
    description: null,
    note: inArray ? arrayNote : (twinNote ?? (types.size === 0 && seen > 0 ? 'only nulls were seen' : null)),
    values,
  };
}

const AFFINITY: Readonly<Record<FieldType, string>> = {
  integer: 'INTEGER',
  boolean: 'INTEGER',
  real: 'REAL',
  text: 'TEXT',
  json: 'TEXT',
  blob: 'BLOB',
  any: '',
};

function createTable(db: DatabaseSync, name: string, fields: readonly ShapeField[]): void {
  const columns = fields.map((field) => `${quoteName(field.name)} ${AFFINITY[field.type]}`);
  // A table must have a column; one that no clause can name does no harm.
  db.exec(`CREATE TABLE ${quoteName(name)} (${columns.length > 0 ? columns.join(', ') : '"(none)"'})`);
}

function insert(
  db: DatabaseSync,
  name: string,
  fields: readonly ShapeField[],
  records: readonly (readonly Cell[])[],
): void {
  const places = fields.length > 0 ? fields.map(() => '?').join(', ') : '?';
  const statement = db.prepare(`INSERT INTO ${quoteName(name)} VALUES (${places})`);
  db.exec('BEGIN');
  for (const record of records) {
    const values = new Map(record.map((cell) => [cell.name, cell.value]));
    const row = fields.map((field) => values.get(field.name) ?? null);
    statement.run(...(fields.length > 0 ? row : [null]));
  }
  db.exec('COMMIT');
}
