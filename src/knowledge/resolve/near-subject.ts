import { builtInEmbedder } from '../embed/built-in.ts';

/**
 * Words for the form of a thing ("client", "module"), not for what it does. "test" and "error" are not among them: they
 * change the question.
 */
const CARRIERS = new Set('client endpoint servic api system app layer component feature modul process tool'.split(' '));
/** Measured on questions in four wordings each: same meanings are at 0.91 and above, near misses at 0.80 and below. */
const LEAST_ALIKE = 0.86;

/**
 * Whether two subjects that differ by a word are equal: one has all words of the other, at least two, and the
 * additional word only names its form and hardly moves the meaning. "client reconnect websocket" is "reconnect
 * websocket"; "csv export test" is not "csv export". Similarity alone cannot tell: "csv export" is as near to "csv
 * import" as a paraphrase is.
 */
export function isNearSubject(a: string, b: string): boolean {
  const [less, more] = [a.split(' '), b.split(' ')].sort((one, other) => one.length - other.length);
  if (!less || !more || less.length < 2 || more.length !== less.length + 1) return false;
  if (!less.every((word) => more.includes(word))) return false;
  if (!more.every((word) => less.includes(word) || CARRIERS.has(word))) return false;
  const embedder = builtInEmbedder();
  // A word that the table lacks moves no vector, and may be decisive.
  if (more.some((word) => embedder.query(word).every((value) => value === 0))) return false;
  const [one, other] = [embedder.query(a), embedder.query(b)];
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0) >= LEAST_ALIKE;
}
