import { z } from 'zod';
import { codeWords, queryWords } from './words.ts';

const Head = z.object({ dim: z.number().int().positive(), words: z.array(z.string()) });

interface Table {
  readonly rows: Int8Array;
  readonly scales: Float32Array;
  /** Of each row's vector, computed on demand. */
  readonly lengths: Float32Array;
}

/**
 * A lookup-table embedder: a text's vector is the normalised sum of the vectors of its distinct words, with one table
 * for questions and one for code. Trained by scripts/knowledge/train-embedder.py; needs no key and no network.
 */
export class StaticEmbedder {
  readonly dim: number;
  readonly #index: ReadonlyMap<string, number>;
  readonly #query: Table;
  readonly #code: Table;

  constructor(file: Uint8Array) {
    // A Buffer's slice is a view of its pool, a plain array's is an aligned copy.
    const bytes = new Uint8Array(file);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const length = view.getUint32(0, true);
    const head = Head.parse(JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))));
    this.dim = head.dim;
    const count = head.words.length;
    this.#index = new Map(head.words.map((word, at) => [word, at]));
    let at = 4 + length + (-length & 3);
    const take = (size: number): ArrayBuffer => {
      const piece = bytes.slice(at, at + size).buffer;
      at += size;
      return piece;
    };
    const scales = [new Float32Array(take(count * 4)), new Float32Array(take(count * 4))] as const;
    this.#query = { scales: scales[0], rows: new Int8Array(take(count * this.dim)), lengths: new Float32Array(count) };
    this.#code = { scales: scales[1], rows: new Int8Array(take(count * this.dim)), lengths: new Float32Array(count) };
  }

  query(text: string): Float32Array {
    return this.#sum(this.#query, queryWords(text));
  }

  code(piece: { readonly path: string; readonly name: string; readonly text: string }): Float32Array {
    return this.#sum(this.#code, codeWords(piece));
  }

  /**
   * How well the words of a name match the words of a question, from 0 to 1: each word of the question by its nearest
   * one, weighted by how informative it is.
   */
  answers(asked: readonly string[], name: readonly string[]): number {
    let [sum, all] = [0, 0];
    for (const word of asked) {
      const row = this.#index.get(word);
      const weight = row === undefined ? 1 : lengthOf(this.#query, row, this.dim);
      let best = 0;
      for (const other of name) {
        const to = this.#index.get(other);
        if (other === word) best = 1;
        else if (isShortFor(other, word)) best = Math.max(best, 0.8);
        else if (row !== undefined && to !== undefined) best = Math.max(best, this.#alike(row, to));
      }
      sum += weight * best;
      all += weight;
    }
    return all > 0 ? sum / all : 0;
  }

  #alike(asked: number, named: number): number {
    const { dim } = this;
    let dot = 0;
    for (let k = 0; k < dim; k += 1)
      dot += (this.#query.rows[asked * dim + k] ?? 0) * (this.#code.rows[named * dim + k] ?? 0);
    const lengths = lengthOf(this.#query, asked, dim) * lengthOf(this.#code, named, dim);
    const scales = (this.#query.scales[asked] ?? 0) * (this.#code.scales[named] ?? 0);
    return lengths > 0 ? (dot * scales) / lengths : 0;
  }

  #sum(table: Table, words: readonly string[]): Float32Array {
    const { dim } = this;
    const vector = new Float32Array(dim);
    for (const word of words) {
      const row = this.#index.get(word);
      if (row === undefined) continue;
      const scale = table.scales[row] ?? 0;
      const from = row * dim;
      for (let k = 0; k < dim; k += 1) vector[k] = (vector[k] ?? 0) + scale * (table.rows[from + k] ?? 0);
    }
    return unit(vector);
  }
}

/** `dir` for `directory`, `param` for `paramet`. */
const isShortFor = (short: string, word: string): boolean =>
  short.length >= 3 && short.length < word.length && word.startsWith(short);

function lengthOf({ rows, scales, lengths }: Table, row: number, dim: number): number {
  const known = lengths[row] ?? 0;
  if (known > 0) return known;
  let sum = 0;
  for (let k = row * dim; k < (row + 1) * dim; k += 1) sum += (rows[k] ?? 0) ** 2;
  const length = Math.sqrt(sum) * (scales[row] ?? 0);
  lengths[row] = length;
  return length;
}

export function unit(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const scale = sum > 0 ? 1 / Math.sqrt(sum) : 0;
  for (let k = 0; k < vector.length; k += 1) vector[k] = (vector[k] ?? 0) * scale;
  return vector;
}
