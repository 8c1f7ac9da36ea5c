import type { DatabaseSync } from 'node:sqlite';
import type { SourceKind, Table } from '../shape.ts';

/** A source made ready: what it holds, and a database (its own, or one in memory) on which clauses can be tried. */
export interface Dataset {
  readonly path: string;
  readonly kind: SourceKind;
  readonly tables: readonly Table[];
  readonly db: DatabaseSync;
  /** Whether everything was looked at. */
  readonly complete: boolean;
  readonly note: string | null;
}

export interface SampleLimits {
  /** Rows or records of each table. */
  readonly rows: number;
  /** Read of a file. */
  readonly bytes: number;
  /** Spent on the rows of one table. */
  readonly ms: number;
}

/** Names beyond this are listed, but not looked into. */
export const MOST_FIELDS = 500;
