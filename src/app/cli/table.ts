import { cut, pad, widthOf } from './fit.ts';
import type { Paint, Style } from './screen.ts';

export interface Column<Row> {
  readonly title: string;
  text(row: Row): string;
  style?(row: Row): Style | null;
  readonly align?: 'right';
  /** Shrinks when the table is wider than the screen. */
  readonly flexible?: boolean;
}

/** Rows as lines. Columns are as wide as they need to be; a flexible one is truncated to fit. */
export function table<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number,
  paint: Paint,
): string[] {
  const natural = columns.map((column) =>
    rows.reduce((most, row) => Math.max(most, widthOf(column.text(row))), widthOf(column.title)),
  );
  const room = width - GAP.length * (columns.length - 1);
  const taken = natural.reduce((sum, each) => sum + each, 0);
  const least = natural.reduce((sum, each, at) => sum + (columns[at]?.flexible ? Math.min(each, LEAST) : each), 0);
  if (least > room) return rows.map((row) => inWords(columns, row, paint));
  const widths = columns.map((column, index) => {
    const wanted = natural[index] ?? 0;
    return column.flexible ? Math.min(wanted, Math.max(LEAST, wanted + room - taken)) : wanted;
  });
  const line = (cells: readonly string[]): string => cells.join(GAP).trimEnd();
  const cell = (column: Column<Row>, index: number, text: string): string => {
    const fitted = cut(text, widths[index] ?? 0);
    const blank = pad('', (widths[index] ?? 0) - widthOf(fitted));
    return column.align === 'right' ? blank + fitted : fitted + blank;
  };
  const head = line(columns.map((column, index) => paint('dim', cell(column, index, column.title))));
  return [
    head,
    ...rows.map((row) =>
      line(
        columns.map((column, index) => {
          const style = column.style?.(row) ?? null;
          const text = cell(column, index, column.text(row));
          return style === null ? text : paint(style, text);
        }),
      ),
    ),
  ];
}

/** A row for a screen that is too narrow for the table: its cells by name, folded like any other line. */
function inWords<Row>(columns: readonly Column<Row>[], row: Row, paint: Paint): string {
  const cells = columns.flatMap((column, at) => {
    const text = column.text(row);
    const style = column.style?.(row) ?? null;
    if (text.trim() === '') return [];
    const name = at === 0 ? '' : `${paint('dim', column.title)} `;
    return [`${name}${style === null ? text : paint(style, text)}`];
  });
  return cells.join(paint('dim', ' · '));
}

const GAP = '  ';
/** The minimum width of a flexible column, however narrow the screen. */
const LEAST = 8;
