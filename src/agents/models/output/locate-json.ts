import { type LaxToken, laxTokens } from './lax-tokens.ts';

/** A part of an answer that looks like an object or a list. */
export interface Candidate {
  readonly text: string;
  /** False: the text ends before it does. */
  readonly closed: boolean;
}

/** The outermost objects and lists of a text, in order. Nested ones are not listed. */
export function locateJson(text: string): Candidate[] {
  const found: Candidate[] = [];
  const brackets = /[{[]/g;
  for (let match = brackets.exec(text); match !== null; match = brackets.exec(text)) {
    if (!looksMeant(text, match.index)) continue;
    const end = endOf(text, match.index);
    if (end === undefined) {
      found.push({ text: text.slice(match.index), closed: false });
      break;
    }
    found.push({ text: text.slice(match.index, end), closed: true });
    brackets.lastIndex = end;
  }
  return found;
}

/** The content of ``` or ~~~ fences; a last fence that is not closed extends to the end. */
export function fencedParts(text: string): string[] {
  const fences = /(?:^|\n)[ \t]*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)(?:\n[ \t]*\1|$)/g;
  return [...text.matchAll(fences)].map((match) => match[2] ?? '');
}

/** Where the object or list that begins here ends, or undefined when the text ends first. */
function endOf(text: string, start: number): number | undefined {
  let depth = 0;
  for (const token of laxTokens(text, start)) {
    if (token.kind === 'open') depth += 1;
    if (token.kind === 'close') depth -= 1;
    if (depth === 0) return token.end;
  }
  return undefined;
}

/** Prose has brackets too: `{x and y}`, `[see the user's note]`. The following text distinguishes them. */
function looksMeant(text: string, start: number): boolean {
  const tokens = laxTokens(text, start + 1);
  const first = tokens.next().value ?? undefined;
  if (first === undefined) return true;
  if (text.charAt(start) === '[') return isValueStart(first) || isEnd(first, ']');
  if (isEnd(first, '}')) return true;
  if (first.kind !== 'string' && first.kind !== 'word') return false;
  const second = tokens.next().value ?? undefined;
  return second === undefined ? first.kind === 'string' : second.kind === 'colon';
}

const isEnd = (token: LaxToken, text: string): boolean => token.kind === 'close' && token.text === text;

const isValueStart = (token: LaxToken): boolean =>
  token.kind === 'open' ||
  token.kind === 'string' ||
  (token.kind === 'word' && /^(-?\d|true|false|null|True|False|None)/.test(token.text));
