import { claimStem, isStopWord } from './claim-words.ts';

/** Characters in a normal form: one kind of quote, dash and space; case kept. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u201B]/g, "'")
    .replace(/[\u201C\u201D\u201E]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/``/g, '`')
    // n**o**t
    .replace(/(?<=\p{L})(?:\*{1,3}|~~)(?=\p{L})/gu, '')
    // _stressed_ words
    .replace(/(?<![\w`])_([^_\s](?:[^_]*[^_\s])?)_(?!\w)/g, '$1')
    .replace(/[\u00AD\u200B-\u200F\u2060\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Sentences, and lines of lists and tables, which end without a full stop. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/\n\s*\n|\n(?=\s*(?:[-*+|#>]|\d+[.)])\s)/)
    .flatMap((block) => segmentsOf(plainText(block)))
    .map((sentence) => sentence.replace(/^(?:[-*+>|#]+|\d+[.)])\s+/, ''))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/**
 * "St. Anna" continues after its full stop; "… in milliseconds. vole check …" does not, though a small letter follows.
 */
function segmentsOf(text: string): string[] {
  const found: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = found.at(-1);
    if (last !== undefined && /\b(?:St|Mr|Mrs|Ms|Dr|vs|e\.g|i\.e|cf|approx|No|Fig|Sec)\.\s*$/.test(last))
      found[found.length - 1] = last + segment;
    else found.push(...segment.split(/(?<=[\p{Ll}\p{N})]{3}\.)\s+(?=[\p{Ll}`])/u));
  }
  return found.map((each) => each.trim());
}

/** Where a sentence has two statements: a denial in one part says nothing about the other. */
export const clausesOf = (sentence: string): string[] =>
  sentence
    .split(
      /[;:()]|,\s+(?=(?:but|while|whereas|although|though|unless|except|and|so|which)\b)|\s+(?=(?:but|whereas|although|because|unless)\b)|\s-\s/i,
    )
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');

/** The content words, in base form, in order. */
export function stemsOf(text: string): string[] {
  return (
    plainText(text)
      .toLowerCase()
      .replace(/(?<=\d),(?=\d{3})/g, '')
      .match(/[\p{L}\p{N}_$]+(?:[.'-][\p{L}\p{N}_$]+)*/gu) ?? []
  )
    .filter((word) => !isStopWord(word))
    .map(claimStem);
}
