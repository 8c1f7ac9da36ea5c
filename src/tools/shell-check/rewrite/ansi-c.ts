import { quoteWord } from '#code/shell-quote.ts';

/** The text between `$'` and `'` as a word any POSIX shell reads the same; null when it cannot be said safely. */
export function plainWord(body: string): string | null {
  const bytes = decode(body);
  if (!bytes || bytes.includes(0)) return null;
  const text = asText(bytes);
  if (text !== null && !/[^\P{Cc}\n\t]/u.test(text)) return text === '' ? "''" : `'${text.replaceAll("'", `'\\''`)}'`;
  // Command substitution drops newlines at the end.
  if (bytes.at(-1) === 0x0a) return null;
  return `"$(printf ${quoteWord(bytes.map(printfByte).join(''))})"`;
}

const SIMPLE: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  e: 27,
  E: 27,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
  '\\': 92,
  "'": 39,
  '"': 34,
  '?': 63,
};
const ESCAPE = /^(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([0-7]{1,3}))/;

function decode(body: string): number[] | null {
  const bytes: number[] = [];
  const add = (text: string): void => void bytes.push(...Buffer.from(text));
  for (let at = 0; at < body.length; ) {
    if (body[at] !== '\\') {
      const char = String.fromCodePoint(body.codePointAt(at) ?? 0);
      add(char);
      at += char.length;
      continue;
    }
    const next = body[at + 1];
    const simple = next === undefined ? undefined : SIMPLE[next];
    if (simple !== undefined) {
      bytes.push(simple);
      at += 2;
      continue;
    }
    const [all, hex, short, long, octal] = ESCAPE.exec(body.slice(at + 1, at + 10)) ?? [];
    const point = short ?? long;
    if (!all) return null;
    if (point !== undefined) {
      const code = Number.parseInt(point, 16);
      if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null;
      add(String.fromCodePoint(code));
    } else bytes.push(hex === undefined ? Number.parseInt(octal ?? '0', 8) & 0xff : Number.parseInt(hex, 16));
    at += 1 + all.length;
  }
  return bytes;
}

function asText(bytes: readonly number[]): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    return null;
  }
}

const printfByte = (byte: number): string => {
  if (byte === 0x25) return '%%';
  if (byte === 0x5c) return '\\\\';
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
};
