import { denials } from './claim-words.ts';
import { plainForm, type SentencePart } from './sentence-shape.ts';
import { stemsOf } from './sentences.ts';

/**
 * Whether a claim negates both a condition and its consequence: "if the key is not listed, it does not count" for "it
 * counts only if the key is listed", "if nobody waits, it can be renewed" for "it can be renewed unless somebody
 * waits". A denial added to one side is then added to the other, so only one thing matters: whether their number stays
 * even or odd.
 */
export function isTurnedWithItsCondition(own: readonly SentencePart[], theirs: readonly SentencePart[]): boolean {
  const claim = own.map(({ text }) => text).join('; ');
  const words = new Set(own.flatMap((part) => part.words.map(({ stem: word }) => word)));
  // Words that the claim leaves out deny nothing in it.
  const meant = theirs.filter(
    (part) => part.words.filter(({ stem: word }) => words.has(word)).length >= part.words.length / 2,
  );
  const sentence = meant
    .map(({ text }) => text)
    .join('; ')
    .replace(/\bbefore any (\S+)/gi, (all, what: string) => (words.has(plainForm(what.toLowerCase())) ? all : ' '));
  const isMore = (text: string): boolean => /\bnot (?:only|just)\b/i.test(text);
  if (isMore(claim) !== isMore(sentence)) return false;
  const isExclusive = /\b(?:only|unless|except|until|before any)\b/i.test(sentence);
  return isExclusive && CONDITION.test(claim) && isOdd(claim) === isOdd(sentence);
}

const CONDITION = /\b(?:if|when|while|unless|without|with|except|until|only|as long as|for)\b/i;

/** "unless" denies what follows it, and so do "before any" and "except". */
const isOdd = (text: string): boolean =>
  (denials(text) + (text.match(/\b(?:unless|except|before any)\b/gi) ?? []).length) % 2 === 1;

/** "It is open on Sundays" for "it is open every day except Sunday"; returns the exception, or null. */
export function exceptionTaken(claim: string, sentence: string): string | null {
  const [, excepted] =
    sentence.match(
      /\b(?:except(?: for| those for)?|other than) ([^,;.]+)(?!, (?:when|which|where|who)\b)(?=[,;.]|$)/i,
    ) ?? [];
  if (excepted === undefined || denials(sentence.split(excepted)[0] ?? '') > 0) return null;
  if (denials(claim) > 0 || /\b(?:except|unless|but|other than|besides)\b/i.test(claim)) return null;
  const own = new Set(stemsOf(claim));
  const [named, rest] = [stemsOf(excepted), stemsOf(sentence.replace(excepted, ' '))];
  const isSaid = rest.filter((word) => own.has(word)).length > 0;
  return named.length > 0 && isSaid && named.every((word) => own.has(word)) ? `it excepts "${excepted}"` : null;
}
