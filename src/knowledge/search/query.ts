import { STOP_WORDS } from '../text/stop-words.ts';
import { compoundsOf, termsOf, wholeOf } from '../text/words.ts';

export interface Query {
  readonly text: string;
  /** Distinct content terms; all terms where there are none. */
  readonly terms: readonly string[];
  /** The weight of each term: the first line names the subject, the rest explains. */
  readonly weights: readonly number[];
  /** Words as written, in lower case: some are names although they look like words. */
  readonly words: readonly string[];
  /** The scope in a commit's subject, `fix(router): …` or `router: …`. */
  readonly scope: readonly string[];
  /** Identifiers it names: `getUser`, `user_name`, what stands in backticks. */
  readonly identifiers: readonly string[];
}

const LONGEST = 4_000;
const MOST_TERMS = 64;

export function readQuery(raw: string): Query {
  const text = plainQuery(raw.slice(0, LONGEST));
  const all = [...new Set(termsOf(text))];
  const telling = all.filter((term) => !STOP_WORDS.has(term));
  const terms = (telling.length > 0 ? telling : all).slice(0, MOST_TERMS);
  const ticked = [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, code = '']) => code.split(/[^\p{L}\p{N}_$]+/u));
  const dotted = [...text.matchAll(/\b([\p{L}_$][\p{L}\p{N}_$]*)(?=\(|\.[\p{L}_$])|\.([\p{L}_$][\p{L}\p{N}_$]+)/gu)];
  const names = [...compoundsOf(text), ...ticked.map(wholeOf), ...dotted.map(([, a, b]) => wholeOf(a ?? b ?? ''))];
  const words = [...new Set(text.toLowerCase().match(/[\p{L}_$][\p{L}\p{N}_$]{3,}/gu))].map(wholeOf);
  const first = new Set(termsOf(text.trimStart().split('\n', 1)[0] ?? ''));
  const weights = terms.map((term) => (first.has(term) ? 1 : 0.5) * (WEAK.has(term) ? 0.4 : 1));
  return {
    ...{ text, terms, weights, words, scope: scopeOf(raw) },
    identifiers: [...new Set(names)].filter((name) => name.length > 1),
  };
}

function scopeOf(raw: string): string[] {
  const [, kind = '', inside] = /^\s*([\p{L}\p{N}_./-]+)(?:\(([^)]*)\))?!?:\s/u.exec(raw) ?? [];
  return [...new Set(termsOf(inside ?? (KINDS.test(kind) ? '' : kind)))];
}

const KINDS = /^(?:fix|feat|feature|chore|docs?|refactor|perf|style|test|build|ci|update|new|breaking)$/i;

/** Typical words of change descriptions (`add support for …`) say little about where. */
const WEAK = new Set(
  `add added fix remov support test us updat refactor chang improv handl allow mak ensur avoid issu bug new miss correct
  correctly properly instead better clean cleanup mov renam introduc implement work drop deprecat prevent enabl disabl
  replac rework simplify small minor bit respect method function cod fil class case feature wrong way thing stuff`.split(
    /\s+/,
  ),
);

/** A commit's message without its type: `fix(router): …` is about the router, not about fixing. */
export const plainQuery = (text: string): string =>
  text
    .replace(
      /^\s*(?:fix|feat|feature|chore|docs?|refactor|perf|style|test|build|ci|update|new|breaking)(?:\(([^)]*)\))?!?:\s*/i,
      '$1 ',
    )
    .replace(/\(?#\d+\)?/g, ' ');
