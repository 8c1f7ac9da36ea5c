import { parse as parseYaml } from 'yaml';

/** One point of a TAP stream, with the points below it where it is a subtest. */
export interface TapPoint {
  readonly ok: boolean;
  readonly name: string;
  readonly directive: 'skip' | 'todo' | null;
  readonly ms: number;
  /** The content of its YAML block. */
  readonly said: Readonly<Record<string, unknown>>;
  /** Null where it is an assertion and no subtest. */
  readonly points: readonly TapPoint[] | null;
}

export interface TapStream {
  readonly points: readonly TapPoint[];
  /** Why the stream stopped before its end. */
  readonly bailed: string | null;
}

interface Level {
  points: TapPoint[];
  /** Points below, printed before the point that they belong to. */
  waiting: TapPoint[] | null;
}

const POINT = /^(not )?ok\b(?: +\d+)?(?: +-)?(?: +(.*?))?( \{)?$/;

/**
 * Reads TAP as node-tap writes it: subtests are indented by four, before their point (`# Subtest`) or behind it in
 * braces. Other lines are output of the tests. Pure.
 */
export function readTap(text: string): TapStream {
  const levels: Level[] = [{ points: [], waiting: null }];
  const open: { at: number; head: string; not: boolean }[] = [];
  let bailed: string | null = null;
  const lines = text.split('\n');
  const closeTo = (depth: number): void => {
    while (levels.length > depth + 1) {
      const below = levels.pop();
      const above = levels.at(-1);
      if (below && above) above.waiting = [...(above.waiting ?? []), ...below.points];
    }
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    const depth = Math.floor(indent / 4);
    const rest = line.slice(depth * 4);
    if (/^Bail out!/.test(rest)) bailed ??= rest.slice('Bail out!'.length).trim() || 'bailed out';
    if (indent % 4 !== 0 || depth > levels.length) continue;
    if (rest.startsWith('# Subtest')) {
      closeTo(depth);
      const here = levels[depth];
      if (here) here.waiting = null;
      levels.push({ points: [], waiting: null });
      continue;
    }
    const brace = open.at(-1);
    if (rest === '}' && brace?.at === depth) {
      open.pop();
      closeTo(depth);
      put(levels[depth], brace.head, brace.not, {});
      continue;
    }
    const [all, not, head = '', opens] = POINT.exec(rest) ?? [];
    if (all === undefined || depth >= levels.length) continue;
    if (opens) {
      closeTo(depth);
      open.push({ at: depth, head, not: not !== undefined });
      levels.push({ points: [], waiting: null });
      continue;
    }
    closeTo(depth);
    const block = yamlBehind(lines, at, indent);
    at = block.end;
    put(levels[depth], head, not !== undefined, block.said);
  }
  closeTo(0);
  return { points: levels[0]?.points ?? [], bailed };
}

function put(level: Level | undefined, head: string, not: boolean, said: TapPoint['said']): void {
  if (!level) return;
  const ms = Number(/# time=([\d.]+)ms\s*$/.exec(head)?.[1] ?? 0);
  const plain = head.replace(/\s*# time=[\d.]+m?s\s*$/, '');
  const [, name = plain, directive] = /^(.*?)\s*(?<!\\)#\s*(skip|todo)\b.*$/i.exec(plain) ?? [];
  const kind = directive?.toLowerCase() === 'skip' ? 'skip' : directive ? 'todo' : null;
  level.points.push({
    ...{ ok: !not, name: name.replace(/\\(.)/g, '$1'), directive: kind, ms, said },
    points: level.waiting,
  });
  level.waiting = null;
}

function yamlBehind(lines: readonly string[], at: number, indent: number): { said: TapPoint['said']; end: number } {
  const inner = ' '.repeat(indent + 2);
  if (lines[at + 1] !== `${inner}---`) return { said: {}, end: at };
  const end = lines.findIndex((line, n) => n > at + 1 && line === `${inner}...`);
  if (end === -1) return { said: {}, end: at };
  const text = lines
    .slice(at + 2, end)
    .map((line) => line.slice(inner.length))
    .join('\n');
  try {
    const said: unknown = parseYaml(text, { logLevel: 'silent' });
    return { said: typeof said === 'object' && said !== null ? { ...said } : {}, end };
  } catch {
    return { said: {}, end };
  }
}
