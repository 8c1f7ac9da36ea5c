import { CsvScanner } from './scanner.ts';

export interface Dialect {
  readonly delimiter: string;
  readonly columns: number;
  /** Whole rows looked at. */
  readonly rows: number;
}

const DELIMITERS = [',', '\t', ';', '|'];

/** The delimiter that fits the beginning of a file best: the same number of columns, at least two, in each row. */
export function sniffDialect(head: Buffer, isWhole: boolean): Dialect | undefined {
  let best: Dialect | undefined;
  for (const delimiter of DELIMITERS) {
    const found = tryDelimiter(head, isWhole, delimiter);
    if (found && found.columns > (best?.columns ?? 1)) best = found;
  }
  return best;
}

/** A few rows may differ when the caller says that it is delimited text. */
export function likelyDelimiter(head: Buffer, isWhole: boolean): string {
  const even = sniffDialect(head, isWhole);
  if (even) return even.delimiter;
  const line = head.subarray(0, head.indexOf(0x0a) < 0 ? head.length : head.indexOf(0x0a)).toString('latin1');
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

const ENOUGH_ROWS = 50;

function tryDelimiter(head: Buffer, isWhole: boolean, delimiter: string): Dialect | undefined {
  const scanner = new CsvScanner({
    delimiter,
    keepBytes: 1,
    onRow: () => (scanner.rows >= ENOUGH_ROWS ? 'enough' : 'more'),
  });
  const end = isWhole ? head.length : head.lastIndexOf(0x0a) + 1;
  scanner.feed(head.subarray(0, end));
  if (isWhole) scanner.end();
  const { fault, uneven, columns, rows } = scanner;
  if (fault || (uneven && uneven.row <= ENOUGH_ROWS) || columns < 2 || rows < 1) return undefined;
  return { delimiter, columns, rows };
}
