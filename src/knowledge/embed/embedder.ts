/** A piece of code that gets a vector. */
export interface EmbeddedPiece {
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

/** Turns questions and code into vectors that are near each other where they mean the same. */
export interface Embedder {
  /** Which one it is, with all that its vectors depend on, and no secret: vectors of two are never compared. */
  readonly id: string;
  /** A vector of length one. */
  query(text: string, signal?: AbortSignal): Promise<Float32Array>;
  /** One for each piece, in their order, as long as a question's. Throws where it cannot give all of them. */
  code(pieces: readonly EmbeddedPiece[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** For those that need nobody else: a question's vector at once. */
  queryNow?(text: string): Float32Array;
}
