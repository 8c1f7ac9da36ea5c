import { readFileSync } from 'node:fs';
import type { Listed } from './list-files.ts';

/** A file's text, or why it is left out. */
export type TextResult =
  | { readonly ok: true; readonly text: string; readonly note: string | null }
  | {
      readonly ok: false;
      readonly why: 'gone' | 'unreadable' | 'too large' | 'binary' | 'minified' | 'lock file' | 'odd name';
    };

/** A line end or an escape sequence in a name would break lists in terminals and prompts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const ODD = /[\u0000-\u001f\u007f]/;
const LARGEST = 2_000_000;
const LOCKS = /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|[^/]*\.lock|go\.sum|pnpm-lock\.yaml)$/;

export function readCodeText(file: string, { path, size }: Listed): TextResult {
  if (ODD.test(path)) return { ok: false, why: 'odd name' };
  if (LOCKS.test(path)) return { ok: false, why: 'lock file' };
  if (size > LARGEST) return { ok: false, why: 'too large' };
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : '';
    return { ok: false, why: code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : 'unreadable' };
  }
  if (bytes.subarray(0, 8_192).includes(0)) return { ok: false, why: 'binary' };
  const { text, note } = decodeText(bytes);
  if (isMinified(path, text)) return { ok: false, why: 'minified' };
  const isGenerated = /@generated\b|\bCode generated .* DO NOT EDIT|\bauto-?generated\b.*\bdo not edit/i.test(
    text.slice(0, 1_000),
  );
  return { ok: true, text, note: isGenerated ? 'generated' : note };
}

/** The text as it was indexed: files that are not UTF-8 are read as Latin-1. */
export function decodeText(bytes: Buffer): { text: string; note: string | null } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), note: null };
  } catch {
    return { text: bytes.toString('latin1'), note: 'not UTF-8, read as Latin-1' };
  }
}

/** One very long line: generated content. */
function isMinified(path: string, text: string): boolean {
  if (/\.min\.(m?js|css)$/.test(path)) return true;
  if (text.length < 5_000) return false;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.length / lines > 500;
}
