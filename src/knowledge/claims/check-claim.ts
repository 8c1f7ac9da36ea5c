import { DIRECTED, denials, denies, OPPOSITES, stem } from './claim-words.ts';
import { type Entity, entitiesOf, numberForm, numbersOf } from './entities.ts';
import { clausesOf, plainText, sentencesOf, stemsOf } from './sentences.ts';

/** A passage of a source, as it was read. */
export interface SourcePassage {
  readonly id: string;
  readonly text: string;
}

export interface ClaimCitation {
  readonly passage: string;
  /** What is said to stand there, word for word. */
  readonly quote: string;
}

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
const LEAST_NEAR = 0.5;
/** A sentence of few words is soon about anything: then nearly all of them must stand in one sentence. */
const FEW = 5;
const LEAST_OF_FEW = 0.75;
/** The share of what it names. Numbers must all be there. */
const LEAST_GROUNDING = 0.8;
const SHORTEST_QUOTE = 12;

/**
 * Whether the cited places say what a claim says. No model is asked: quotes are looked up letter for letter, names and numbers
 * must stand there, sides of a relation must not be swapped, nothing there may deny it. When in doubt: unsupported.
 */
export function checkClaim(claim: Claim, passages: readonly SourcePassage[]): CheckedClaim {
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const reasons: string[] = [];
  const near: string[] = [];
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
    near.push(...around(passage.text, citation.quote));
  }
  if (claim.citations.length === 0) reasons.push('it cites nothing');
  const whole = cited.map(({ text }) => text).join('\n\n');
  const entities = entitiesOf(claim.text);
  const missing = entities.filter((entity) => !isGrounded(entity, near.join('\n\n'), whole));
  const grounding = entities.length === 0 ? 1 : 1 - missing.length / entities.length;
  const verbatim = near.some((sentence) => saysTheSame(claim.text, sentence));
  const contradictions = hold === 0 || verbatim ? [] : contradictionsOf(claim.text, near);
  const relationsKept = hold === 0 || verbatim || near.every((sentence) => keepsRelations(claim.text, sentence));
  if (hold > 0) {
    if (missing.length > 0 || grounding < LEAST_GROUNDING)
      reasons.push(`the cited place does not have ${missing.map(named).join(', ')}`);
    const words = [...new Set(stemsOf(claim.text))];
    const best = Math.max(0, ...near.map((sentence) => overlap(words, stemsOf(sentence))));
    const isApart =
      overlap(words, stemsOf(whole)) < LEAST_OVERLAP ||
      overlap(words, stemsOf(near.join(' '))) < LEAST_NEAR ||
      (words.length <= FEW && best < LEAST_OF_FEW);
    if (isApart && !verbatim) reasons.push('the cited place is about something else');
    if (!relationsKept) reasons.push('the cited place says it the other way round');
    const put = verbatim
      ? null
      : near.map((sentence) => substituted(claim.text, sentence)).find((each) => each !== null);
    if (put) reasons.push(`the cited place names ${put} there`);
    reasons.push(...contradictions);
  }
  return {
    ...{ label: reasons.length === 0 ? 'supported' : 'unsupported', reasons, grounding, relationsKept, contradictions },
    ...{ citationsHold: hold, citationsMade: claim.citations.length },
  };
}

function citationProblem({ passage: id, quote }: ClaimCitation, passage: SourcePassage | undefined): string | null {
  if (!passage) return `there is no source ${id}`;
  const wanted = flat(quote);
  const text = flat(passage.text);
  if (wanted.length < SHORTEST_QUOTE && wanted !== text) return `the quote of ${id} is too short to tell`;
  return text.includes(wanted) ? null : `${id} does not say ${JSON.stringify(quote.slice(0, 80))}`;
}

/** Case and the marks of Markdown do not change what is quoted. */
const flat = (text: string): string =>
  plainText(text)
    .replace(/[`*_]|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** The sentences a quote is part of, with the one before: what "it" there means. */
function around(text: string, quote: string): string[] {
  const sentences = sentencesOf(text);
  const wanted = flat(quote);
  const hit = sentences.map((sentence) => {
    const own = flat(sentence);
    return own.includes(wanted) || wanted.includes(own);
  });
  if (!hit.includes(true)) return sentencesOf(quote);
  return sentences.filter((_, at) => hit[at] || hit[at + 1]);
}

/** The sentence itself, or its beginning up to where another thought starts. */
function saysTheSame(claim: string, sentence: string): boolean {
  const [own, theirs] = [flat(claim).replace(/[.,;]+$/, ''), flat(sentence).replace(/[.,;]+$/, '')];
  if (own === theirs) return true;
  const rest = theirs.startsWith(own) ? theirs.slice(own.length) : null;
  return (
    rest !== null && /^[,;:)]/.test(rest) && !/^[,;:)\s]*(?:unless|except|only|if|but|provided|until)\b/.test(rest)
  );
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
    if (after !== undefined && own.some((each, index) => each !== token && fits(index))) return token;
  }
  return null;
}

const tokens = (text: string): string[] =>
  plainText(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}_$]+(?:[.'-][\p{L}\p{N}_$]+)*/gu) ?? [];

const named = (entity: Entity): string =>
  entity.kind === 'number' && entity.of ? `${entity.text} ${entity.of}` : entity.text;

function isGrounded(entity: Entity, near: string, whole: string): boolean {
  if (entity.kind === 'number') {
    const form = numberForm(entity.text);
    if (!numbersOf(near).has(form) && !numbersOf(near).has(form.replace(/[a-z%]+$/, ''))) return false;
    // What is counted must stand in the same clause as the number: "3 retries" is not grounded by "3 s, 5 retries".
    if (entity.of === null) return true;
    const of = stem(entity.of);
    const clauses = sentencesOf(near).flatMap((sentence) =>
      clausesOf(sentence).flatMap((part) => part.split(/,\s|\band\b/)),
    );
    const having = clauses.filter((clause) => numbersOf(clause).has(form));
    const counted = having.flatMap((clause) => stemsOf(clause));
    const elsewhere = stemsOf(near).includes(of);
    return counted.includes(of) || !elsewhere;
  }
  const text = plainText(whole);
  if (text.includes(entity.text)) return true;
  return entity.kind === 'name'
    ? text.toLowerCase().includes(entity.text.toLowerCase())
    : withoutCall(text, entity.text);
}

/** `flush()` and `flush`, `Queue.flush` and `flush`. */
const withoutCall = (text: string, name: string): boolean => {
  const bare = name.replace(/\(\)$/, '');
  return bare !== '' && new RegExp(`(?<![\\w$])${bare.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w$])`).test(text);
};

const overlap = (words: readonly string[], source: readonly string[]): number => {
  if (words.length === 0) return 0;
  const there = new Set(source);
  return words.filter((word) => there.has(word)).length / words.length;
};

/** Clauses that are about the same and deny it, or say the opposite. */
export function contradictionsOf(claim: string, sentences: readonly string[]): string[] {
  const own = clausesOf(claim);
  const all = [...new Set(stemsOf(claim))];
  const copied = sentences.find((sentence) => {
    const theirs = [...new Set(stemsOf(sentence))];
    return overlap(all, theirs) > 0.85 && overlap(theirs, all) > 0.85 && denials(claim) !== denials(sentence);
  });
  // As good as copied, but for a "not".
  if (copied !== undefined && !turned(claim, copied))
    return [`the cited place says otherwise: ${JSON.stringify(copied.slice(0, 120))}`];
  return own.flatMap((clause) => {
    const words = [...new Set(stemsOf(clause))];
    if (words.length < 2) return [];
    const [best] = sentences
      .flatMap((sentence) =>
        clausesOf(sentence).map((other) => ({ sentence, other, score: overlap(words, stemsOf(other)) })),
      )
      .sort((a, b) => b.score - a.score || a.other.length - b.other.length);
    if (!best || best.score < 0.6 || !opposes(clause, best.other)) return [];
    // Where both are cut into as many parts the parts are compared; else a denial may merely stand in another part.
    const alike = clausesOf(best.sentence).length === own.length;
    if (!alike && !opposes(claim, best.sentence)) return [];
    return [`the cited place says otherwise: ${JSON.stringify(best.other.slice(0, 120))}`];
  });
}

const opposes = (a: string, b: string): boolean =>
  turned(a, b) !== (denies(a) !== denies(b)) || onlySome(a) !== onlySome(b);

/** "only X" says of all others that they are not; "not only X" says the contrary. */
const onlySome = (text: string): boolean => /\b(?:not only|not just)\b/i.test(text);

/** Whether one has a word and the other its opposite, so that with a denial they may mean the same. */
function turned(a: string, b: string): boolean {
  const [left, right] = [wordList(a), wordList(b)];
  const has = (words: readonly string[], start: string): boolean => words.some((word) => word.startsWith(start));
  const swaps = OPPOSITES.filter(
    ([one, other]) =>
      (has(left, one) && !has(left, other) && has(right, other) && !has(right, one)) ||
      (has(left, other) && !has(left, one) && has(right, one) && !has(right, other)),
  );
  return swaps.length % 2 === 1;
}

const wordList = (text: string): string[] =>
  plainText(text)
    .toLowerCase()
    .match(/[\p{L}-]+/gu) ?? [];

/** False where both have the same directed word between the same two things, and their places are swapped. */
export function keepsRelations(claim: string, sentence: string): boolean {
  const [ours, theirs] = [marked(claim), marked(sentence)];
  const names = new Set(entitiesOf(claim).flatMap(({ kind, text }) => (kind === 'number' ? [] : stemsOf(text))));
  for (const relation of ours.relations) {
    const match = theirs.relations.find(({ word }) => word === relation.word);
    if (!match) continue;
    const [before, after] = [ours.words.slice(0, relation.at), ours.words.slice(relation.at + 1)];
    const [sourceBefore, sourceAfter] = [theirs.words.slice(0, match.at), theirs.words.slice(match.at + 1)];
    const straight = shared(before, sourceBefore) + shared(after, sourceAfter);
    const crossed = shared(before, sourceAfter) + shared(after, sourceBefore);
    const flips = relation.passive !== match.passive;
    const same = flips ? crossed : straight;
    const swapped = flips ? straight : crossed;
    const bothSides = flips
      ? shared(before, sourceBefore) > 0 && shared(after, sourceAfter) > 0
      : shared(before, sourceAfter) > 0 && shared(after, sourceBefore) > 0;
    if (swapped > same && bothSides) return false;
    // Two names that have changed places are enough, whatever else stayed.
    const [left, right] = flips ? [sourceAfter, sourceBefore] : [sourceBefore, sourceAfter];
    const moved = (
      name: string,
      ownSide: readonly string[],
      otherSide: readonly string[],
      now: readonly string[],
    ): boolean => now.includes(name) && otherSide.includes(name) && !ownSide.includes(name);
    const namesBefore = before.filter((word) => names.has(word) && !after.includes(word));
    const namesAfter = after.filter((word) => names.has(word) && !before.includes(word));
    if (
      namesBefore.some((name) => moved(name, left, right, before)) &&
      namesAfter.some((name) => moved(name, right, left, after))
    )
      return false;
  }
  return true;
}

const shared = (a: readonly string[], b: readonly string[]): number => a.filter((word) => b.includes(word)).length;

function marked(text: string): { words: string[]; relations: { word: string; at: number; passive: boolean }[] } {
  const raw =
    plainText(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}_$]+(?:[.'-][\p{L}\p{N}_$]+)*/gu) ?? [];
  const words: string[] = [];
  const relations: { word: string; at: number; passive: boolean }[] = [];
  for (const [index, word] of raw.entries()) {
    const [plain] = stemsOf(word);
    const directed = DIRECTED.find((start) => word.startsWith(start));
    if (directed !== undefined && index > 0) {
      relations.push({ word: directed, at: words.length, passive: raw.slice(index + 1, index + 3).includes('by') });
      words.push(plain ?? word);
    } else if (plain !== undefined) words.push(plain);
  }
  return { words, relations };
}
