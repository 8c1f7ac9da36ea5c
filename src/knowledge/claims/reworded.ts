import { claimStem } from './claim-words.ts';
import { plainText, stemsOf } from './sentences.ts';

/** The sentence in a normal form for comparison: omitted words are repeated, names come after their description. */
export const reworded = (text: string, against: string): string =>
  withoutPrefixes(saidInFull(butNotInFull(named(freely(plainText(text))))), against);

/** "Amos Lind, a weaver, founded it": "the weaver Amos Lind founded it". */
const named = (text: string): string =>
  text.replace(
    /(\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)*), (?:an?|the) ([\p{Ll}-]+(?: [\p{Ll}-]+)?), (?!and\b|or\b)/gu,
    'the $2 $1 ',
  );

/** "for free" and "free of charge" are "free". */
const freely = (text: string): string => text.replace(/\bfor free\b|\bfree of charge\b/gi, 'free');

const PLACING =
  'within|in|on|at|for|from|with|across|under|to|by|over|through|between|during|before|after|inside|outside';
const BUT_NOT = new RegExp(`^([^,;:]+?) ((?:${PLACING}) [^,;:]+?),? but not ((?:${PLACING}) [^,;:.]+)\\.?$`, 'i');

/** "Order is kept within a partition but not across partitions": "…; order is not kept across partitions". */
function butNotInFull(text: string): string {
  const [, said = '', where = '', notWhere = ''] = BUT_NOT.exec(text) ?? [];
  if (said === '' || /\b(?:not|never|no|only)\b/i.test(said)) return text;
  const denied = said.replace(new RegExp(`\\b(${AUXILIARY})\\b`, 'i'), '$1 not');
  return denied === said ? text : `${said} ${where}; ${denied} ${notWhere}.`;
}

const AUXILIARY = '(?:do|does|did|is|are|was|were|can|may|must|will|has|have)';
const IN_SHORT = new RegExp(
  `^(.+?) (${AUXILIARY})( not| never)? (.+?)(,|;| but| while| whereas)+ (?:but |while |whereas |and )?(.+?) (${AUXILIARY})( not)?((?: (?:in|on|at|for|from|with|under)\\b[^,;.]*)?)\\.?$`,
  'i',
);

/** "Requests do not count, but those of a robot do": "requests do not count; requests of a robot do count". */
function saidInFull(text: string): string {
  const match = text.match(IN_SHORT);
  if (match === null) return text;
  const [, who = '', first = '', denied = '', said = '', , other = '', second = '', otherDenied = '', where = ''] =
    match;
  if ((denied === '') === (otherDenied === '') || /[,;:(]/.test(who + said + other)) return text;
  if (/^(?:which|who|that|as|if|when)\b/i.test(other)) return text;
  // An explicit place replaces the other one.
  const rest = where === '' ? said : said.replace(/ (?:in|on|at|for|from|with|under) [^,;]*$/, '');
  const head = who.split(/ (?=that\b|which\b|who\b|of\b|with\b|in\b|from\b)/)[0] ?? who;
  const whom = other.replace(/^(?:those|these|the ones|ones)\b/i, head).replace(/^(?:it|they|he|she)$/i, who);
  return `${who} ${first}${denied} ${said}; ${whom} ${second}${otherDenied} ${rest}${where}.`;
}

/** "an unmerged branch" is "a not merged branch", where the other says "merged". */
function withoutPrefixes(text: string, against: string): string {
  const [own, theirs] = [stemsOf(text), stemsOf(against)].map((stems) => new Set(stems)) as [Set<string>, Set<string>];
  return text.replace(/\bun-?([a-z]{4,})\b/g, (all, rest: string) => {
    const isOther = theirs.has(claimStem(rest)) && !theirs.has(claimStem(all)) && !own.has(claimStem(rest));
    return isOther ? `not ${rest}` : all;
  });
}
