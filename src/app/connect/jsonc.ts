import { applyEdits, type EditResult, type FormattingOptions, modify, type ParseError, parse } from 'jsonc-parser';
import { AssayError } from '#contracts/errors.ts';
import type { Json } from '#contracts/json.ts';

/** The value of a JSON text that may have comments and trailing commas. */
export function parseJsonc(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(withoutMark(text), errors, { allowTrailingComma: true, disallowComments: false });
  const [first] = errors;
  if (first === undefined) return value;
  const line = text.slice(0, first.offset).split('\n').length;
  throw new AssayError('CONFIG_INVALID', `line ${line}: it is not JSON`, { next: 'Correct the file there first.' });
}

/** The text with one value set, comments and everything else unchanged. An empty text becomes a file. */
export function setIn(text: string, path: readonly string[], value: Json): string {
  if (text.trim() === '') return `${JSON.stringify(nested(path, value), null, 2)}\n`;
  const now = at(objectIn(text), path);
  if (now !== undefined && JSON.stringify(now) === JSON.stringify(value)) return text;
  return changed(text, path, value);
}

/** The text without one value; an object that becomes empty stays. */
export function removeIn(text: string, path: readonly string[]): string {
  if (text.trim() === '' || at(objectIn(text), path) === undefined) return text;
  return changed(text, path, undefined);
}

function changed(text: string, path: readonly string[], value: Json | undefined): string {
  const bare = withoutMark(text);
  return `${text.slice(0, text.length - bare.length)}${applyEdits(bare, editsFor(bare, path, value))}`;
}

/** The library also reformats the person's text before the place. So a member after others is formatted here. */
function editsFor(text: string, path: readonly string[], value: Json | undefined): EditResult {
  const plain = modify(text, [...path], value, {});
  const [only, ...others] = plain;
  if (value === undefined) return plain;
  const isAfterOthers = only?.length === 0 && only.content.startsWith(',') && others.length === 0;
  const parent = at(objectIn(text), path.slice(0, -1));
  if (!isAfterOthers || typeof parent !== 'object')
    return modify(text, [...path], value, { formattingOptions: formattingOf(text) });
  const step = indentOf(text);
  const own = `\n${step.repeat(path.length)}`;
  const member = `${JSON.stringify(path.at(-1))}: ${JSON.stringify(value, null, step).replaceAll('\n', own)}`;
  return [{ ...only, content: `,${own}${member}` }];
}

/** A byte order mark, which some editors put before the text. */
const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

/** The indentation of its first member. */
const indentOf = (text: string): string => /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';

/** The file's indentation. */
function formattingOf(text: string): FormattingOptions {
  const indent = indentOf(text);
  return { insertSpaces: !indent.includes('\t'), tabSize: indent.includes('\t') ? 1 : indent.length, eol: '\n' };
}

function objectIn(text: string): object {
  const value = parseJsonc(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new AssayError('CONFIG_INVALID', 'it is not an object', { next: 'Correct the file first.' });
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key) ? Reflect.get(inner, key) : undefined,
    value,
  );

const nested = (path: readonly string[], value: Json): Json =>
  path.reduceRight<Json>((inner, key) => ({ [key]: inner }), value);
