import { stem } from './stem.ts';

/** Words and identifiers, in any script. */
const TOKEN = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*(?:-[\p{L}][\p{L}\p{M}\p{N}_$]*)*|\p{N}+/gu;
const LONGEST = 60;

/**
 * The terms of a text or a piece of code, in order: the stemmed parts of each identifier, and the whole identifier
 * where it has several. `getUserName` and `get-user-name` give get, user, name and getusername: people search for
 * either.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [token] of text.matchAll(TOKEN)) pushTerms(token, terms);
  return terms;
}

/** Only whole identifiers that look like code: `getUserName`, `user_name`, `HTTPServer`, `x2y`. */
export function compoundsOf(text: string): string[] {
  const found: string[] = [];
  for (const [token] of text.matchAll(TOKEN)) if (partsOf(token).length > 1) found.push(wholeOf(token));
  return found;
}

/** The form in which a whole identifier is indexed. */
export const wholeOf = (name: string): string => name.replace(/[^\p{L}\p{M}\p{N}]+/gu, '').toLowerCase();

function pushTerms(token: string, terms: string[]): void {
  if (token.length > LONGEST) return;
  const known = TERMS.get(token);
  if (known) {
    for (const term of known) terms.push(term);
    return;
  }
  const parts = partsOf(token);
  const own = parts.filter((part) => part.length > 1).map(stem);
  if (parts.length > 1) {
    const whole = wholeOf(token);
    if (whole.length > 1) own.push(whole);
  }
  // Source code repeats itself: the same few thousand identifiers make up most of a repository.
  if (TERMS.size > 50_000) TERMS.clear();
  TERMS.set(token, own);
  for (const term of own) terms.push(term);
}

const TERMS = new Map<string, readonly string[]>();

/** `getHTTPServer2` → get, http, server, 2. */
export function partsOf(token: string): string[] {
  return token
    .replace(/[_$-]+/g, ' ')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N})(\p{L})/gu, '$1 $2')
    .toLowerCase()
    .split(' ')
    .filter((part) => part !== '');
}
