import { extname } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import { openTextSource, readAt } from '../../formats/source.ts';
import { decodeUtf8, wholeCharacters } from '../../formats/utf8.ts';
import { LOG_TABLES } from '../describe-log.ts';
import type { SourceKind, Table } from '../shape.ts';
import { csvTables } from './csv-file.ts';
import type { Dataset, SampleLimits } from './dataset.ts';
import { type FileText, jsonlTables, jsonTables } from './json-file.ts';
import { isDatabase, readDatabase } from './open-database.ts';
import { loadRecords, memoryDatabase, type RecordTable } from './records.ts';
import { sqliteTables, tableNames } from './sqlite-tables.ts';

export interface WantedDataset {
  readonly path: string;
  /** Assay's own log: only the tables for people. */
  readonly isLog: boolean;
  /** Which of the tables to look into; throws when none will do. */
  choose(names: readonly string[]): readonly string[];
  readonly limits: SampleLimits;
}

/** Opens a source, whatever it is, for the time of `work`. */
export async function withDataset<R>(wanted: WantedDataset, work: (dataset: Dataset) => R): Promise<R> {
  const file = await readBeginning(wanted.path, wanted.limits.bytes);
  if (file === 'database') return withSqlite(wanted, work);
  const kind = kindOf(file);
  const tables = await recordTables(file, kind, wanted.limits.rows);
  const chosen = wanted.choose(tables.map(({ name }) => name));
  return withRecords(
    file,
    kind,
    tables.filter(({ name }) => chosen.includes(name)),
    work,
  );
}

function withSqlite<R>({ path, isLog, choose, limits }: WantedDataset, work: (dataset: Dataset) => R): R {
  return readDatabase(path, (db) => {
    const there = tableNames(db).filter(({ name }) => !isLog || LOG_TABLES.has(name));
    const chosen = choose(there.map(({ name }) => name));
    const tables = sqliteTables(
      db,
      there.filter(({ name }) => chosen.includes(name)),
      limits,
    ).map((each) => (isLog ? explained(each) : each));
    const partly = tables.filter(({ sampled, rows, rowsExact }) => !rowsExact || sampled < rows);
    const note =
      partly.length === 0
        ? null
        : `types, nulls and examples come from the first rows of ${partly.map(({ name, sampled }) => `${name} (${sampled})`).join(', ')}`;
    return work({ path, kind: isLog ? 'assay-log' : 'sqlite', tables, db, complete: partly.length === 0, note });
  });
}

function explained(table: Table): Table {
  const known = LOG_TABLES.get(table.name);
  const fields = table.fields.map((field) => ({ ...field, description: known?.fields[field.name] ?? null }));
  return { ...table, fields, description: known?.about ?? null };
}

function withRecords<R>(
  file: FileText,
  kind: SourceKind,
  tables: readonly RecordTable[],
  work: (dataset: Dataset) => R,
): R {
  const db = memoryDatabase();
  try {
    const loaded = tables.map((table) => loadRecords(db, table));
    const complete = file.whole && loaded.every(({ sampled, rows, rowsExact }) => rowsExact && sampled === rows);
    const read = loaded.map(({ name, sampled }) => `${name} (${sampled})`).join(', ');
    const part = file.whole ? 'the file' : `the first ${megabytes(file.text.length)} of the file`;
    const note = complete ? null : `a sample: the first records of ${read}, from ${part}`;
    return work({ path: file.path, kind, tables: loaded, db, complete, note });
  } finally {
    db.close();
  }
}

const megabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024 / 1024))} MB`;

function recordTables(file: FileText, kind: SourceKind, rows: number): RecordTable[] | Promise<RecordTable[]> {
  if (kind === 'json') return jsonTables(file, rows);
  if (kind === 'jsonl') return jsonlTables(file, rows);
  return csvTables(file, rows, extname(file.path).toLowerCase() === '.tsv' ? '\t' : delimiterOf(file.text));
}

/** What European spreadsheets write, and what everybody else does. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split('\n', 1);
  const count = (sign: string): number => line.split(sign).length;
  return count(';') > count(',') ? ';' : count('\t') > count(',') ? '\t' : ',';
}

async function readBeginning(path: string, most: number): Promise<FileText | 'database'> {
  const source = await openTextSource(path);
  try {
    const head = await readAt(source, 0, 100);
    if (isDatabase(head) || (source.size === 0 && DATABASE_NAMES.has(extname(path).toLowerCase()))) return 'database';
    const bytes = await readAt(source, 0, most);
    const whole = source.size <= most;
    const text = decodeUtf8(whole ? bytes : bytes.subarray(0, wholeCharacters(bytes))).replace(/^\ufeff/, '');
    return { path, text, whole };
  } finally {
    await source.close();
  }
}

/** SQLite makes the file when it is opened and writes its first page later. */
const DATABASE_NAMES = new Set(['.db', '.sqlite', '.sqlite3', '.db3']);
const BY_NAME: Readonly<Record<string, SourceKind>> = {
  '.json': 'json',
  '.geojson': 'json',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.csv': 'csv',
  '.tsv': 'csv',
};

/** By its name, else by what it begins with. */
function kindOf({ path, text }: FileText): SourceKind {
  const named = BY_NAME[extname(path).toLowerCase()];
  if (named) return named;
  if (text.trimStart().startsWith('[')) return 'json';
  if (text.trimStart().startsWith('{')) return isJson(text.split('\n', 1)[0] ?? '') ? 'jsonl' : 'json';
  throw new AssayError('SOURCE_UNREADABLE', `${path} is neither a SQLite database nor a JSON, JSONL or CSV file.`, {
    next: 'Name such a file; a text file with records needs the ending .json, .jsonl, .csv or .tsv.',
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
