import { plainText, sentencesOf } from './sentences.ts';

/** A passage of a source, unchanged. */
export interface SourcePassage {
  readonly id: string;
  /** The subject of the whole page or section. */
  readonly title?: string;
  readonly text: string;
}

export interface ClaimCitation {
  readonly passage: string;
  /** The text it claims to quote. */
  readonly quote: string;
}

const SHORTEST_QUOTE = 12;

/** Why a citation does not hold; null where its quote is in the passage. */
export function citationProblem(
  { passage: id, quote }: ClaimCitation,
  passage: SourcePassage | undefined,
): string | null {
  if (!passage) return `there is no source ${id}`;
  const wanted = flat(bare(quote));
  const text = flat(passage.text);
  if (wanted.length < SHORTEST_QUOTE && wanted !== text) return `the quote of ${id} is too short to tell`;
  return text.includes(wanted) ? null : `${id} does not say ${JSON.stringify(quote.slice(0, 80))}`;
}

/** A quote may be in quotation marks, and end with an ellipsis. */
const bare = (quote: string): string =>
  plainText(quote)
    .replace(/^(?:["'*\s]|\.{3})+/, '')
    .replace(/(?:["'*\s]|\.{3})+$/, '');

/** Case and Markdown markup are ignored in quotes. */
const flat = (text: string): string =>
  plainText(text)
    .replace(/[`*_]|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** The sentences that contain a quote; and with the previous one, which "it" refers to. */
export function around(text: string, quote: string): { readonly quoted: string[]; readonly near: string[] } {
  const sentences = sentencesOf(text);
  const wanted = flat(bare(quote));
  const hit = sentences.map((sentence) => {
    const own = flat(sentence);
    return own.includes(wanted) || wanted.includes(own);
  });
  if (!hit.includes(true)) return { quoted: sentencesOf(quote), near: sentencesOf(quote) };
  return {
    quoted: sentences.filter((_, at) => hit[at]),
    near: sentences.filter((_, at) => hit[at] || hit[at + 1]),
  };
}

/** The sentence itself, or its beginning up to another thought. */
export function saysTheSame(claim: string, sentence: string): boolean {
  const [own, theirs] = [flat(claim).replace(/[.,;]+$/, ''), flat(sentence).replace(/[.,;]+$/, '')];
  if (own === theirs) return true;
  const rest = theirs.startsWith(own) ? theirs.slice(own.length) : null;
  return (
    rest !== null && /^[,;:)]/.test(rest) && !/^[,;:)\s]*(?:unless|except|only|if|but|provided|until)\b/.test(rest)
  );
}
