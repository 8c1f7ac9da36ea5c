import { parse, stringify, TomlError, type TomlTable } from 'smol-toml';
import type { FormatFault } from '../format.ts';

export type TomlParse =
  | { readonly ok: true; readonly table: TomlTable }
  | { readonly ok: false; readonly fault: FormatFault };

/** Never throws; `from` is the text's own offset in the file. Whole numbers are kept apart from those with a point. */
export function parseToml(text: string, from = 0): TomlParse {
  try {
    return { ok: true, table: parse(text, { integersAsBigInt: true }) };
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) {
      const message = thrown instanceof RangeError ? 'it is nested too deeply to be read' : String(thrown);
      return { ok: false, fault: { byte: from, message } };
    }
    const message = (thrown.message.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '').replace(/[.:]$/, '');
    return { ok: false, fault: { byte: from + offsetOf(text, thrown.line, thrown.column), message } };
  }
}

/** As TOML that reads back, or undefined. */
export function tomlText(table: object): string | undefined {
  try {
    const text = stringify(table, { numbersAsFloat: true });
    return parseToml(text).ok ? text : undefined;
  } catch {
    return undefined;
  }
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let passed = 1; passed < line; passed += 1) start = text.indexOf('\n', start) + 1;
  return Buffer.byteLength(text.slice(0, start + Math.max(0, column - 1)));
}
