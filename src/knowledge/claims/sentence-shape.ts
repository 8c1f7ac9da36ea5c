import { claimStem, isIrregular, isStopWord } from './claim-words.ts';
import { numberForm } from './entities.ts';
import { plainText } from './sentences.ts';

/** A content word, with the preposition that governs it: "on" in "on Mondays". */
export interface ShapeWord {
  readonly stem: string;
  /** The preposition or conjunction before it; null in the core, which says who does what to whom. */
  readonly governor: string | null;
  /** Its neighbours in the same part, if there are any. */
  readonly before: string | null;
  readonly after: string | null;
  readonly isNumber: boolean;
  /** "the page of a list": the noun after "of" may also come first ("the list's page"). */
  readonly isOf: boolean;
}

/** A part of a sentence with one statement. */
export interface SentencePart {
  readonly words: readonly ShapeWord[];
  readonly text: string;
  /** The first word of its core as written. */
  readonly subject: string | null;
  /** The subject; null in "the item is replaced", which does not name one. */
  readonly agent: string | null;
  readonly isOtherwise: boolean;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));
const PREPOSITIONS = setOf(
  'in on at to for from with without by after before until till within during between across above below over under through into onto against since per than as via among despite except besides outside inside of when while if unless because although though where whereas once whoever whatever however',
);
const SUBORDINATE = setOf('if when until till unless because although though whereas once');
const CLAUSAL = setOf('if when until till unless because although though whereas once while before after since');
const AUXILIARIES = setOf(
  'is are was were be been being has have had do does did can could may might must will would shall should cannot gets get got',
);
const DETERMINERS = setOf('the a an its their his her this that these those every each all some any no it they');
const BE = setOf('is are was were be been being gets get got');
const TOKEN = /[\p{L}\p{N}_$]+(?:[.'/=-][\p{L}\p{N}_$]+|[,:]\p{N}+)*/gu;
const CUT =
  /[;:()]\s|,\s+|\s-\s|\s+(?=(?:but|whereas|although|because|unless|otherwise|which|where|while|except|if|when)\b)|\s+(?=and (?:never|not|cannot|can|must|is|are|was|may|has|have|do|does|did|will|only|still)\b)/i;

/** The parts of a sentence, with words in base form. Passives are inverted first, so that "B by A" reads as "A B". */
export function shapeOf(sentence: string): SentencePart[] {
  const pieces = plainText(sentence).replaceAll('`', '').split(CUT);
  const parts: SentencePart[] = [];
  let heir: readonly string[] = [];
  for (const text of joined(pieces.filter((piece) => /[\p{L}\p{N}]/u.test(piece)))) {
    // "Tokens expire and can be renewed": the second part is about tokens too.
    const isOwn = heir.length === 0 || !goesOn(text, parts.at(-1)?.text ?? '');
    // "one with a flaw" is an image, and not the pushed one.
    const meant = /^(?:and |but )?ones?\b/i.test(text.trim()) ? heir.slice(-1) : heir;
    const part = partOf(text, isOwn ? [] : meant);
    parts.push(part);
    // "A calls B, which reads it and never writes it": the relative clause has another subject.
    if (part.subject !== null) heir = isOwn ? namedFirst(text, part.subject) : heir;
    else if (/^(?:which|who|where)\b/i.test(text.trim())) heir = [];
  }
  return parts;
}

/** Whether a part has no subject of its own. */
function goesOn(text: string, before: string): boolean {
  const [start = '', next = ''] = tokens(text.replace(/^\s*(?:and|but|or)\s/i, ''));
  if (AUXILIARIES.has(start) || /^(?:never|not|still|only|then|also|one|ones)$/.test(start)) return true;
  if (wordsOf(tokens(text)).every(({ governor }) => governor !== null)) return true;
  // "a worker finishes its job, takes no new one"; but "results are kept for an hour, failures for a week".
  const isOne = /^(?:(?:on|in|at|after|before|when|with|for) \S+ )?(?:the|a|an|each|every) /i.test(before);
  return isOne && /(?:s|ed)$/.test(start) && !PREPOSITIONS.has(start) && !AUXILIARIES.has(next) && next !== 'every';
}

/** A list is one part: an item of a word or two belongs to what precedes it. */
function joined(pieces: readonly string[]): string[] {
  const parts: string[] = [];
  for (const piece of pieces.flatMap(cutAtAnd)) {
    const words = tokens(piece).filter((word) => !isFunctional(word));
    if (
      parts.length > 0 &&
      words.length < 2 &&
      !/^(?:and )?(?:but|not|never|otherwise|only|except|unless)\b|\b(?:not|never|no|cannot|nobody|nothing|none|neither)\b/i.test(
        piece,
      )
    )
      parts[parts.length - 1] += `, ${piece}`;
    else parts.push(piece);
  }
  return parts;
}

function cutAtAnd(piece: string): string[] {
  const at = piece.search(/\sand\s/i);
  if (at < 0) return [piece];
  const [left, right] = [piece.slice(0, at), piece.slice(at + 1)];
  const count = (text: string): number => tokens(text).filter((word) => !isFunctional(word)).length;
  // "the secretary keeps the clocks and the treasurer the boards"
  const isGapped = /^and (?:the|an?) \S+ (?:the|an?|for|in|on|at|to|of) /i.test(right);
  return count(left) >= 2 && (count(right) >= 3 || isGapped)
    ? [left, ...cutAtAnd(right.replace(/^and\s/i, ''))]
    : [piece];
}

/** "private keys" of "private keys are stored"; one word where the extent of the subject is unclear. */
function namedFirst(text: string, subject: string): string[] {
  const words = tokens(text);
  const verb = words.findIndex((word) => AUXILIARIES.has(word));
  const before = words.slice(0, Math.max(0, verb));
  const first = before.findIndex((word) => !isFunctional(word));
  const isPlain = first >= 0 && first <= 1 && before.length <= 4 && !before.some((word) => PREPOSITIONS.has(word));
  if (isPlain && plainForm(before[first] ?? '') === subject) return before.slice(first);
  const one = words.find((word) => plainForm(word) === subject);
  return one === undefined ? [] : [one];
}

function partOf(text: string, heir: readonly string[]): SentencePart {
  const written = [...heir, ...tokens(text)];
  const turned = active(written);
  // Of "B by A" the subject is A.
  const isTurned = turned[0] !== written[0] && /\bby\b/i.test(text);
  // "and the proxy answers" has its own; "and answers" has not.
  const start = text.trim().replace(/^(?:and|or)\s+(?=(?:the|an?|each|every)\b)/i, '');
  const isOpen = heir.length === 0 && /^(?:which|who|where|and|or|those|it|they|that|he|she|no matter)\b/i.test(start);
  const said = wordsOf(isTurned ? turned : written);
  const each = heir.length === 0 ? eachOf(start) : null;
  const first = isOpen
    ? undefined
    : (said.find(({ stem }) => stem === each) ?? said.find(({ governor }) => governor === null));
  // "one", "the other": they stand for something that is named elsewhere.
  const subject = first !== undefined && !/^(?:one|other|\d.*)$/.test(first.stem) ? first : undefined;
  return {
    ...{ words: wordsOf(turned), text, isOtherwise: /^\s*otherwise\b/i.test(text) },
    ...{
      subject: subject?.stem ?? null,
      agent: turned[0] !== written[0] && !isTurned ? null : (subject?.stem ?? null),
    },
  };
}

/** "image" of "every pushed image is scanned"; null in "every day the museum opens". */
function eachOf(text: string): string | null {
  const found =
    /^(?:and |but )?(?:every|each) ((?:[\w-]+ ){1,3}?)(?:is|are|was|were|can|may|must|will|has|gets|needs)\b/i.exec(
      text,
    );
  const noun = found?.[1]?.trim().split(' ') ?? [];
  return noun.length === 0 || noun.some((word) => PREPOSITIONS.has(word))
    ? null
    : plainForm(noun.at(-1)?.toLowerCase() ?? '');
}

/** GET is a name, "get" is not. */
const tokens = (text: string): string[] =>
  (plainText(text).match(TOKEN) ?? []).map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()));

/** A writer is not a write: an agent noun keeps its ending. */
export const plainForm = (word: string): string => {
  const bare = word.replace(/'s?$/, '');
  return /(?:er|or)s?$/.test(bare) ? bare.replace(/s$/, '') : claimStem(bare);
};

const isFunctional = (word: string): boolean =>
  PREPOSITIONS.has(word) ||
  AUXILIARIES.has(word) ||
  (isStopWord(word) && !/^\d+$/.test(word)) ||
  /^(?:but|even|just|still|yet|otherwise|too|both|either|neither|nobody|none|nothing|matter)$/.test(word);

/** "a batch is acknowledged by the consumer" as "the consumer acknowledged a batch". */
function active(words: readonly string[]): string[] {
  const be = words.findIndex((word) => BE.has(word));
  if (be < 1 || words.some((word) => /^(?:that|which|who|what|whose)$/.test(word))) return [...words];
  const verb = words.findIndex((word, at) => at > be && (word.endsWith('ed') || isIrregular(word)));
  if (verb < 0 || verb > be + 3 || words.slice(be + 1, verb).some((word) => PREPOSITIONS.has(word))) return [...words];
  const start = words.slice(0, be).findLastIndex((word) => PREPOSITIONS.has(word) && word !== 'of');
  const isFronted = start === 0;
  // "the hook runs before the message is asked for": nothing is asked for by the hook.
  if (start > 0 && start + 1 < be && CLAUSAL.has(words[start] ?? '')) return [...words];
  const before = isFronted ? [] : words.slice(0, be);
  // "line by line" is not an agent.
  const by = words.findIndex((word, at) => at > verb && word === 'by' && words[at - 1] !== words[at + 1]);
  // "the replica gets the log streamed": the noun between is the one that is streamed.
  const middle = words.slice(be + 1, verb);
  if (by < 0 && middle.some((word) => DETERMINERS.has(word))) return [...words];
  const [denial, given] = middle.some((word) => DETERMINERS.has(word)) ? [[], middle] : [middle, []];
  const who = by > 0 && by <= verb + 3 ? words.slice(by + 1) : [];
  const between = by > 0 && by <= verb + 3 ? words.slice(verb + 1, by) : words.slice(verb + 1);
  const fronted = isFronted ? words.slice(0, be) : [];
  return [...who, ...denial, words[verb] ?? '', ...given, 'the', ...before, ...fronted, ...between];
}

/** "of the environment", "of a healthy cluster", but nothing after that. */
function isAfterOf(before: readonly string[]): boolean {
  const of = before.lastIndexOf('of');
  return of >= 0 && before.slice(of + 1).every((word) => DETERMINERS.has(word) || word.endsWith('ed'));
}

function wordsOf(words: readonly string[]): ShapeWord[] {
  const found: { stem: string; governor: string | null; at: number; isNumber: boolean; isOf: boolean }[] = [];
  let governor: string | null = null;
  let since = 0;
  for (const [at, word] of words.entries()) {
    if (PREPOSITIONS.has(word)) {
      if (word === 'of') continue;
      [governor, since] = [word, found.length];
      continue;
    }
    // "On Mondays the museum": another thing begins. "a lamp and a jacket": it does not.
    const begins = DETERMINERS.has(word) && found.length > since && !/^(?:and|or|of)$|ing$/.test(words[at - 1] ?? '');
    // "until every replica has flushed it": all of that is under "until".
    if ((AUXILIARIES.has(word) && !SUBORDINATE.has(governor ?? '')) || begins) governor = null;
    if (/^(?:every|each)$/.test(word)) [governor, since] = ['every', found.length];
    if (isFunctional(word)) continue;
    const isNumber = /^v?\d/.test(word);
    const isOf = words[at + 1] === 'of' || word.endsWith("'s") || isAfterOf(words.slice(0, at));
    found.push({ stem: isNumber ? numberForm(word) : plainForm(word), governor, at, isNumber, isOf });
  }
  const next = (at: number, step: 1 | -1): string | null => {
    const [here, there] = [found[at], found[at + step]];
    return here && there && Math.abs(here.at - there.at) === 1 ? there.stem : null;
  };
  return found.map(({ stem: own, governor: by, isNumber, isOf }, at) => ({
    ...{ stem: own, governor: by, isNumber, isOf, before: next(at, -1), after: next(at, 1) },
  }));
}
