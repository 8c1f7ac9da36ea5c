import { stringify } from 'yaml';
import { FIELD_TYPES, type SchemaOutput } from './shape.ts';

export type TextFormat = 'json' | 'yaml' | 'table';

/** A schema as text. */
export function render(schema: SchemaOutput, format: TextFormat): string {
  if (format === 'json') return JSON.stringify(schema, null, 2);
  if (format === 'yaml') return stringify(schema, { lineWidth: 0 }).trimEnd();
  return [...headLines(schema), ...schema.tables.flatMap(tableLines), ...operatorLines(schema)].join('\n').trimEnd();
}

function headLines({ source, kind, note, check }: SchemaOutput): string[] {
  const lines = [`${source} (${kind})${note === null ? '' : `: ${note}`}`, ''];
  if (check === null) return lines;
  const extent = check.triedAll ? `of ${check.tried} rows` : `of the first ${check.tried} rows`;
  return [
    ...lines,
    `This clause runs on ${check.table} and matches ${check.matches} ${extent}:`,
    `  ${check.where}`,
    '',
  ];
}

type TableOut = SchemaOutput['tables'][number];

function tableLines(table: TableOut): string[] {
  const count = `${table.rowsExact ? '' : 'at least '}${table.rows} ${table.rows === 1 ? 'row' : 'rows'}`;
  const about = [table.description, table.note === null ? null : `Note: ${table.note}.`].filter(
    (line) => line !== null,
  );
  return [
    `${table.name} (${table.kind}, ${count})`,
    ...about.map((line) => `  ${line}`),
    ...grid(
      ['Field', 'Type', 'Null', 'Index', 'Examples', 'About'],
      table.fields.map((field) => [
        field.name,
        field.type,
        field.nullable ? 'yes' : 'no',
        field.indexed ? 'yes' : '',
        field.examples.join(', '),
        [field.description, field.note].filter((part) => part !== null).join('; '),
      ]),
    ),
    ...(table.examples.length > 0 ? ['  WHERE clauses that were run:'] : []),
    ...table.examples
      .slice(0, EXAMPLES_SHOWN)
      .map(({ where, matches, tried }) => `    ${where}  -- ${matches} of ${tried}`),
    '',
  ];
}

function operatorLines({ operators, tables }: SchemaOutput): string[] {
  const present = new Set(tables.flatMap(({ fields }) => fields.map(({ type }) => type)));
  const types = FIELD_TYPES.filter((type) => present.has(type));
  const rows = operators
    .filter((operator) => operator.types.some((type) => present.has(type)))
    .map(({ symbol, meaning, types: fit, example }) => [
      symbol,
      meaning,
      fit.filter((type) => types.includes(type)).join(' '),
      example ?? '',
    ]);
  return rows.length === 0 ? [] : ['Operators', ...grid(['', 'Meaning', 'Fits', 'Example'], rows)];
}

/** The operators' own examples follow below. */
const EXAMPLES_SHOWN = 12;
const WIDEST = 60;

/** Columns as wide as they need to be, up to a limit; empty ones are left out. */
function grid(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const cells = [head, ...rows.map((row) => row.map(cellText))];
  const widths = head.map((_, at) => Math.max(...cells.map((row) => lengthOf(row[at] ?? ''))));
  const filled = head.map((_, at) => rows.some((row) => row[at] !== ''));
  const line = (row: readonly string[]): string =>
    row
      .flatMap((cell, at) => (filled[at] ? [cell + ' '.repeat(Math.max(0, (widths[at] ?? 0) - lengthOf(cell)))] : []))
      .join('  ')
      .trimEnd();
  return cells.map((row) => `  ${line(row)}`);
}

function cellText(text: string): string {
  const flat = text.replace(/\p{Cc}+/gu, ' ');
  return lengthOf(flat) <= WIDEST ? flat : `${[...flat].slice(0, WIDEST - 1).join('')}…`;
}

const lengthOf = (text: string): number => [...text].length;
