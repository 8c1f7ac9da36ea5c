import { z } from 'zod';

/** `any`: values of several types, or none seen yet. `json`: text that holds objects or arrays. */
export const FIELD_TYPES = ['integer', 'real', 'text', 'boolean', 'blob', 'json', 'any'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export const SOURCE_KINDS = ['sqlite', 'assay-log', 'json', 'jsonl', 'csv'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** A value as SQLite holds it. */
export type SqlValue = null | number | bigint | string | Uint8Array;

/** Something a clause can refer to. */
export interface ShapeField {
  /** A column, or the path to a value in a JSON document. Also the name of its column where a clause is tried. */
  readonly name: string;
  readonly type: FieldType;
  readonly declared: string | null;
  readonly nullable: boolean;
  readonly indexed: boolean;
  readonly queryable: boolean;
  readonly description: string | null;
  readonly note: string | null;
  /** A few different values that were seen; none of a field that may hold secrets. */
  readonly values: readonly SqlValue[];
}

export interface Table {
  readonly name: string;
  readonly kind: 'table' | 'view' | 'virtual' | 'records';
  /** How many rows there are, or how many there are at least. */
  readonly rows: number;
  readonly rowsExact: boolean;
  /** How many rows types, nulls and examples were taken from. */
  readonly sampled: number;
  readonly fields: readonly ShapeField[];
  readonly description: string | null;
  /** Why it cannot be read, or what was left out. */
  readonly note: string | null;
}

const FieldOut = z.strictObject({
  name: z.string().describe('Column, or path of a value in a JSON document, such as user.address.city'),
  type: z
    .enum(FIELD_TYPES)
    .describe('any: values of several types, or only nulls; json: text holding objects or arrays'),
  declared: z.string().nullable().describe('The type the database declares, if it does'),
  nullable: z.boolean().describe('Whether it can be null or missing; where nothing is declared, whether that was seen'),
  indexed: z.boolean().describe('Whether an index or the primary key begins with it'),
  queryable: z.boolean().describe('Whether a WHERE clause can name it; the note says why not'),
  description: z.string().nullable().describe('What it means, where that is known'),
  note: z.string().nullable().describe('What to know about it'),
  operators: z.array(z.string()).describe('The operators that fit its type'),
  examples: z.array(z.string()).describe('Values that were seen, written as SQL literals'),
});

const ExampleOut = z.strictObject({
  operator: z.string().describe('The operator it shows'),
  where: z.string().describe('A WHERE clause that was run'),
  matches: z.number().int().describe('Rows it matched'),
  tried: z.number().int().describe('Rows it was tried on'),
});

const TableOut = z.strictObject({
  name: z.string().describe('Table, view, or the array of records in a JSON document'),
  kind: z.enum(['table', 'view', 'virtual', 'records']).describe('records: not a database, the records of a file'),
  rows: z.number().int().describe('How many rows it has; at least so many when rowsExact is false'),
  rowsExact: z.boolean().describe('Whether rows is the exact number'),
  sampled: z.number().int().describe('From how many rows types, nulls and examples were taken'),
  description: z.string().nullable().describe('What it holds, where that is known'),
  note: z.string().nullable().describe('What was left out, or why it cannot be read'),
  fields: z.array(FieldOut).describe('What a WHERE clause can name'),
  examples: z
    .array(ExampleOut)
    .describe('Clauses that were run on this table: each field, and each operator that fits'),
});

const OperatorOut = z.strictObject({
  symbol: z.string().describe('As it is written'),
  meaning: z.string().describe('What it asks'),
  types: z.array(z.enum(FIELD_TYPES)).describe('The types of fields it fits'),
  example: z.string().nullable().describe('A clause of this source that uses it and was run'),
});

const CheckOut = z.strictObject({
  table: z.string().describe('The table it was checked against'),
  where: z.string().describe('The clause to run; names of nested fields are quoted as SQLite needs them'),
  fields: z.array(z.string()).describe('The fields it names'),
  matches: z.number().int().describe('Rows it matched among those tried'),
  tried: z.number().int().describe('Rows it was tried on'),
  triedAll: z.boolean().describe('Whether those were all rows there are'),
  sql: z.string().nullable().describe('A whole statement, for a database; null for a file'),
});

export const SchemaOutput = z.strictObject({
  source: z.string().describe('The file that was looked at'),
  kind: z.enum(SOURCE_KINDS).describe('What it is'),
  complete: z.boolean().describe('Whether everything was looked at; false when types and examples come from a sample'),
  note: z.string().nullable().describe('What was sampled or left out'),
  tables: z.array(TableOut).describe('What can be queried'),
  operators: z.array(OperatorOut).describe('The operators a clause may use'),
  check: CheckOut.nullable().describe('The clause that was given to check, when it is good; null without one'),
});
export type SchemaOutput = z.infer<typeof SchemaOutput>;
export type ExampleOut = z.infer<typeof ExampleOut>;
