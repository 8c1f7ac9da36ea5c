import { claimStem, isStopWord } from './claim-words.ts';
import { type Entity, entitiesOf, numberForm, numbersOf } from './entities.ts';
import { clausesOf, plainText, sentencesOf, stemsOf } from './sentences.ts';

/** Whether the cited place has what a claim names: a number with what it counts, a name in any case, code with or without its call. */
export function isGrounded(entity: Entity, near: string, whole: string): boolean {
  if (entity.kind === 'number') {
    const form = numberForm(entity.text);
    // "50 s" is not "50 ms"; a number that has no unit there may have one here.
    const isThere = /[a-z%]$/.test(form)
      ? numbersOf(near, 'with').has(form) || numbersOf(near, 'with').has(form.replace(/[a-z%]+$/, ''))
      : numbersOf(near).has(form);
    if (!isThere) return false;
    // What is counted must stand in the same clause as the number: "3 retries" is not grounded by "3 s, 5 retries".
    if (entity.of === null) return true;
    // "port 7433": there as here.
    if (entity.named && plainText(near).toLowerCase().includes(`${entity.named} ${entity.text.toLowerCase()}`))
      return true;
    const of = claimStem(entity.of);
    const clauses = sentencesOf(near).flatMap((sentence) =>
      clausesOf(sentence).flatMap((part) => part.split(/,\s|\band\b/)),
    );
    const having = clauses.filter((clause) => numbersOf(clause).has(form));
    const counted = having.flatMap((clause) => stemsOf(clause));
    const elsewhere = stemsOf(near).includes(of);
    return counted.includes(of) || !elsewhere || isCountedBefore(near, form, of);
  }
  const text = plainText(whole);
  if (text.includes(entity.text)) return true;
  return entity.kind === 'name'
    ? text.toLowerCase().includes(entity.text.toLowerCase().replace(/(?<=[a-z]{3})s$/, ''))
    : withoutCall(text, entity.text);
}

/** "9 euros, 5 for students": a number that counts nothing itself counts what the one before it did. */
function isCountedBefore(near: string, form: string, of: string): boolean {
  const numbers = sentencesOf(near).flatMap((sentence) =>
    entitiesOf(sentence).filter((each) => each.kind === 'number'),
  );
  const at = numbers.findIndex((each) => numberForm(each.text) === form);
  const [before, here] = [numbers[at - 1], numbers[at]];
  const isOpen = here?.of === null || isStopWord(here?.of ?? '');
  return isOpen && before?.of != null && stemsOf(before.of).includes(of);
}

/** `flush()` and `flush`, `Queue.flush` and `flush`. */
const withoutCall = (text: string, name: string): boolean => {
  const bare = name.replace(/\(\)$/, '');
  return bare !== '' && new RegExp(`(?<![\\w$])${bare.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w$])`).test(text);
};
