/** A light English stemmer: inflections are merged, most words stay apart. The result need not be a word. */
export function stem(word: string): string {
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return word;
  const singular = withoutPlural(word);
  const base = withoutEnding(singular);
  return base.length > 4 && base.endsWith('e') ? base.slice(0, -1) : base;
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(sses|ches|shes|xes)$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('s') && !/(ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

function withoutEnding(word: string): string {
  if (word.length > 5 && word.endsWith('ing')) return undoubled(word.slice(0, -3));
  if (word.length > 4 && word.endsWith('ed') && !word.endsWith('eed')) return undoubled(word.slice(0, -2));
  if (word.length > 6 && word.endsWith('ation')) return `${word.slice(0, -5)}at`;
  if (word.length > 6 && /[ts]ion$/.test(word)) return word.slice(0, -3);
  if (word.length > 5 && /(er|or)$/.test(word)) return word.slice(0, -2);
  return word;
}

/** `stopping` → `stop`. */
const undoubled = (word: string): string => (/([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word);
