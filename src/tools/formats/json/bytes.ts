export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const MINUS = 0x2d;
export const OPEN_ARRAY = 0x5b;
export const CLOSE_ARRAY = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;

export const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
export const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** A byte as a reader would call it. */
export function nameByte(byte: number): string {
  if (byte > 0x20 && byte < 0x7f) return `'${String.fromCharCode(byte)}'`;
  return NAMES[byte] ?? `the byte 0x${byte.toString(16).padStart(2, '0')}`;
}

const NAMES: Readonly<Record<number, string>> = {
  9: 'a tab',
  10: 'a line end',
  13: 'a carriage return',
  32: 'a space',
};
