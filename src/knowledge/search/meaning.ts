import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of it used here; Node's own types leave it out. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  dots(vectors: number, count: number, dim: number, question: number, out: number): void;
}

const PAGE = 65_536;
/** The kernel reads this many bytes at a time. */
const STEP = 16;

let compiled: object | undefined;

/**
 * The vectors of all pieces, one byte per number, in the memory of the kernel that compares them. Every one is
 * compared, so no near one is ever missed; a hundred thousand take a millisecond
 * (docs/decisions/0017-exact-vectors.md).
 */
export class Meanings {
  readonly count: number;
  readonly dim: number;
  readonly #padded: number;
  readonly #kernel: Kernel;
  /** The reciprocal length of each vector; zero for empty ones. */
  readonly #scales: Float32Array;

  /** `vectors`: any number of whole vectors in each, one after the other. */
  constructor(vectors: readonly Uint8Array[], dim: number) {
    const bytes = vectors.reduce((sum, each) => sum + each.length, 0);
    this.dim = dim;
    this.#padded = Math.ceil(dim / STEP) * STEP;
    this.count = Math.floor(bytes / dim);
    compiled ??= new WebAssembly.Module(readFileSync(join(import.meta.dirname, 'dot-products.wasm')));
    this.#kernel = new WebAssembly.Instance(compiled).exports as Kernel;
    const needed = this.count * this.#padded + this.#padded * 2 + this.count * 4;
    this.#kernel.memory.grow(Math.ceil(needed / PAGE));
    this.#scales = this.#copyIn(vectors);
  }

  /** The similarity of each piece to a question, from 0 to 1. */
  alike(question: Float32Array): Float32Array {
    const { memory } = this.#kernel;
    const at = this.count * this.#padded;
    const out = at + this.#padded * 2;
    let most = 1e-9;
    for (const value of question) most = Math.max(most, Math.abs(value));
    const whole = new Int16Array(memory.buffer, at, this.#padded).fill(0);
    for (let k = 0; k < this.dim; k += 1) whole[k] = Math.round(((question[k] ?? 0) / most) * 32_767);
    this.#kernel.dots(0, this.count, this.#padded, at, out);
    const scale = most / 32_767;
    const sums = new Int32Array(memory.buffer, out, this.count);
    const alike = new Float32Array(this.count);
    for (let n = 0; n < this.count; n += 1) alike[n] = Math.max(0, (sums[n] ?? 0) * scale * (this.#scales[n] ?? 0));
    return alike;
  }

  #copyIn(vectors: readonly Uint8Array[]): Float32Array {
    const [dim, padded] = [this.dim, this.#padded];
    const inside = new Uint8Array(this.#kernel.memory.buffer);
    const scales = new Float32Array(this.count);
    let n = 0;
    for (const some of vectors)
      for (let from = 0; from + dim <= some.length; from += dim, n += 1) {
        inside.set(some.subarray(from, from + dim), n * padded);
        let length = 0;
        for (let k = from; k < from + dim; k += 1) length += (((some[k] ?? 0) << 24) >> 24) ** 2;
        scales[n] = length > 0 ? 1 / Math.sqrt(length) : 0;
      }
    return scales;
  }
}

/** The indexes of the `k` largest positive values, largest first. */
export function largest(scores: Float32Array, k: number): number[] {
  const best: number[] = [];
  let least = 0;
  for (let at = 0; at < scores.length; at += 1) {
    const score = scores[at] ?? 0;
    if (score <= least) continue;
    let place = best.length;
    while (place > 0 && (scores[best[place - 1] ?? 0] ?? 0) < score) place -= 1;
    best.splice(place, 0, at);
    if (best.length > k) best.pop();
    if (best.length === k) least = scores[best[k - 1] ?? 0] ?? 0;
  }
  return best;
}
