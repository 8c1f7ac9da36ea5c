import type { Checked, Format, FormatFault, Reach } from '../formats/format.ts';
import type { ValueShape } from '../formats/queries/suggest.ts';
import type { ByteSource } from '../formats/source.ts';

export const STRUCTURES = [
  'array',
  'metadata wrapper',
  'object with array',
  'object',
  'value',
  'records',
  'table',
  'elements',
  'documents',
  'lines',
  'bytes',
  'nothing',
] as const;
export type Structure = (typeof STRUCTURES)[number];

export interface DrawRequest {
  readonly source: ByteSource;
  /** Where the text begins, behind a byte order mark. */
  readonly from: number;
  readonly max: number;
  /** Read to the end to count exactly. */
  readonly count: boolean;
  readonly delimiter?: string | undefined;
  /** The caller said what it is: do not take it for anything else. */
  readonly forced: boolean;
  readonly reach: Reach;
  readonly signal?: AbortSignal | undefined;
}

/** A collection of the document: how many of how many are shown. */
export interface Collection {
  /** In the manner of the format: `.entities`, `/catalog/book`, `rows`. */
  readonly path: string;
  readonly shown: number;
  readonly total: number;
  readonly exact: boolean;
}

/** A file as drawn by the code for its format. */
export type Drawing =
  | {
      readonly ok: true;
      readonly format: Format;
      readonly text: string;
      readonly structure: Structure;
      readonly metadata: readonly { readonly key: string; readonly value: string }[];
      readonly collections: readonly Collection[];
      readonly cuts: readonly string[];
      readonly notes: readonly string[];
      readonly checked: Checked;
      readonly shape: Omit<ValueShape, 'max'>;
    }
  | { readonly ok: false; readonly format: Format; readonly fault: FormatFault };
