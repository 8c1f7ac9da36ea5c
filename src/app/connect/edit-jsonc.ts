import { AssayError } from '#contracts/errors.ts';
import type { Json } from '#contracts/json.ts';
import { jsoncSpans, type MemberSpan, type ValueSpan } from './jsonc-spans.ts';

/** The text with one value set, comments and everything else as they were. An empty text becomes a file. */
export function setIn(text: string, path: readonly string[], value: Json): string {
  if (text.trim() === '') return `${pretty(nested(path, value), '', '  ')}\n`;
  const root = objectAt(jsoncSpans(text));
  const { parent, rest, member } = find(root, path);
  const unit = indentOf(text, root);
  if (member) {
    const written = pretty(value, lineIndent(text, member.keyStart), unit);
    const now = text.slice(member.value.start, member.value.end);
    return sameValue(now, value) ? text : replace(text, member.value.start, member.value.end, written);
  }
  const [key = '', ...deeper] = rest;
  const outer = lineIndent(text, parent.start);
  const inner = `${outer}${unit}`;
  const entry = `${JSON.stringify(key)}: ${pretty(nested(deeper, value), inner, unit)}`;
  const last = parent.members?.at(-1);
  if (!last) return replace(text, parent.start + 1, parent.end - 1, `\n${inner}${entry}\n${outer}`);
  const comma = parent.trailingComma ? text.indexOf(',', last.value.end) + 1 : last.value.end;
  return replace(text, comma, comma, `${parent.trailingComma ? '' : ','}\n${inner}${entry}`);
}

/** The text without one value; an object that it leaves empty stays. */
export function removeIn(text: string, path: readonly string[]): string {
  if (text.trim() === '') return text;
  const { parent, member } = find(objectAt(jsoncSpans(text)), path);
  if (!member) return text;
  const members = parent.members ?? [];
  const at = members.indexOf(member);
  const before = members[at - 1];
  const after = members[at + 1];
  if (after) return replace(text, member.keyStart, after.keyStart, '');
  const end = parent.trailingComma ? text.indexOf(',', member.value.end) + 1 : member.value.end;
  if (before) return replace(text, before.value.end, end, parent.trailingComma ? ',' : '');
  return replace(text, parent.start + 1, parent.end - 1, '');
}

const replace = (text: string, from: number, to: number, by: string): string =>
  `${text.slice(0, from)}${by}${text.slice(to)}`;

function objectAt(value: ValueSpan): ValueSpan {
  if (value.members) return value;
  throw new AssayError('CONFIG_INVALID', 'it holds no object', { next: 'Correct the file first.' });
}

/** The deepest object of the path that is there, what is left of the path, and the member at its end. */
function find(root: ValueSpan, path: readonly string[]): { parent: ValueSpan; rest: string[]; member?: MemberSpan } {
  let parent = root;
  for (const [depth, key] of path.entries()) {
    const member = parent.members?.find((each) => each.key === key);
    if (!member) return { parent, rest: path.slice(depth) };
    if (depth === path.length - 1) return { parent, rest: [], member };
    parent = objectAt(member.value);
  }
  return { parent, rest: [] };
}

const nested = (path: readonly string[], value: Json): Json =>
  path.reduceRight<Json>((inner, key) => ({ [key]: inner }), value);

const pretty = (value: Json, indent: string, unit: string): string =>
  JSON.stringify(value, null, unit).replaceAll('\n', `\n${indent}`);

const lineIndent = (text: string, at: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1))?.[0] ?? '';

/** As the file indents: what its first member is indented by. */
function indentOf(text: string, { members }: ValueSpan): string {
  const first = members?.[0];
  return (first && lineIndent(text, first.keyStart)) || '  ';
}

function sameValue(text: string, value: Json): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}
