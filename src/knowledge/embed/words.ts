import { stem } from '../text/stem.ts';
import { partsOf } from '../text/words.ts';

const QUERY_WORDS = 60;
const CODE_WORDS = 120;
const LONGEST_TEXT = 12_000;

/** The distinct words of a question, stemmed. */
export const queryWords = (text: string): string[] => distinct(text, QUERY_WORDS);

/** The distinct words of a piece of code: from its path, its name, and its content. */
export const codeWords = ({ path, name, text }: { path: string; name: string; text: string }): string[] =>
  distinct(`${placeOf(path)} ${name} ${text.slice(0, LONGEST_TEXT)}`, CODE_WORDS);

/** The distinct words of a piece's name and path. */
export const nameWords = (path: string, name: string): string[] => distinct(`${name} ${placeOf(path)}`, CODE_WORDS);

const placeOf = (path: string): string =>
  path
    .split('/')
    .slice(-2)
    .join(' ')
    .replace(/\.\w+$/, '');

function distinct(text: string, most: number): string[] {
  const words = new Set<string>();
  for (const [token] of text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)) {
    if (token.length > 60) continue;
    for (const part of partsOf(token)) if (part.length > 1) words.add(stem(part));
    if (words.size >= most) break;
  }
  return [...words].slice(0, most);
}
