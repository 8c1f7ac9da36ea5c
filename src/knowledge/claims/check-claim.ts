import { putInstead } from './aligned.ts';
import { claimStem, denies, isStopWord, saysLittle } from './claim-words.ts';
import { closenessOf, isAsItStands } from './closeness.ts';
import { type Entity, entitiesOf } from './entities.ts';
import { isGrounded } from './is-grounded.ts';
import { misreads, replacedWord } from './misreads.ts';
import { around, type ClaimCitation, citationProblem, type SourcePassage, saysTheSame } from './quoted-place.ts';
import { reworded } from './reworded.ts';
import { plainText, sentencesOf, stemsOf } from './sentences.ts';
import { inTheirWords } from './synonyms.ts';

export interface Claim {
  readonly text: string;
  readonly citations: readonly ClaimCitation[];
}

export interface CheckedClaim {
  readonly label: 'supported' | 'unsupported';
  readonly reasons: readonly string[];
  /** From 0 to 1. */
  readonly grounding: number;
  readonly citationsHold: number;
  readonly citationsMade: number;
  readonly relationsKept: boolean;
  readonly contradictions: readonly string[];
}

/** The share of a claim's plain words that its cited passages must have. */
const LEAST_OVERLAP = 0.6;
/** And the sentences around its quotes. */
const LEAST_NEAR = 0.6;
/** And the quoted sentences alone: the one before may only say what "it" is. */
const LEAST_QUOTED = 0.5;
/** A sentence of few words is soon about anything: then most of them must stand in one sentence, and of three all. */
const FEW = 5;
const LEAST_OF_FEW = (words: number): number => (words <= 3 ? 1 : 0.6);
/** The share of what it names. Numbers must all be there. */
const LEAST_GROUNDING = 0.8;

/**
 * Whether the cited places say what a claim says. No model is asked: quotes are looked up letter for letter, names and numbers
 * must stand there, sides of a relation must not be swapped, nothing there may deny it. When in doubt: unsupported.
 */
export function checkClaim(claim: Claim, passages: readonly SourcePassage[]): CheckedClaim {
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const reasons: string[] = [];
  const near: string[] = [];
  const quoted: string[] = [];
  const cited: SourcePassage[] = [];
  let hold = 0;
  for (const citation of claim.citations) {
    const problem = citationProblem(citation, byId.get(citation.passage));
    if (problem !== null) {
      reasons.push(problem);
      continue;
    }
    hold += 1;
    const passage = byId.get(citation.passage) as SourcePassage;
    cited.push(passage);
    const place = around(passage.text, citation.quote);
    // What a page is about need not be said again in each of its sentences.
    near.push(...place.near, ...(passage.title === undefined ? [] : [passage.title]));
    quoted.push(...place.quoted);
  }
  if (claim.citations.length === 0) reasons.push('it cites nothing');
  const whole = cited.map(({ text }) => text).join('\n\n');
  const entities = entitiesOf(claim.text);
  const missing = entities.filter((entity) => !isGrounded(entity, near.join('\n\n'), whole));
  const grounding = entities.length === 0 ? 1 : 1 - missing.length / entities.length;
  const verbatim = near.some((sentence) => saysTheSame(claim.text, sentence));
  const text = inTheirWords(claim.text, near.join(' '));
  const nearest = nearestOf(text, quoted);
  const [own, theirs] = [reworded(text, nearest), reworded(nearest, text)];
  const misread = hold === 0 || verbatim ? null : misreads(own, theirs);
  const relationsKept = misread?.kind !== 'relation';
  const contradictions = misread?.kind === 'contradiction' ? [`the cited place says otherwise: ${misread.detail}`] : [];
  if (hold > 0) {
    if (missing.length > 0 || grounding < LEAST_GROUNDING)
      reasons.push(`the cited place does not have ${missing.map(named).join(', ')}`);
    const there = new Set(stemsOf(near.join(' ')));
    // A word that says little may be missing there; of few words that say something all must be there.
    const all = weightyStems(text);
    const telling = all.filter((word) => there.has(word) || !saysLittle(word));
    const words = all.length - telling.length > 1 ? all : telling;
    const best = Math.max(0, ...near.map((sentence) => overlap(words, stemsOf(sentence))));
    const isFar =
      overlap(words, stemsOf(whole)) < LEAST_OVERLAP ||
      overlap(words, stemsOf(near.join(' '))) < LEAST_NEAR ||
      overlap(words, stemsOf(quoted.join(' '))) < LEAST_QUOTED ||
      (words.length <= FEW && best < LEAST_OF_FEW(words.length));
    // A denial that the place does not have may belong to another sentence that was read.
    const isMoved = denies(own) !== denies(theirs) && isNearerElsewhere(words, near, passages);
    const isApart = isMoved || (isFar && !isNearestOfAll(words, near, passages));
    if (isApart && !verbatim) reasons.push('the cited place is about something else');
    if (misread?.kind === 'relation') reasons.push(`the cited place says it otherwise: ${misread.detail}`);
    const put = verbatim ? null : quoted.map((sentence) => substituted(text, sentence)).find((each) => each !== null);
    if (put) reasons.push(`the cited place names ${put} there`);
    reasons.push(...contradictions);
    const isFree = verbatim || !isAsItStands(closenessOf(own, theirs));
    const replaced = isFree ? null : replacedWord(own, theirs, isAddedTo(near));
    if (replaced !== null) reasons.push(`the cited place has "${replaced}" there`);
    const instead = isFree || replaced !== null ? null : putInstead(own, theirs);
    if (instead !== null) reasons.push(`the cited place has "${instead}" there`);
    const added = verbatim ? [] : [...new Set(tokens(text))].filter(isAddedTo(near));
    if (added.length > 3) reasons.push(`the cited place does not say ${added.map((word) => `"${word}"`).join(', ')}`);
  }
  return {
    ...{ label: reasons.length === 0 ? 'supported' : 'unsupported', reasons, grounding, relationsKept, contradictions },
    ...{ citationsHold: hold, citationsMade: claim.citations.length },
  };
}

/**
 * Whether no other sentence that was read has more of its words, or as many: then it may be in words of its own. One that is cited to
 * the wrong place is nearer to the right one.
 */
function isNearestOfAll(
  words: readonly string[],
  near: readonly string[],
  passages: readonly SourcePassage[],
): boolean {
  const own = Math.max(0, ...near.map((sentence) => shared(words, sentence)));
  if (own < LEAST_SHARED || own / words.length < LEAST_OF_NEAREST) return false;
  const cited = new Set(near);
  return passages.every(({ text }) =>
    sentencesOf(text).every((sentence) => cited.has(sentence) || shared(words, sentence) < own),
  );
}

const LEAST_SHARED = 2;
const LEAST_OF_NEAREST = 0.4;

/** Whether another sentence that was read has more of its words. */
function isNearerElsewhere(
  words: readonly string[],
  near: readonly string[],
  passages: readonly SourcePassage[],
): boolean {
  const own = Math.max(0, ...near.map((sentence) => shared(words, sentence)));
  return passages.some(({ text }) => sentencesOf(text).some((sentence) => shared(words, sentence) > own));
}

const shared = (words: readonly string[], sentence: string): number => {
  const there = new Set(stemsOf(sentence));
  return words.filter((word) => there.has(word)).length;
};

/** The words that say what it is about, once each. */
const weightyStems = (text: string): string[] => [...new Set(stemsOf(text))].filter((word) => !EMPTY.has(word));

const EMPTY = new Set('possibl able stand get alone case number part'.split(' '));

/** The sentence that says most of it; all that were quoted, where it takes them together. */
function nearestOf(claim: string, quoted: readonly string[]): string {
  const words = [...new Set(stemsOf(claim))];
  const [best] = quoted
    .map((sentence) => ({ sentence, score: overlap(words, stemsOf(sentence)) }))
    .sort((a, b) => b.score - a.score);
  return best !== undefined && best.score >= 0.6 ? best.sentence : quoted.join('; ');
}

/** A name of the sentence in whose place the claim has something else, with the same words on both sides of it. */
function substituted(claim: string, sentence: string): string | null {
  const [own, theirs] = [tokens(claim), tokens(sentence)];
  const names = new Set(entitiesOf(sentence).flatMap(({ text }) => tokens(text)));
  const known = new Set(own);
  for (const [at, token] of theirs.entries()) {
    if (!names.has(token) || known.has(token)) continue;
    const [far, before, after, next] = [theirs[at - 2], theirs[at - 1], theirs[at + 1], theirs[at + 2]];
    const fits = (index: number): boolean =>
      own[index - 1] === before && own[index + 1] === after && (own[index + 2] === next || own[index - 2] === far);
    // What stands there too has changed places: that is looked at elsewhere.
    const isOther = (each: string): boolean => each !== token && !theirs.includes(each);
    if (after !== undefined && own.some((each, index) => isOther(each) && fits(index))) return token;
  }
  return null;
}

/** Whether the place does not have a word in any form. */
function isAddedTo(near: readonly string[]): (word: string) => boolean {
  const there = tokens(near.join('\n\n'));
  const stems = new Set(there.map(claimStem));
  return (written) => {
    const word = written.toLowerCase();
    if (isStopWord(word) || saysLittle(word) || stems.has(claimStem(word)) || COMPARING.has(word)) return false;
    const root = word.replace(/^(?:un|in|non|re)-?/, '').slice(0, Math.max(4, Math.min(6, word.length - 2)));
    return !there.some((other) => other.startsWith(root) || (other.length > 4 && word.startsWith(other.slice(0, -1))));
  };
}

/** They are looked at with what they compare. */
const COMPARING = new Set(
  'two three four five six seven eight nine ten eleven twelve half before after less fewer more most least but nobody nothing none never only'.split(
    ' ',
  ),
);

const tokens = (text: string): string[] =>
  plainText(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}_$]+(?:[.'-][\p{L}\p{N}_$]+)*/gu) ?? [];

const named = (entity: Entity): string =>
  entity.kind === 'number' && entity.of ? `${entity.text} ${entity.of}` : entity.text;

const overlap = (words: readonly string[], source: readonly string[]): number => {
  if (words.length === 0) return 0;
  const there = new Set(source);
  return words.filter((word) => there.has(word)).length / words.length;
};
