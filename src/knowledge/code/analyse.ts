import { parseText } from '#code/parse/parse-text.ts';
import { grammarOf } from '#code/symbols/languages.ts';
import { termsOf } from '../text/words.ts';
import { type Outline, type OutlineSymbol, outlineOf } from './outline.ts';

/** How often a term occurs in a chunk: as (part of) its name, in its code, in its comments. */
export type TermCounts = [name: number, code: number, comment: number];

/** A separately searchable piece of a file: a symbol, or the text between symbols. */
export interface Chunk {
  /** `Class.method`; '' for text outside of symbols. */
  readonly path: string;
  readonly kind: 'function' | 'type' | 'package' | 'value' | 'text';
  /** From 1, both included. */
  readonly first: number;
  readonly last: number;
  /** Its first line of code, whitespace collapsed. */
  readonly signature: string;
  readonly terms: ReadonlyMap<string, TermCounts>;
  /** What it calls: `name`, or `on.name`. */
  readonly calls: readonly string[];
}

export interface FileFacts {
  readonly path: string;
  readonly grammar: string | null;
  readonly lines: number;
  readonly imports: readonly string[];
  readonly chunks: readonly Chunk[];
  /** Why it was indexed as plain text: no grammar, too large, too slow, or no result from the parser. */
  readonly asText: string | null;
  /** Lines that the grammar cannot parse. */
  readonly errorLines: number;
}

const PARSE = { ms: 5_000, length: 2_000_000 };
const WINDOW_LINES = 40;

/** Everything about a source text that search needs. Never throws, whatever the text. */
export async function analyse(path: string, text: string): Promise<FileFacts> {
  const grammar = grammarOf(path) ?? null;
  const lines = lineStarts(text);
  const parsed = grammar === null ? null : await parseText(text, grammar, PARSE);
  if (!parsed?.ok) {
    const asText = parsed === null ? 'no-grammar' : parsed.why;
    return { path, grammar, lines: lines.length, imports: [], chunks: windows(text, lines), asText, errorLines: 0 };
  }
  const outline = outlineOf(parsed.tree);
  const chunks = chunksOf(text, lines, outline);
  const { imports, errorLines } = outline;
  return { path, grammar, lines: lines.length, imports, chunks, asText: null, errorLines };
}

/** Symbols as chunks. A class leaves its methods to themselves; a function includes nested definitions. */
function chunksOf(text: string, lines: readonly number[], outline: Outline): Chunk[] {
  const { symbols } = outline;
  const kept = symbols.map((symbol) => isWorthwhile(symbol, text));
  const chunks: Chunk[] = [];
  const children = childrenOf(symbols, kept);
  symbols.forEach((symbol, at) => {
    if (!kept[at]) return;
    const inner = symbol.kind === 'function' ? [] : (children.get(at) ?? []);
    chunks.push(chunkOf(text, lines, outline, symbol, gaps(symbol.start, symbol.end, inner)));
  });
  const rest = gaps(0, text.length, children.get(-1) ?? []).filter(([from, to]) => /\S/.test(text.slice(from, to)));
  if (rest.length > 0) {
    const [from] = rest[0] ?? [0];
    const whole = { name: '', path: '', kind: 'value', parent: -1, start: from, end: text.length, code: from } as const;
    const chunk = chunkOf(text, lines, outline, whole, rest);
    chunks.push({ ...chunk, kind: 'text', last: Math.max(chunk.first, lineAt(lines, (rest.at(-1)?.[1] ?? 1) - 1)) });
  }
  return chunks;
}

/** One-line constants stay with the code around them. */
const isWorthwhile = (symbol: OutlineSymbol, text: string): boolean =>
  symbol.kind === 'function' || symbol.kind === 'type'
    ? true
    : text.slice(symbol.code, symbol.end).split('\n', 4).length > 3;

/** Kept symbols by the nearest kept one around them. */
function childrenOf(symbols: readonly OutlineSymbol[], kept: readonly boolean[]): Map<number, OutlineSymbol[]> {
  const children = new Map<number, OutlineSymbol[]>();
  symbols.forEach((symbol, at) => {
    if (!kept[at]) return;
    let parent = symbol.parent;
    while (parent >= 0 && !kept[parent]) parent = symbols[parent]?.parent ?? -1;
    const siblings = children.get(parent);
    if (siblings) siblings.push(symbol);
    else children.set(parent, [symbol]);
  });
  return children;
}

type Span = readonly [from: number, to: number];

/** The rest of a text without the symbols in it. */
function gaps(start: number, end: number, inner: readonly OutlineSymbol[]): Span[] {
  const left: Span[] = [];
  let at = start;
  for (const symbol of inner.toSorted((a, b) => a.start - b.start)) {
    if (symbol.start > at) left.push([at, symbol.start]);
    at = Math.max(at, symbol.end);
  }
  if (at < end) left.push([at, end]);
  return left;
}

function chunkOf(
  text: string,
  lines: readonly number[],
  { comments, calls }: Outline,
  symbol: OutlineSymbol,
  spans: readonly Span[],
): Chunk {
  const terms = new Map<string, TermCounts>();
  for (const term of termsOf(symbol.path.replaceAll('.', ' '))) add(terms, term, 0);
  const called = new Set<string>();
  let comment = firstAfter(comments, symbol.start);
  for (const [from, to] of spans) {
    let at = from;
    while (comment < comments.length && (comments[comment]?.[1] ?? 0) <= from) comment += 1;
    for (; comment < comments.length; comment += 1) {
      const [begin, end] = comments[comment] ?? [0, 0];
      if (begin >= to) break;
      count(terms, text.slice(at, Math.max(at, begin)), 1);
      count(terms, text.slice(Math.max(begin, from), Math.min(end, to)), 2);
      at = Math.min(end, to);
    }
    count(terms, text.slice(at, to), 1);
    for (let call = firstCall(calls, from); call < calls.length; call += 1) {
      const { name, at: place } = calls[call] ?? { name: '', at: to };
      if (place >= to) break;
      called.add(name);
    }
  }
  return {
    path: symbol.path,
    kind: symbol.kind,
    first: lineAt(lines, symbol.start),
    last: lineAt(lines, Math.max(symbol.start, symbol.end - 1)),
    signature: signatureAt(text, symbol.code),
    terms,
    calls: [...called],
  };
}

function count(terms: Map<string, TermCounts>, text: string, field: 1 | 2): void {
  for (const term of termsOf(text)) add(terms, term, field);
}

function add(terms: Map<string, TermCounts>, term: string, field: 0 | 1 | 2): void {
  const known = terms.get(term);
  if (known) known[field] += 1;
  else terms.set(term, [field === 0 ? 1 : 0, field === 1 ? 1 : 0, field === 2 ? 1 : 0]);
}

/** Up to the brace or colon that opens its body. */
function signatureAt(text: string, code: number): string {
  const head = text.slice(code, code + 400);
  const end = /\{\s*\n|:\s*\n|=>\s*[{(\n]|\n\s*\n/.exec(head)?.index ?? head.indexOf('\n');
  return (end > 0 ? head.slice(0, end) : head).replace(/\s+/g, ' ').trim().slice(0, 200);
}

/** A text without a grammar, in windows of lines. */
function windows(text: string, lines: readonly number[]): Chunk[] {
  const chunks: Chunk[] = [];
  for (let first = 0; first < lines.length; first += WINDOW_LINES) {
    const piece = text.slice(lines[first] ?? 0, lines[first + WINDOW_LINES] ?? text.length);
    if (!/\S/.test(piece)) continue;
    const terms = new Map<string, TermCounts>();
    count(terms, piece, 1);
    const last = Math.min(lines.length, first + WINDOW_LINES);
    const signature = piece.trimStart().split('\n', 1)[0]?.trim().slice(0, 200) ?? '';
    chunks.push({ path: '', kind: 'text', first: first + 1, last, signature, terms, calls: [] });
  }
  return chunks;
}

export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  if (starts.length > 1 && starts.at(-1) === text.length) starts.pop();
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  return upper(starts, (start) => start <= offset);
}

const firstAfter = (comments: readonly (readonly [number, number])[], offset: number): number =>
  upper(comments, ([, end]) => end <= offset);

const firstCall = (calls: readonly { readonly at: number }[], offset: number): number =>
  upper(calls, ({ at }) => at < offset);

/** How many of the sorted items satisfy the condition, by bisection. */
function upper<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && holds(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
