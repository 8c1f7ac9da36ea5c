import type { FileFacts } from '../code/analyse.ts';
import { ImportResolver } from '../code/resolve-imports.ts';
import { Corpus, type CorpusFile, packCounts } from './corpus.ts';

/** Numbers terms in order of appearance. */
export class Dictionary {
  readonly numbers = new Map<string, number>();

  numberOf(term: string): number {
    const known = this.numbers.get(term);
    if (known !== undefined) return known;
    const number = this.numbers.size;
    this.numbers.set(term, number);
    return number;
  }
}

/** A corpus directly from analysed files. */
export function buildCorpus(facts: readonly FileFacts[]): Corpus {
  const dictionary = new Dictionary();
  const resolver = new ImportResolver(facts.map(({ path }) => path));
  const files = facts.map(
    ({ path, imports, chunks }): CorpusFile => ({
      path,
      imports: resolver.resolve(path, imports),
      chunks: chunks.map(({ path: symbol, kind, first, last, terms }) => ({
        path: symbol,
        isFunction: kind === 'function',
        first,
        last,
        terms: encodeTerms(terms, dictionary),
      })),
    }),
  );
  return new Corpus(files, dictionary.numbers);
}

export function encodeTerms(
  terms: ReadonlyMap<string, readonly [number, number, number]>,
  dictionary: Dictionary,
): Int32Array {
  const encoded = new Int32Array(terms.size * 2);
  let at = 0;
  for (const [term, counts] of terms) {
    encoded[at] = dictionary.numberOf(term);
    encoded[at + 1] = packCounts(counts);
    at += 2;
  }
  return encoded;
}
