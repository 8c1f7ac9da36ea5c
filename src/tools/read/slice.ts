import type { Format, FormatFault } from '../formats/format.ts';
import type { ByteSource } from '../formats/source.ts';

/** The requested part of a file. Rows and lines count from 1 and include their end. */
export type Selector =
  | { readonly kind: 'path'; readonly value: string }
  | { readonly kind: 'element'; readonly value: string }
  | { readonly kind: 'symbol'; readonly value: string }
  | { readonly kind: 'section'; readonly value: string }
  | { readonly kind: 'rows'; readonly value: string; readonly first: number; readonly last: number }
  | { readonly kind: 'lines'; readonly value: string; readonly first: number; readonly last: number };

export interface SliceRequest {
  readonly source: ByteSource;
  /** Where the text begins, behind a byte order mark. */
  readonly from: number;
  readonly path: string;
  readonly format: Format;
  readonly selector: Selector;
  /** Neighbours on each side. */
  readonly around: number;
  readonly maxBytes: number;
  readonly delimiter: string;
  readonly signal?: AbortSignal | undefined;
}

/** What a reader found. */
export type Slice =
  | {
      readonly ok: true;
      readonly content: string;
      readonly contentFormat: Format;
      /** In words: `rows 5 to 10`. */
      readonly what: string;
      readonly lines?: { readonly first: number; readonly last: number };
      readonly leftOut: readonly string[];
      readonly others?: readonly string[];
      /** Why it is not in the format of the file. */
      readonly fallback?: string;
    }
  | { readonly ok: false; readonly why: 'missing'; readonly message: string; readonly nearest: readonly string[] }
  | { readonly ok: false; readonly why: 'unfit'; readonly message: string; readonly next: string }
  | { readonly ok: false; readonly why: 'broken'; readonly fault: FormatFault };

export const unfitSlice = (message: string, next: string): Slice => ({ ok: false, why: 'unfit', message, next });
export const missingSlice = (message: string, nearest: readonly string[]): Slice => ({
  ok: false,
  why: 'missing',
  message,
  nearest,
});

/** All of the requested part counts; only its size is limited. */
export const readLimits = (maxBytes: number) =>
  ({
    items: Number.MAX_SAFE_INTEGER,
    members: Number.MAX_SAFE_INTEGER,
    depth: 200,
    text: maxBytes,
    total: maxBytes,
  }) as const;

export const rangeWords = (what: string, first: number, last: number): string =>
  first === last ? `${what} ${first}` : `${what}s ${first} to ${last}`;
