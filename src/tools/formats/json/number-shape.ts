import { isDigit, MINUS } from './bytes.ts';

const START = 0;
const SIGNED = 1;
const ZERO = 2;
const WHOLE = 3;
const POINT = 4;
const FRACTION = 5;
const EXPONENT = 6;
const EXPONENT_SIGNED = 7;
const EXPONENT_DIGITS = 8;

/** Follows a JSON number byte by byte. */
export class NumberShape {
  #state = START;

  begin(): void {
    this.#state = START;
  }

  /** Could the number end here? */
  get complete(): boolean {
    const state = this.#state;
    return state === ZERO || state === WHOLE || state === FRACTION || state === EXPONENT_DIGITS;
  }

  /** Accepts the byte if the number can continue with it. */
  take(byte: number): boolean {
    const next = nextState(this.#state, byte);
    if (next < 0) return false;
    this.#state = next;
    return true;
  }
}

function nextState(state: number, byte: number): number {
  if (isDigit(byte)) return afterDigit(state, byte);
  if (byte === MINUS) return state === START ? SIGNED : state === EXPONENT ? EXPONENT_SIGNED : -1;
  if (byte === 0x2b) return state === EXPONENT ? EXPONENT_SIGNED : -1;
  if (byte === 0x2e) return state === ZERO || state === WHOLE ? POINT : -1;
  if ((byte | 0x20) === 0x65) return state === ZERO || state === WHOLE || state === FRACTION ? EXPONENT : -1;
  return -1;
}

function afterDigit(state: number, byte: number): number {
  if (state === START || state === SIGNED) return byte === 0x30 ? ZERO : WHOLE;
  if (state === ZERO) return -1;
  if (state === POINT) return FRACTION;
  if (state === EXPONENT || state === EXPONENT_SIGNED) return EXPONENT_DIGITS;
  return state;
}
