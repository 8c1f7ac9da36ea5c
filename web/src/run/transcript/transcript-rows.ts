import type { Json } from '#contracts/json.ts';
import type { Entry } from './transcript-fold.ts';

export interface Row {
  readonly entry: Entry;
  /** How many calls of sub-agents it is nested in. */
  readonly depth: number;
}

/** Entries as lines, those of a sub-agent below the call that started it. */
export function rowsOf(entries: readonly Entry[]): Row[] {
  const calls = new Set(entries.flatMap((entry) => (entry.kind === 'tool' ? [entry.id] : [])));
  const under = Map.groupBy(entries, ({ parent, id }) =>
    parent !== null && parent !== id && calls.has(parent) ? parent : '',
  );
  const rows: Row[] = [];
  const seen = new Set<Entry>();
  const add = (parent: string, depth: number): void => {
    for (const entry of under.get(parent) ?? []) {
      if (seen.has(entry)) continue;
      seen.add(entry);
      rows.push({ entry, depth });
      if (entry.kind === 'tool') add(entry.id, depth + 1);
    }
  };
  add('', 0);
  // Calls that name each other as parents have no root; they are shown anyway.
  for (const entry of entries) if (!seen.has(entry)) rows.push({ entry, depth: 0 });
  return rows;
}

/** Fields that distinguish calls, most informative first. */
const TELLING = [
  'command',
  'cmd',
  'line',
  'path',
  'file_path',
  'filePath',
  'pattern',
  'query',
  'url',
  'name',
  'prompt',
];
const LONGEST = 160;

/** A call in one line: its file, command or address. */
export function aboutCall(input: Json): string {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return '';
  const fields = new Map(Object.entries<Json>(input));
  const told = TELLING.map((name) => fields.get(name)).find((value) => typeof value === 'string');
  const paths = fields.get('paths');
  const text = typeof told === 'string' ? told : Array.isArray(paths) ? paths.join(', ') : '';
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
