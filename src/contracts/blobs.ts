import type { BlobHash } from './ids.ts';

/** Content-addressed bytes: outputs, diffs, transcripts, large payloads. Writing the same bytes twice is one blob. */
export interface BlobStore {
  put(bytes: Uint8Array | string): Promise<BlobHash>;
  /** Throws BLOB_MISSING, or BLOB_CORRUPT when the bytes no longer match their name. */
  get(hash: BlobHash): Promise<Uint8Array>;
  has(hash: BlobHash): Promise<boolean>;
}
