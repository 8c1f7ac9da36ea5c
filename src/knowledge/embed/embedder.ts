/** A piece of code to be embedded. */
export interface EmbeddedPiece {
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

/** Turns questions and code into vectors that are close where the meanings are. */
export interface Embedder {
  /**
   * Identifies the embedder and everything its vectors depend on, without secrets: vectors of two are never compared.
   */
  readonly id: string;
  /** A vector of length one. */
  query(text: string, signal?: AbortSignal): Promise<Float32Array>;
  /** One for each piece, in order, of the same length as a question's. Throws if it cannot return all of them. */
  code(pieces: readonly EmbeddedPiece[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** For embedders without a network call: a question's vector synchronously. */
  queryNow?(text: string): Float32Array;
}
