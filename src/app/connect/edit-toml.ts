import { parse } from 'smol-toml';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';

export type TomlValue = string | number | boolean | readonly string[];
type Plain = Readonly<Record<string, TomlValue>>;

/** The text with one table set, written at its end or where it was; everything else stays as it was. */
export function setTable(text: string, table: string, values: Plain): string {
  check(text);
  const block = `[${table}]\n${Object.entries(values)
    .map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
    .join('\n')}\n`;
  const span = spanOf(text, table);
  const made = span
    ? `${text.slice(0, span.start)}${block}${text.slice(span.end)}`
    : `${text}${text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n'}${block}`;
  check(made);
  return made;
}

export function removeTable(text: string, table: string): string {
  check(text);
  const span = spanOf(text, table);
  if (!span) return text;
  const made = `${text.slice(0, span.start).replace(/\n\n$/, '\n')}${text.slice(span.end)}`;
  check(made);
  return made;
}

/** From its head to the last of its lines; comments and blank lines behind it belong to what follows. */
function spanOf(text: string, table: string): { start: number; end: number } | null {
  const lines = text.split(/(?<=\n)/);
  const isHead = (line: string): boolean => /^\s*\[/.test(line);
  const names = (line: string): boolean => line.replace(/["'\s]/g, '').startsWith(`[${table}]`);
  const first = lines.findIndex(names);
  if (first < 0) return null;
  let last = first;
  for (let at = first + 1; at < lines.length && !isHead(lines[at] ?? ''); at++) {
    if (/^\s*[^#\s]/.test(lines[at] ?? '')) last = at;
  }
  const start = lines.slice(0, first).join('').length;
  return { start, end: start + lines.slice(first, last + 1).join('').length };
}

function check(text: string): void {
  try {
    parse(text);
  } catch (thrown) {
    throw new AssayError('CONFIG_INVALID', `it is not TOML: ${toErrorInfo(thrown).message.split('\n')[0]}`, {
      next: 'Correct the file first.',
    });
  }
}
