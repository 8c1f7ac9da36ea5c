import { AssayError } from '#contracts/errors.ts';
import { chooseTables } from './choose-tables.ts';
import { exampleClauses } from './examples.ts';
import { quoteName, showAs } from './literal.ts';
import { OPERATORS, operatorsFor } from './operators.ts';
import type { ExampleOut, SchemaOutput, ShapeField, Table } from './shape.ts';
import type { Dataset } from './sources/dataset.ts';
import { statementOnlyReads } from './sources/open-database.ts';
import { type WantedDataset, withDataset } from './sources/with-dataset.ts';
import { type TrialLimits, tryClause } from './trial.ts';
import type { checkClause } from './where/check-clause.ts';
import { whereError } from './where/where-error.ts';

export interface SchemaQuestion {
  readonly path: string;
  readonly isLog: boolean;
  readonly table: string | undefined;
  readonly where: string | undefined;
  /** Rows of each table to take types and examples from. */
  readonly sample: number;
}

const SAMPLE_BYTES = 4 * 1024 * 1024;
const SAMPLE_MS = 1_000;
const CHECK_TRIAL: TrialLimits = { rows: 100_000, ms: 1_000 };
const EXAMPLE_TRIAL: TrialLimits = { rows: 1_000, ms: 100 };
/** A schema should come quickly; in a database with hundreds of tables the later ones get no examples. */
const ALL_EXAMPLES_MS = 2_000;

/**
 * The queryable fields of a source; with a clause, whether it can be run. Throws an AssayError with the reason if not.
 */
export async function describeSource({ path, isLog, table, where, sample }: SchemaQuestion): Promise<SchemaOutput> {
  const wanted: WantedDataset = {
    path,
    isLog,
    choose: (names) => chooseTables(path, names, table, where !== undefined),
    limits: { rows: sample, bytes: SAMPLE_BYTES, ms: SAMPLE_MS },
  };
  // Its parser is large: a caller that only lists fields need not wait for it.
  const checker = where === undefined ? null : await import('./where/check-clause.ts');
  return withDataset(wanted, (dataset) => {
    statementOnlyReads(dataset.db);
    const check = where === undefined || !checker ? null : checkWhere(checker.checkClause, dataset, where);
    return outputOf(dataset, check);
  });
}

function checkWhere(
  check: typeof checkClause,
  { db, kind, tables: [table] }: Dataset,
  where: string,
): SchemaOutput['check'] {
  if (!table) throw new AssayError('TABLE_UNKNOWN', 'There is no table to run a clause on.');
  const checked = check(where, table);
  if (!checked.ok) throw whereError(checked.problems);
  const trial = tryClause(db, table.name, checked.where, CHECK_TRIAL);
  if (!trial.ok) throw whereError([trial.problem]);
  const inDatabase = kind === 'sqlite' || kind === 'assay-log';
  return {
    table: table.name,
    where: checked.where,
    fields: [...checked.fields],
    matches: trial.matches,
    tried: trial.tried,
    triedAll: trial.triedAll && (inDatabase || table.rowsExact),
    sql: inDatabase ? `SELECT * FROM ${quoteName(table.name)} WHERE ${checked.where}` : null,
  };
}

function outputOf(dataset: Dataset, check: SchemaOutput['check']): SchemaOutput {
  const until = performance.now() + ALL_EXAMPLES_MS;
  const shown = dataset.tables.map((table) => ({
    name: table.name,
    kind: table.kind,
    rows: table.rows,
    rowsExact: table.rowsExact,
    sampled: table.sampled,
    description: table.description,
    note: table.note,
    fields: table.fields.map(fieldOut),
    examples: performance.now() > until ? [] : triedExamples(dataset, table),
  }));
  const all = shown.flatMap(({ examples }) => examples);
  return {
    source: dataset.path,
    kind: dataset.kind,
    complete: dataset.complete,
    note: dataset.note,
    tables: shown,
    operators: OPERATORS.map(({ symbol, meaning, types }) => ({
      symbol,
      meaning,
      types: [...types],
      example: all.find(({ operator }) => operator === symbol)?.where ?? null,
    })),
    check,
  };
}

const fieldOut = ({ values, ...field }: ShapeField) => ({
  ...field,
  operators: field.queryable ? operatorsFor(field.type) : [],
  examples: values.map((value) => showAs(field.type, value)),
});

/** Only those that ran. */
function triedExamples({ db }: Dataset, table: Table): ExampleOut[] {
  return exampleClauses(table).flatMap(({ operator, where }) => {
    const trial = tryClause(db, table.name, where, EXAMPLE_TRIAL);
    return trial.ok ? [{ operator, where, matches: trial.matches, tried: trial.tried }] : [];
  });
}
