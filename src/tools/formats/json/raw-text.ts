import { decodeUtf8, wholeCharacters } from '../utf8.ts';

/** A key or scalar as in the file, so that no number loses a digit. */
export interface RawText {
  readonly kind: 'string' | 'number' | 'literal';
  /** The token, quotes included; of a long one only the beginning, see `complete`. */
  readonly raw: string;
  readonly complete: boolean;
  /** How long it is in the file. */
  readonly bytes: number;
}

/** A valid JSON string of at most about `limit` characters, and whether something was cut. */
export function cutString(text: RawText, limit: number): { readonly json: string; readonly cut: boolean } {
  if (text.complete && text.raw.length <= limit + 2) return { json: text.raw, cut: false };
  const end = safeEnd(text.raw, limit + 1, text.complete ? text.raw.length - 1 : text.raw.length);
  return { json: `${text.raw.slice(0, end)}…"`, cut: true };
}

/** The text a raw JSON string stands for; of a cut one, its beginning. */
export function stringValue(text: RawText): string {
  const { json, cut } = cutString(text, Number.MAX_SAFE_INTEGER);
  const value: unknown = JSON.parse(json);
  return cut ? String(value).slice(0, -1) : String(value);
}

export function decodeToken(bytes: Uint8Array, complete: boolean): string {
  return decodeUtf8(complete ? bytes : bytes.subarray(0, wholeCharacters(bytes)));
}

/** The last place before `limit` and `end` that splits neither an escape nor a pair of surrogates. */
function safeEnd(raw: string, limit: number, end: number): number {
  const stop = Math.min(limit, end);
  let at = 1;
  while (at < stop) {
    const step = stepAt(raw, at);
    if (at + step > stop) break;
    at += step;
  }
  return at;
}

function stepAt(raw: string, at: number): number {
  const code = raw.charCodeAt(at);
  if (code !== 0x5c) return code >= 0xd800 && code < 0xdc00 ? 2 : 1;
  if (raw[at + 1] !== 'u') return 2;
  const high = Number.parseInt(raw.slice(at + 2, at + 6), 16);
  if (high < 0xd800 || high >= 0xdc00) return 6;
  // Its other half may be in the part that was not kept.
  return raw.startsWith('\\u', at + 6) || at + 8 > raw.length ? 12 : 6;
}
