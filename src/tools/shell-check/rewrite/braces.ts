import { maskQuotes } from './mask-quotes.ts';

/** A brace with more elements than this is better counted in a loop. */
const MOST = 64;

export type Braces =
  | { readonly kind: 'none' }
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** Bash would expand it, but to too many words to write out, or in a way not handled here. */
  | { readonly kind: 'too-many' };

/** What bash's brace expansion makes of a word, as source text: it runs before every other expansion. */
export function expandBraces(source: string): Braces {
  // Bash treats empty or unbalanced braces specially: those are only reported.
  if (/\{\}.*[{}]|[{}].*\{\}/s.test(bare(source)) && /,|\.\./.test(bare(source))) return { kind: 'too-many' };
  if (isLopsided(bare(source))) return { kind: 'too-many' };
  const words = expand(source);
  if (words === null) return { kind: 'none' };
  return words === 'too-many' || words.some((word) => /[{}]/.test(bare(word)))
    ? { kind: 'too-many' }
    : { kind: 'words', words };
}

/** Without what braces mean nothing in: quotes and parameters. */
const bare = (source: string): string => maskQuotes(source).replace(/\$\{[^{}]*\}/g, '');

const isLopsided = (text: string): boolean =>
  /\{.*(?:,|\.\.).*\}/s.test(text) && text.split('{').length !== text.split('}').length;

function expand(source: string): readonly string[] | 'too-many' | null {
  const brace = firstBrace(source);
  if (!brace) return null;
  const tail = source.slice(brace.end);
  const tails = expand(tail) ?? [tail];
  if (!brace.items || brace.items.length > MOST || tails === 'too-many') return 'too-many';
  const words: string[] = [];
  for (const item of brace.items) {
    const inner = (brace.list ? expand(item) : null) ?? [item];
    if (inner === 'too-many') return inner;
    for (const middle of inner) for (const end of tails) words.push(source.slice(0, brace.start) + middle + end);
    if (words.length > MOST) return 'too-many';
  }
  return words;
}

interface Brace {
  readonly start: number;
  readonly end: number;
  readonly list: boolean;
  readonly items: readonly string[] | null;
}

function firstBrace(source: string): Brace | null {
  for (let start = 0; start < source.length; start = skip(source, start)) {
    if (source[start] !== '{') continue;
    const body = braceBody(source, start);
    if (!body) continue;
    if (body.commas.length > 0) {
      const cuts = [start, ...body.commas, body.close];
      const items = cuts.slice(1).map((cut, i) => source.slice((cuts[i] ?? 0) + 1, cut));
      return { start, end: body.close + 1, list: true, items };
    }
    const inside = source.slice(start + 1, body.close);
    // Bash drops the braces around some quoted ranges.
    if (inside.includes('..') && /["'\\]/.test(inside)) return { start, end: body.close + 1, list: false, items: null };
    const range = readRange(inside);
    if (range !== null) return { start, end: body.close + 1, list: false, items: range === 'too-many' ? null : range };
  }
  return null;
}

function braceBody(source: string, start: number): { close: number; commas: number[] } | null {
  const commas: number[] = [];
  let depth = 0;
  for (let at = start; at < source.length; at = skip(source, at)) {
    const char = source[at];
    if (char === '{') depth += 1;
    if (char === ',' && depth === 1) commas.push(at);
    if (char === '}') depth -= 1;
    if (depth === 0) return { close: at, commas };
  }
  return null;
}

/** The next place that is not inside quotes, an escape or an expansion. */
function skip(source: string, at: number): number {
  const char = source[at];
  if (char === '\\') return at + 2;
  if (char === "'") return after(source, "'", at);
  if (char === '"') {
    let end = at + 1;
    while (end < source.length && source[end] !== '"') end += source[end] === '\\' ? 2 : 1;
    return end + 1;
  }
  if (char === '`') return after(source, '`', at);
  if (char === '$' && (source[at + 1] === '{' || source[at + 1] === '(')) return balanced(source, at + 1);
  return at + 1;
}

function after(source: string, char: string, at: number): number {
  const close = source.indexOf(char, at + 1);
  return close < 0 ? source.length : close + 1;
}

function balanced(source: string, from: number): number {
  const open = source[from];
  const close = open === '{' ? '}' : ')';
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === open) depth += 1;
    if (source[at] === close) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return source.length;
}

function readRange(body: string): readonly string[] | 'too-many' | null {
  const numbers = /^(-?\d{1,15})\.\.(-?\d{1,15})(?:\.\.(-?\d{1,15}))?$/.exec(body);
  const letters = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.(-?\d{1,3}))?$/.exec(body);
  const [, first = '', last = '', by = '1'] = numbers ?? letters ?? [];
  if (first === '') return null;
  const from = numbers ? Number(first) : first.charCodeAt(0);
  const to = numbers ? Number(last) : last.charCodeAt(0);
  const step = Math.abs(Number(by)) || 1;
  if (Math.abs(to - from) / step > MOST) return 'too-many';
  // Letters of both cases have signs between them that would need quoting.
  if (letters && /[A-Z]/.test(first) !== /[A-Z]/.test(last)) return 'too-many';
  const width = padded(first, last);
  const values: string[] = [];
  for (let value = from; from <= to ? value <= to : value >= to; value += from <= to ? step : -step) {
    values.push(numbers ? pad(value, width) : String.fromCharCode(value));
  }
  return values;
}

/** A leading zero at either end pads every number to the longer end. */
const padded = (first: string, last: string): number =>
  /^-?0\d/.test(first) || /^-?0\d/.test(last) ? Math.max(first.length, last.length) : 0;
const pad = (value: number, width: number): string =>
  value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0');
