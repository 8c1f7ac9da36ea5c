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
  const flats = sentences.map(flat);
  const cutInto = halfQuoted(flats, wanted);
  const hit = flats.map((own, at) => own.includes(wanted) || wanted.includes(own) || cutInto.has(at));
  if (!hit.includes(true)) return { quoted: sentencesOf(quote), near: sentencesOf(quote) };
  return {
    quoted: sentences.filter((_, at) => hit[at]),
    near: sentences.filter((_, at) => hit[at] || hit[at + 1]),
  };
}

/** A quote may begin and end inside a sentence. The quoted part must be long enough to identify it. */
function halfQuoted(sentences: readonly string[], wanted: string): ReadonlySet<number> {
  const start = sentences.join(' ').indexOf(wanted);
  if (start === -1) return new Set();
  const end = start + wanted.length;
  let from = 0;
  return new Set(
    sentences.flatMap((sentence, at) => {
      const to = from + sentence.length;
      const shared = Math.min(end, to) - Math.max(start, from);
      from = to + 1;
      return shared >= SHORTEST_QUOTE ? [at] : [];
    }),
  );
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
