import type { Query } from './query.ts';

/**
 * A question in the project's own spelling: a term that does not occur is replaced by one that does where only British
 * or American spelling or a noun's ending is between them: `normalise`, `normalisation` and `normalize`. Known terms
 * stay as they are.
 */
export function respelled(query: Query, isKnown: (term: string) => boolean): Query {
  const terms = query.terms.map((term) => (isKnown(term) ? term : (variantsOf(term).find(isKnown) ?? term)));
  const kept = terms.map((term, at) => terms.indexOf(term) === at);
  return {
    ...query,
    terms: terms.filter((_, at) => kept[at]),
    weights: query.weights.filter((_, at) => kept[at]),
  };
}

/** Of a stemmed term, most likely first. */
function variantsOf(term: string): string[] {
  const [, verb, noun] = /^(.{3,}[iy][sz])(at)?$/.exec(term) ?? [];
  if (verb === undefined)
    return term.length > 5 && term.endsWith('our') ? [`${term.slice(0, -3)}or`, term.slice(0, -3)] : [];
  const bases = noun === undefined ? [verb, `${verb}at`] : [term, verb];
  return bases.flatMap((base) => [base, otherSpelling(base)]).filter((each) => each !== term);
}

const otherSpelling = (term: string): string =>
  term.replace(/([iy])([sz])(?=$|at$)/, (_, vowel: string, sound: string) => vowel + (sound === 's' ? 'z' : 's'));
