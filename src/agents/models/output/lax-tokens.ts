/** A token of a text that is meant as JSON, however sloppily written. Whitespace and comments are left out. */
export type LaxToken =
  | {
      readonly kind: 'open' | 'close' | 'colon' | 'comma';
      readonly text: string;
      readonly start: number;
      readonly end: number;
    }
  /** `closed` is false when the text ends inside it. */
  | {
      readonly kind: 'string';
      readonly text: string;
      readonly closed: boolean;
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: 'word'; readonly text: string; readonly start: number; readonly end: number };

/** Tokenises a text from a given place; never fails, reads each character once. */
export function* laxTokens(source: string, from = 0): Generator<LaxToken> {
  let at = from;
  while (at < source.length) {
    const character = source.charAt(at);
    const kind = PUNCTUATION[character];
    const quotes = QUOTES[character];
    if (BLANK.test(character)) at += 1;
    else if (kind !== undefined) {
      yield { kind, text: character, start: at, end: at + 1 };
      at += 1;
    } else if (quotes !== undefined) {
      const token = stringAt(source, at, quotes);
      yield token;
      at = token.end;
    } else if (source.startsWith('//', at) || source.startsWith('/*', at)) at = afterComment(source, at);
    else {
      const token = wordAt(source, at);
      yield token;
      at = token.end;
    }
  }
}

const PUNCTUATION: Readonly<Record<string, 'open' | 'close' | 'colon' | 'comma' | undefined>> = {
  '{': 'open',
  '[': 'open',
  '}': 'close',
  ']': 'close',
  ':': 'colon',
  ',': 'comma',
};

/** The closing quote of a string; models like typographic quotes. */
const QUOTES: Readonly<Record<string, string | undefined>> = { '"': '"', "'": "'", '“': '”', '‘': '’' };

const BLANK = /[\s\uFEFF]/;
const WORD_ENDS = /[\s\uFEFF{}[\]:,"“]/;

function stringAt(source: string, start: number, close: string): LaxToken & { kind: 'string' } {
  let text = '';
  let at = start + 1;
  while (at < source.length) {
    const character = source.charAt(at);
    if (character === close) return { kind: 'string', text, closed: true, start, end: at + 1 };
    if (character === '\\') {
      const [meant, length] = escapeAt(source, at);
      text += meant;
      at += length;
    } else {
      text += character;
      at += 1;
    }
  }
  return { kind: 'string', text, closed: false, start, end: at };
}

function escapeAt(source: string, at: number): [meant: string, length: number] {
  const code = /^\\u([0-9a-fA-F]{4})/.exec(source.slice(at, at + 6))?.[1];
  if (code !== undefined) return [String.fromCharCode(Number.parseInt(code, 16)), 6];
  const next = source.charAt(at + 1);
  return [ESCAPES[next] ?? next, 2];
}

const ESCAPES: Readonly<Record<string, string | undefined>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** A number, a constant, an unquoted key; an apostrophe inside is part of it. */
function wordAt(source: string, start: number): LaxToken & { kind: 'word' } {
  let end = start + 1;
  while (end < source.length && !WORD_ENDS.test(source.charAt(end)) && !/^\/[/*]/.test(source.slice(end, end + 2)))
    end += 1;
  return { kind: 'word', text: source.slice(start, end), start, end };
}

function afterComment(source: string, at: number): number {
  const end = source.startsWith('//', at) ? source.indexOf('\n', at) : source.indexOf('*/', at + 2);
  if (end === -1) return source.length;
  return source.startsWith('//', at) ? end + 1 : end + 2;
}
