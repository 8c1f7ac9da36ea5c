import { resolve } from 'node:path';
import { z } from 'zod';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import { defineTool, type ToolContext } from '#contracts/tool.ts';
import { homeOf } from '#host/home.ts';
import { SchemaOutput } from './shape.ts';

/** The name Assay's own log goes by. */
export const LOG_SOURCE = 'assay:log';

const Input = z.strictObject({
  source: z
    .string()
    .min(1)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no path holds a NUL
    .regex(/^[^\x00]+$/, 'a path')
    .describe(`A SQLite database or a JSON, JSONL or CSV file; "${LOG_SOURCE}" for Assay’s own runs, events and mail`),
  table: z.string().optional().describe('Only this table or view; needed with a clause where there are several'),
  where: z
    .string()
    .optional()
    .describe('A WHERE clause (SQLite, without the word WHERE) to check against the table before you run it'),
  format: z
    .enum(['table', 'json', 'yaml'])
    .default('table')
    .describe('How the text is written; the structured answer is always the same'),
  sample: z
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(1000)
    .describe('Rows of each table to take types, nulls and examples from'),
});

export interface SchemaOptions {
  /** Assay's database; taken from ASSAY_HOME or HOME of the call's environment without it. */
  readonly database?: string;
}

export const schemaTool = (options: SchemaOptions = {}) =>
  defineTool({
    name: 'schema',
    title: 'Show what can be queried, check a WHERE clause',
    description: `Shows what can be queried in a SQLite database, a JSON, JSONL or CSV file, or Assay’s own run log: every table and field with its type, whether it can be null, values that were seen, the operators that fit, and WHERE clauses that were really run. Nested values of JSON are fields by their path (user.address.city). With a clause, checks it before you run it: an unknown field is answered with the nearest names, an operator or value that does not fit with those that do, a syntax error with its place; anything but a condition over the table’s own rows (subqueries, semicolons, functions with effects) is refused. Databases are opened for reading only, also while somebody writes. Large sources are sampled, and the answer says so.`,
    input: Input,
    output: SchemaOutput,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    examples: [
      { title: 'What can be asked of a JSON file', input: { source: 'package.json' } },
      { title: 'Check a clause', input: { source: 'package.json', table: 'document', where: "name LIKE 'a%'" } },
      { title: 'The same as YAML', input: { source: 'package.json', format: 'yaml' } },
    ],
    errors: {
      FILE_MISSING: 'There is no such file.',
      FILE_NOT_REGULAR: 'The path names a folder, a pipe or a device.',
      FILE_UNREADABLE: 'The file may not be read.',
      SOURCE_UNREADABLE: 'It is none of the formats, or damaged; the message says where.',
      STORE_BUSY: 'Another process has locked the database.',
      HOME_UNWRITABLE: `${LOG_SOURCE} was asked for and it is not known where Assay keeps its log.`,
      TABLE_UNKNOWN: 'No table of that name, or a clause was given without saying which of several tables it is for.',
      FIELD_UNKNOWN: 'The clause names a field that the table does not have.',
      OPERATOR_UNFIT: 'The clause uses an operator that does not fit the type of the field.',
      TYPE_MISMATCH: 'The clause compares a field with a value of another type.',
      CLAUSE_INVALID: 'The clause is not valid SQL; the message says where.',
      CLAUSE_REFUSED: 'The clause is more than a condition over the rows of its table.',
    },
    overrun: 'stop',
    run: async ({ source, table, where, format, sample }, context) => {
      try {
        const isLog = source === LOG_SOURCE;
        const path = isLog ? logOf(options, context) : resolve(context.cwd, source);
        // The parsers are large: who only lists the tools need not wait for them.
        const [{ describeSource }, { render }] = await Promise.all([import('./describe.ts'), import('./render.ts')]);
        const output = await describeSource({ path, isLog, table, where, sample });
        return { ok: true, output, text: render(output, format) };
      } catch (thrown) {
        return { ok: false, error: toErrorInfo(thrown, 'TOOL_FAILED') };
      }
    },
  });

function logOf({ database }: SchemaOptions, { env = {} }: ToolContext): string {
  if (database !== undefined) return database;
  if (env.ASSAY_HOME || env.HOME) return homeOf(env).database;
  throw new AssayError('HOME_UNWRITABLE', 'It is not known here where Assay keeps its log.', {
    next: 'Set ASSAY_HOME, or name the database file itself.',
  });
}
