import { AND, DENY, FILLER, GO, LEAVE, NO, REST, YES } from './reply-words.ts';

export type PlanReply = 'search' | 'leave' | 'other';
export type LeaveReply = 'leave' | 'stay' | 'moved-on';

/**
 * The meaning of a reply to the plan of a search (1 search, 2 leave). A reply counts as a choice only if every word of
 * it belongs to one; with other words it is a remark, and never a reason to discard work.
 */
export function readPlanReply(text: string): PlanReply {
  const said = plain(text);
  const number = chosenNumber(said);
  if (number !== null) return number === 1 ? 'search' : number === 2 ? 'leave' : 'other';
  const words = classify(said);
  if (words === null) return 'other';
  const { on, off, denies } = words;
  if (on > 0 && off > 0) return 'other';
  if (on > 0) return 'search';
  // "no" to the plan: leaving is confirmed once more, so nothing is lost by it.
  return off > 0 || denies > 0 ? 'leave' : 'other';
}

/** The meaning of a reply to "Leave it?" (1 leave, 2 stay). The denial first; a reply that is neither has moved on. */
export function readLeaveReply(text: string): LeaveReply {
  const said = plain(text);
  const number = chosenNumber(said);
  if (number !== null) return number === 1 ? 'leave' : 'stay';
  const words = classify(said);
  if (words === null) return beginsWithDenial(said) ? 'stay' : 'moved-on';
  if (words.denies > 0 || (words.goes > 0 && words.leaves === 0)) return 'stay';
  return words.leaves > 0 || words.yes > 0 ? 'leave' : 'moved-on';
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’`´]/g, "'")
    .replace(/[^\p{L}\p{N}'\s?,.;!:-]/gu, ' ')
    // Only a mark between two thoughts: "no, go on" is not "no go on".
    .replace(/\s*[,.;!:]+\s*|\s+-+\s+/g, ' , ')
    .replace(/-/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ ,]+|[ ,]+$/g, '')
    // "ne … pas" is one denial.
    .replace(/\bn(?:e |')(?=[^,]*\b(?:pas|plus|jamais|rien)\b)/g, '');

const ORDINALS = ['first', 'second', 'third'];

/** A choice as it was shown, from a window's button: its number and its own words. */
const AS_SHOWN = /^(\d) (?:search|go on|leave|stay)$/;

function chosenNumber(said: string): number | null {
  const shown = AS_SHOWN.exec(said)?.[1];
  if (shown !== undefined) return Number(shown);
  const found =
    /^(?:i (?:choose|pick|take|say) |option |choice |number |no |nr |the )?(\d|first|second|third)(?: one| option| choice)?(?: please| thanks)?$/.exec(
      said,
    )?.[1];
  if (found === undefined) return null;
  return /\d/.test(found) ? Number(found) : ORDINALS.indexOf(found) + 1;
}

type Kind = 'leave' | 'go' | 'deny' | 'yes' | 'and' | 'filler';

const PHRASES: readonly (readonly [string, Kind])[] = (
  [
    ...LEAVE.map((phrase) => [phrase, 'leave'] as const),
    ...GO.map((phrase) => [phrase, 'go'] as const),
    ...DENY.map((phrase) => [phrase, 'deny'] as const),
    ...NO.map((phrase) => [phrase, 'deny'] as const),
    ...YES.map((phrase) => [phrase, 'yes'] as const),
    ...AND.map((phrase) => [phrase, 'and'] as const),
    ...FILLER.map((phrase) => [phrase, 'filler'] as const),
    ...REST.map((phrase) => [phrase, 'filler'] as const),
  ] as const
)
  .map(([phrase, kind]) => [phrase, kind] as const)
  .sort(([a], [b]) => b.length - a.length);

/** The combined meaning of all its thoughts; null where a word belongs to none. */
function classify(said: string) {
  const asked = said.replace(/\?$/, '').trim();
  const thoughts = asked.split(' , ').map(kindsOf);
  if (asked.includes('?') || thoughts.includes(null)) return null;
  const all = { on: 0, off: 0, leaves: 0, goes: 0, denies: 0, yes: 0 };
  for (const kinds of thoughts) {
    const count = (kind: Kind): number => kinds?.filter((each) => each === kind).length ?? 0;
    // "stop searching" leaves; "stop that and search" says two things.
    const isOne =
      kinds?.indexOf('leave') !== -1 &&
      count('and') === 0 &&
      (kinds?.indexOf('leave') ?? 0) < (kinds?.indexOf('go') ?? 0);
    const [leaves, goes, denies, yes] = [count('leave'), isOne ? 0 : count('go'), count('deny'), count('yes')];
    // A denial inverts its own thought: "don't stop", "arrête pas". By itself it is an answer.
    const isTurned = denies % 2 === 1;
    all.on += yes + (isTurned ? leaves : goes);
    all.off += isTurned ? goes : leaves;
    all.leaves += leaves;
    all.goes += goes;
    all.denies += denies;
    all.yes += yes;
  }
  return all;
}

/** Every word by its kind, the longest phrase first; null where a word belongs to none. */
function kindsOf(thought: string): Kind[] | null {
  const kinds: Kind[] = [];
  let rest = thought.trim();
  while (rest !== '') {
    const found = PHRASES.find(([phrase]) => rest.startsWith(phrase) && endsThere(rest, phrase));
    if (found === undefined) return null;
    kinds.push(found[1]);
    rest = rest.slice(found[0].length).trim();
  }
  return kinds;
}

/** Where words are not separated by spaces a phrase ends where the next begins. */
const endsThere = (text: string, phrase: string): boolean =>
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u.test(phrase) || !/^[\p{L}\p{N}']/u.test(text.slice(phrase.length));

function beginsWithDenial(said: string): boolean {
  return [...NO, ...DENY].some((phrase) => said.startsWith(phrase) && endsThere(said, phrase)) && !said.includes('?');
}
