import { claimStem, isStopWord } from './claim-words.ts';
import { type Entity, entitiesOf, numberForm, numbersOf } from './entities.ts';
import { clausesOf, plainText, sentencesOf, stemsOf } from './sentences.ts';

/**
 * Whether the cited place contains the things that a claim names: a number with the noun it counts, a name in upper or
 * lower case, code with or without `()`.
 */
export function isGrounded(entity: Entity, near: string, whole: string): boolean {
  if (entity.kind === 'number') {
    const form = numberForm(entity.text);
    // "50 s" is not "50 ms"; a number without a unit in the source may have one here.
    const isThere = /[a-z%]$/.test(form)
      ? numbersOf(near, 'with').has(form) || numbersOf(near, 'with').has(form.replace(/[a-z%]+$/, ''))
      : numbersOf(near).has(form);
    if (!isThere) return false;
    // "3 retries" is not grounded by "3 s, 5 retries".
    if (entity.of === null) return true;
    // "port 7433": there as here.
    if (entity.named && plainText(near).toLowerCase().includes(`${entity.named} ${entity.text.toLowerCase()}`))
      return true;
    return !countsAnother(near, form, claimStem(entity.of));
  }
  const text = plainText(whole);
  if (text.includes(entity.text)) return true;
  return entity.kind === 'name'
    ? text.toLowerCase().includes(entity.text.replace(/(?<=[A-Z]{2}|[a-z]{3})s$/, '').toLowerCase())
    : withoutCall(text, entity.text) || withoutCall(text, entity.text.replace(/(?<=[A-Z]{2})s$/, ''));
}

/** Where the number occurs, another number counts this noun, and this number counts another noun in another part. */
function countsAnother(near: string, form: string, of: string): boolean {
  const having = sentencesOf(near).filter((sentence) => numbersOf(sentence).has(form));
  return (
    having.length > 0 &&
    having.every((sentence) => {
      const counted = clausesOf(sentence)
        .flatMap((part) => part.split(/,\s|\band\b/))
        .filter((clause) => numbersOf(clause).has(form))
        .flatMap((clause) => stemsOf(clause));
      if (counted.includes(of)) return false;
      const numbers = entitiesOf(sentence).flatMap((each) => (each.kind === 'number' ? [each] : []));
      const here = numbers.find((each) => numberForm(each.text) === form);
      // "9 euros, 5 for students": a number without a unit counts the same as the one before it.
      if (here === undefined || here.of === null || isStopWord(here.of)) return false;
      return numbers.some((each) => each !== here && each.of !== null && claimStem(each.of) === of);
    })
  );
}

/** `flush()` and `flush`, `Queue.flush` and `flush`. */
const withoutCall = (text: string, name: string): boolean => {
  const bare = name.replace(/\(\)$/, '');
  return bare !== '' && new RegExp(`(?<![\\w$])${bare.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w$])`).test(text);
};
