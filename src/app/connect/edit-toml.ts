import { parse, stringify, type TomlTable, type TomlValue } from 'smol-toml';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';

/**
 * The text with one entry of a table of tables set (`[mcp_servers.assay]`), where it was or at the end. Other content
 * of the entry is the person's and stays (their `env`); everything around it is unchanged.
 */
export function setEntry(text: string, [table, name]: readonly [string, string], values: TomlTable): string {
  const before = entryIn(read(text), table, name);
  const place = before === null ? null : placeOf(text, table, name);
  // A sub-table below the head is not part of the head's lines: it stays where it is.
  const kept = Object.entries(before ?? {}).filter(
    ([key]) => !(key in values) && !(place?.as === 'head' && headOf(text, `${table}.${name}.${key}`) !== null),
  );
  const entry = { ...values, ...Object.fromEntries(kept) };
  return checked(place === null ? appended(text, table, name, entry) : replaced(text, place, entry));
}

export function removeEntry(text: string, [table, name]: readonly [string, string]): string {
  if (entryIn(read(text), table, name) === null) return text;
  const place = placeOf(text, table, name);
  if (place.as !== 'head') return checked(replaced(text, place, null));
  // Including its sub-tables.
  let rest = text;
  for (let span = headOf(rest, `${table}.${name}`, true); span; span = headOf(rest, `${table}.${name}`, true))
    rest = `${rest.slice(0, span.start).replace(/\n\n$/, '\n')}${rest.slice(span.end)}`;
  return checked(rest);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** How an entry is written: under its own head, as an inline table under the head of all, or all of them inline. */
type Place =
  | { readonly as: 'head'; readonly span: Span; readonly head: string }
  | { readonly as: 'member'; readonly span: Span; readonly name: string }
  | {
      readonly as: 'inline';
      readonly span: Span;
      readonly table: string;
      readonly name: string;
      readonly all: TomlTable;
    };

function placeOf(text: string, table: string, name: string): Place {
  const head = headOf(text, `${table}.${name}`);
  if (head) return { as: 'head', span: head, head: `${table}.${name}` };
  const outer = headOf(text, table);
  const member = outer && memberOf(text, outer, name);
  if (member) return { as: 'member', span: member, name };
  const line = memberOf(text, { start: 0, end: text.length }, table);
  const all = tableIn(read(text), table);
  if (line && all) return { as: 'inline', span: line, table, name, all };
  throw new AssayError('CONFIG_INVALID', `${table}.${name} is written in a way that cannot be edited here`, {
    next: `Write it as [${table}.${name}] first, or take it out.`,
  });
}

function replaced(text: string, place: Place, entry: TomlTable | null): string {
  const around = (by: string) => `${text.slice(0, place.span.start)}${by}${text.slice(place.span.end)}`;
  switch (place.as) {
    case 'head':
      return around(entry === null ? '' : blockOf(place.head, entry));
    case 'member':
      return around(entry === null ? '' : `${place.name} = ${inline(entry)}\n`);
    case 'inline': {
      const { [place.name]: _, ...others } = place.all;
      return around(`${place.table} = ${inline(entry === null ? others : { ...others, [place.name]: entry })}\n`);
    }
  }
}

/** Into an inline table of all entries where there is one: TOML does not allow adding to it from outside. */
function appended(text: string, table: string, name: string, entry: TomlTable): string {
  const all = tableIn(read(text), table);
  const line = all && headOf(text, table) === null ? memberOf(text, { start: 0, end: text.length }, table) : null;
  if (all && line) return replaced(text, { as: 'inline', span: line, table, name, all }, entry);
  return `${text}${text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n'}${blockOf(`${table}.${name}`, entry)}`;
}

const blockOf = (head: string, entry: TomlTable): string =>
  `[${head}]\n${Object.entries(entry)
    .map(([key, value]) => `${key} = ${inline(value)}\n`)
    .join('')}`;

function inline(value: TomlValue): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value === 'object' && !(value instanceof Date)) {
    const members = Object.entries(value).map(([key, each]) => `${bare(key)} = ${inline(each)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return stringify({ v: value }).trim().replace(/^v = /, '');
}

const bare = (key: string): string => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));

/**
 * From its head to the last of its lines; comments and blank lines behind it belong to what follows. `below`: also a
 * sub-table's head.
 */
function headOf(text: string, table: string, below = false): Span | null {
  const lines = text.split(/(?<=\n)/);
  const plain = (line: string): string => line.replace(/["'\s]/g, '');
  const names = (line: string): boolean =>
    plain(line).startsWith(`[${table}]`) || (below && plain(line).startsWith(`[${table}.`));
  const first = lines.findIndex(names);
  if (first < 0) return null;
  let last = first;
  for (let at = first + 1; at < lines.length && !/^\s*\[/.test(lines[at] ?? ''); at++) {
    if (/^\s*[^#\s]/.test(lines[at] ?? '')) last = at;
  }
  const start = lines.slice(0, first).join('').length;
  return { start, end: start + lines.slice(first, last + 1).join('').length };
}

/** The line of a key that holds an inline table, within a span. */
function memberOf(text: string, { start, end }: Span, key: string): Span | null {
  const found = new RegExp(`^[ \\t]*["']?${key}["']?[ \\t]*=[ \\t]*\\{[^\\n]*(\\n|$)`, 'm').exec(
    text.slice(start, end),
  );
  return found ? { start: start + found.index, end: start + found.index + found[0].length } : null;
}

const isTable = (value: TomlValue | undefined): value is TomlTable =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);

function tableIn(whole: TomlTable, table: string): TomlTable | null {
  const found = whole[table];
  return isTable(found) ? found : null;
}

function entryIn(whole: TomlTable, table: string, name: string): TomlTable | null {
  const found = tableIn(whole, table)?.[name];
  return isTable(found) ? found : null;
}

function checked(text: string): string {
  read(text);
  return text;
}

function read(text: string): TomlTable {
  try {
    return parse(text);
  } catch (thrown) {
    throw new AssayError('CONFIG_INVALID', `it is not TOML: ${toErrorInfo(thrown).message.split('\n')[0]}`, {
      next: 'Correct the file first.',
    });
  }
}
