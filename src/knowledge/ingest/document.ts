import type { TrustLevel } from '../store/node-types.ts';

/** A separately citable part of a document. */
export interface Passage {
  /** Its headings, outermost first. */
  readonly headings: readonly string[];
  readonly text: string;
  /** Lines of a text, where it has lines. */
  readonly first?: number;
  readonly last?: number;
  /** Of a PDF. */
  readonly page?: number;
  /** The fragment of a link to it: the id of its heading. */
  readonly anchor?: string;
}

export interface ReadDocument {
  readonly title: string;
  readonly passages: readonly Passage[];
  /** Its links; a site is read by following those below the address a person named. */
  readonly links?: readonly string[];
}

/** Something a person named, as it was fetched. */
export interface FetchedDocument {
  /** A path or an address: how it is cited. */
  readonly id: string;
  readonly bytes: Uint8Array;
  /** According to the server, or by the file name. */
  readonly type: DocumentType;
}

export const DOCUMENT_TYPES = ['markdown', 'html', 'pdf', 'text'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export interface IngestReport {
  readonly source: string;
  readonly documents: number;
  readonly passages: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly skipped: readonly { readonly id: string; readonly why: string }[];
  readonly trust: TrustLevel;
}
