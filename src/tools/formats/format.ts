/** What a file's content can be told to be. `text` and `binary` take whatever is left. */
export const FORMATS = ['json', 'jsonl', 'yaml', 'toml', 'xml', 'csv', 'tsv', 'text', 'binary'] as const;
export type Format = (typeof FORMATS)[number];

/** Where a file stops being valid. Line and column are computed from the byte only when needed. */
export interface FormatFault {
  /** Offset from the beginning of the file. */
  readonly byte: number;
  readonly message: string;
}

/** How much of a file was checked against its format's grammar. */
export type Checked = 'whole' | 'structure' | 'beginning';

/** How many there are. An estimate says so. */
export interface Total {
  readonly count: number;
  readonly exact: boolean;
}

/** How far files are read. */
export interface Reach {
  /** Up to this size a file is read and checked as a whole; beyond it only what is shown is. */
  readonly whole: number;
  /** How far a larger file is read to estimate what it holds. */
  readonly sample: number;
}

export const USUAL_REACH: Reach = { whole: 8 * 1024 * 1024, sample: 8 * 1024 * 1024 };

/** What was counted in a part of a file, carried over to all of it. */
export function estimate(counted: number, readBytes: number, allBytes: number): Total {
  if (readBytes <= 0) return { count: counted, exact: false };
  return { count: Math.max(counted, Math.round((counted * allBytes) / readBytes)), exact: false };
}
