import { type FoundConstruct, found } from '../found.ts';
import { maskQuotes } from '../rewrite/mask-quotes.ts';

/** What in a shell pattern (unquoted text that begins at `offset`) only some shells understand. */
export function patternFaults(source: string, offset: number): FoundConstruct[] {
  const all: FoundConstruct[] = [];
  const masked = maskQuotes(source);
  for (const match of masked.matchAll(/\[\^(?=[^\]]*\])/g)) {
    const start = offset + match.index;
    const caret = { start: start + 1, end: start + 2, text: '!' };
    all.push(found('bracket-caret', { start, end: start + 2 }, { edits: [caret] }));
  }
  for (const match of masked.matchAll(EXTENDED)) {
    const start = offset + match.index;
    all.push(found('extglob', { start, end: start + match[0].length }));
  }
  return all;
}

export const EXTENDED = /(?<![\w$\\])[?*+@!]\((?:[^()]|\([^()]*\))*\)/g;
