import { type ByteSource, readAt } from './source.ts';
import { decodeUtf8, wholeCharacters } from './utf8.ts';

/** Bytes as text that can be shown anywhere: lines stay, anything but plain text is written as `\xNN`. */
export function escapeBytes(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  // Only real U+FFFD bytes may stay; for the decoder's own replacements the original bytes are shown.
  if (!text.includes('\ufffd')) return escapeControls(text);
  return escapeControls(decodeWithEscapes(bytes));
}

/** Control characters would move the reader's cursor or colour the terminal; new lines and tabs stay. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (found) => {
    const code = found.charCodeAt(0);
    return code < 0x100 ? `\\x${hex(code)}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

// C0 but tab and new line, DEL, C1, and the characters that reverse the reading direction.
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it is about
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** The bytes around a place in a file, escaped and limited. */
export async function escapedSlice(source: ByteSource, from: number, length: number): Promise<string> {
  const bytes = await readAt(source, from, length);
  const whole = from + bytes.length < source.size ? bytes.subarray(0, wholeCharacters(bytes)) : bytes;
  return escapeBytes(whole);
}

function decodeWithEscapes(bytes: Uint8Array): string {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let out = '';
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes[at] ?? 0);
    try {
      out += strict.decode(bytes.subarray(at, at + length));
      at += length;
    } catch {
      out += `\\x${hex(bytes[at] ?? 0)}`;
      at += 1;
    }
  }
  return out;
}

const characterLength = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1);
const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
