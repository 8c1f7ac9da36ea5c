/**
 * Skips JSON 64 bytes at a time with the processor's vector instructions, which JavaScript cannot use directly: three
 * times as fast as a loop. The source is `skip-kernel.wat`; any WebAssembly text assembler with SIMD (`wat2wasm`) makes
 * these bytes from it.
 */
const MODULE =
  'AGFzbQEAAAABDgJgA397ewF+YAJ/fwF/AwMCAAEFAwEABQYVBH8BQQELfwFBAAt+AUIAC34BQgALBzcGBm1lbW9yeQIABWRlcHRoAwAGY29tbW' +
  'FzAwEIaW5TdHJpbmcDAgdlc2NhcGVkAwMEc2tpcAABCowEAlIAIAD9AAQAIAH9UCAC/SP9ZK0gAP0ABBAgAf1QIAL9I/1krUIQhoQgAP0ABCAg' +
  'Af1QIAL9I/1krUIghiAA/QAEMCAB/VAgAv0j/WStQjCGhIQLtgMDCn4CfwJ7IwAhDCMBIQ1BIP0PIQ8CQANAIAAgAU8NASAAIA5BIv0PEAAhAi' +
  'AAIA5B3AD9DxAAIQMgAyMDhEIAUgRAIAMjA0J/hYMhAyADQgGGIwOEIQQgA0Kq1arVqtWq1ap/gyAEQn+FgyEFIAUgA3whBiAGIANUrSQDIAJC' +
  'f0LVqtWq1arVqtUAIAZCAYaFIASDhYMhAgsgAiACQgGGhSEHIAcgB0IChoUhByAHIAdCBIaFIQcgByAHQgiGhSEHIAcgB0IQhoUhByAHIAdCII' +
  'aFIQcgByMChSEHIAdCP4ckAiAHQn+FIQcgByAAIA9B+wD9DxAAgyEIIAcgACAPQf0A/Q8QAIMhCSAMIAl7p2tBAk4EQCAMIAh7pyAJe6draiEM' +
  'BSAIIAmEIAcgACAOQSz9DxAAg4QhCgJAA0AgClANASAKQgAgCn2DIQsgCiALhSEKIAsgCINCAFIEQCAMQQFqIQwFIAsgCYNCAFIEQCAMQQFrIQ' +
  'wgDEUEQEEAJAAgDSQBIAAgC3qnag8LBSANIAxBAUZqIQ0LCwwACwsLIABBwABqIQAMAAsLIAwkACANJAFBfws=';

/** The position of a skip. */
export interface SkipState {
  /** Brackets open, the container itself included; 0 when it is closed. */
  depth: number;
  inString: boolean;
  /** The next byte is escaped. */
  escaped: boolean;
  /** Commas of the container itself. */
  commas: number;
}

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly depth: { value: number };
  readonly commas: { value: number };
  readonly inString: { value: bigint };
  readonly escaped: { value: bigint };
  readonly skip: (at: number, end: number) => number;
}

interface Assembly {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Exports };
}

// Node has it; the types without a browser do not. The module above has exactly these exports.
const { WebAssembly: assembly } = globalThis as unknown as { readonly WebAssembly: Assembly };

/** What the kernel takes at once. */
export const BLOCK = 64;
const STEP = 256 * 1024;

export class SkipKernel {
  readonly #exports: Exports;
  readonly #memory: Uint8Array;

  constructor() {
    this.#exports = new assembly.Instance(new assembly.Module(Buffer.from(MODULE, 'base64'))).exports;
    this.#memory = new Uint8Array(this.#exports.memory.buffer);
  }

  /** From `from` to `to`, a multiple of `BLOCK` apart: the index of the closing bracket, or -1. */
  run(bytes: Uint8Array, from: number, to: number, state: SkipState): number {
    const { depth, commas, inString, escaped, skip } = this.#exports;
    depth.value = state.depth;
    commas.value = state.commas;
    inString.value = state.inString ? -1n : 0n;
    escaped.value = state.escaped ? 1n : 0n;
    let close = -1;
    for (let at = from; at < to && close < 0; at += STEP) {
      const part = bytes.subarray(at, Math.min(to, at + STEP));
      this.#memory.set(part);
      const found = skip(0, part.length);
      if (found >= 0) close = at + found;
    }
    state.depth = depth.value;
    state.commas = commas.value;
    state.inString = inString.value !== 0n;
    state.escaped = escaped.value !== 0n;
    return close;
  }
}
