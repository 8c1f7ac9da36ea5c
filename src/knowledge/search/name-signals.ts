import type { Bm25 } from './bm25.ts';
import type { Corpus } from './corpus.ts';
import type { Query } from './query.ts';

/** Files that define, use or are named like what the query names. */
export function identifierSignals(corpus: Corpus, query: Query, bm: Bm25) {
  const count = corpus.files.length;
  const defines = new Float32Array(count);
  const uses = new Float32Array(count);
  const base = new Float32Array(count);
  const baseOf = new Float32Array(count);
  const definesWord = new Float32Array(count);
  for (const word of query.words) {
    const files = corpus.definedIn.get(word) ?? [];
    if (files.length <= 8) for (const file of files) definesWord[file] = (definesWord[file] ?? 0) + 1 / files.length;
  }
  for (const name of query.identifiers) {
    const files = corpus.definedIn.get(name) ?? [];
    for (const file of files) defines[file] = (defines[file] ?? 0) + 1 / Math.sqrt(files.length);
    const posted = corpus.postings(name);
    if (!posted) continue;
    const number = corpus.numberOf(name) ?? 0;
    const rarity = 1 / Math.sqrt(corpus.fileCount[number] ?? 1);
    let last = -1;
    for (const chunk of posted.chunks) {
      const file = corpus.fileOfChunk[chunk] ?? 0;
      if (file === last) continue;
      last = file;
      uses[file] = (uses[file] ?? 0) + rarity;
    }
  }
  const scope = new Float32Array(count);
  const scopeMass = query.scope.reduce((sum, term) => sum + bm.idf(term), 0) || 1;
  for (const term of query.scope) {
    const inPath = corpus.inPath(term)?.all ?? [];
    for (let k = 0; k < inPath.length; k += 2) {
      const file = inPath[k] ?? 0;
      scope[file] = (scope[file] ?? 0) + bm.idf(term) / scopeMass;
    }
  }
  const asked = new Set(query.terms);
  const weights = query.terms.map((term) => bm.idf(term));
  const mass = weights.reduce((a, b) => a + b, 0) || 1;
  for (let file = 0; file < count; file += 1) {
    let own = 0;
    let matched = 0;
    for (const term of corpus.baseTerms[file] ?? []) {
      const idf = bm.idf(term);
      own += idf;
      if (asked.has(term)) matched += idf;
    }
    if (matched === 0) continue;
    base[file] = matched / (own || 1);
    baseOf[file] = matched / mass;
  }
  const wholes = new Set([...query.identifiers, ...query.words]);
  const baseExact = Float32Array.from(corpus.files, (_, file) => {
    const whole = corpus.baseWhole[file] ?? '';
    return wholes.has(whole) ? Math.min(1, whole.length / 10) : 0;
  });
  return { named: namedSignal(corpus, query.text), baseExact, definesWord, defines, uses, base, baseOf, scope };
}

/** Files that the query names exactly: by path, by the end of one, or by the last part with its extension. */
function namedSignal(corpus: Corpus, text: string): Float32Array {
  const named = new Float32Array(corpus.files.length);
  const places =
    text.match(/[\p{L}\p{N}_@.-]+(?:\/[\p{L}\p{N}_@.-]+)*\.\p{L}{1,5}\b|[\p{L}\p{N}_@.-]+(?:\/[\p{L}\p{N}_@.-]+)+/gu) ??
    [];
  for (const place of new Set(places)) {
    const end = `/${place.replace(/^\.?\//, '')}`;
    const bare = end.replace(/\.\p{L}{1,5}$/u, '');
    const hits = corpus.files.flatMap(({ path }, file) => {
      const whole = `/${path}`;
      return whole.endsWith(end) || whole.replace(/\.\p{L}{1,5}$/u, '').endsWith(bare) ? [file] : [];
    });
    for (const file of hits) named[file] = (named[file] ?? 0) + 1 / hits.length;
  }
  return named;
}
