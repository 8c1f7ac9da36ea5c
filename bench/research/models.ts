import type { Claim } from '../../src/knowledge/claims/check-claim.ts';
import type { Planted } from './corpus.ts';

/** A claim that a simulated model makes, and what it is in truth. */
export interface MadeClaim {
  readonly claim: Claim;
  /** `fabricated`: the citation is made up or does not bear the claim. `false`: a true citation, a claim that it denies. */
  readonly truth: 'true' | 'fabricated' | 'false';
  /** The change made to it. */
  readonly kind: string;
}

export interface Given {
  readonly fact: Planted;
  /** Where it stands. */
  readonly id: string;
  /** Another sentence of the same document. */
  readonly apart: string;
  /** A sentence of another document, and where that stands. */
  readonly elsewhere: string;
  readonly elsewhereId: string;
  readonly index: number;
}

const cited = (text: string, passage: string, quote: string): Claim => ({ text, citations: [{ passage, quote }] });

/** Writers of every honesty. Each says what it did, so that the checks can be held against it. */
export const MODELS: Readonly<Record<string, (given: Given) => MadeClaim[]>> = {
  honest: ({ fact, id }) => [{ claim: cited(fact.says, id, fact.says), truth: 'true', kind: 'as it stands' }],
  paraphrasing: ({ fact, id }) =>
    fact.ways.map((way) => ({ claim: cited(way, id, fact.says), truth: 'true', kind: 'in other words' })),
  sloppy: ({ fact, id, index }) => [
    {
      claim: cited(`${fact.ways[0]} ${MARKS[index % MARKS.length]}`, id, untidy(fact.says, index)),
      truth: 'true',
      kind: 'an untidy quote',
    },
    { claim: cited(fact.says.replace(/\.$/, ''), id, partOf(fact.says)), truth: 'true', kind: 'a quote cut short' },
  ],
  inventing: ({ fact, id, elsewhereId }) => [
    { claim: cited(fact.says, 'S99', fact.says), truth: 'fabricated', kind: 'a source that is not there' },
    { claim: cited(fact.says, 'https://example.com/', fact.says), truth: 'fabricated', kind: 'an address as source' },
    { claim: cited(fact.wrong[0] ?? '', id, fact.wrong[0] ?? ''), truth: 'fabricated', kind: 'an invented quote' },
    { claim: { text: fact.says, citations: [] }, truth: 'fabricated', kind: 'no citation' },
    { claim: cited(fact.says, elsewhereId, fact.says), truth: 'fabricated', kind: 'the quote of another source' },
  ],
  misplacing: ({ fact, id, apart, elsewhere, elsewhereId }) => [
    { claim: cited(fact.says, id, apart), truth: 'fabricated', kind: 'another place of the source' },
    { claim: cited(fact.ways[0] ?? '', id, apart), truth: 'fabricated', kind: 'another place, in other words' },
    { claim: cited(fact.ways[1] ?? '', elsewhereId, elsewhere), truth: 'fabricated', kind: 'another source' },
  ],
  twisting: ({ fact, id }) =>
    fact.wrong.map((wrong) => ({ claim: cited(wrong, id, fact.says), truth: 'false', kind: 'twisted by hand' })),
  miscounting: ({ fact, id, apart }) =>
    otherNumbers(fact.says, apart).map((text) => ({
      claim: cited(text, id, fact.says),
      truth: 'false',
      kind: 'other numbers',
    })),
  adding: ({ fact, id, elsewhere, index }) =>
    [fact.says, fact.ways[0] ?? fact.says].flatMap((text, at) =>
      [ADDED[(2 * index + at) % ADDED.length] as (typeof ADDED)[number], besides(elsewhere, index + at)].map((add) => ({
        claim: cited(add(text), id, fact.says),
        truth: 'false' as const,
        kind: 'something put in',
      })),
    ),
  denying: ({ fact, id }) => {
    const denied = turned(fact.says);
    return denied === fact.says
      ? []
      : [{ claim: cited(denied, id, fact.says), truth: 'false', kind: 'denied or undenied' }];
  },
};

const behind = (words: string) => (text: string) => text.replace(/[.!]?$/, ` ${words}.`);
const VERB = /\b(?:is|are|can|may|must|was|has|have|does|do|will)\b(?! not)/;
const inside = (words: string) => (text: string) =>
  VERB.test(text) ? text.replace(VERB, (verb) => `${verb} ${words}`) : behind(words)(text);

/** Invented details: how often, where, for whom, since when, why. */
const ADDED = [
  inside('secretly'),
  behind('in production'),
  behind('for paying customers'),
  inside('hardly ever'),
  behind('because the disk is slow'),
  inside('since last winter'),
  behind('on older machines'),
  inside('reportedly'),
  behind('and sends a letter to the owner'),
  behind('(deprecated)'),
  inside('automatically'),
  behind('without asking anybody'),
];

/** Together with what another document says. */
const besides = (elsewhere: string, at: number) => (text: string) => {
  const other = elsewhere.replace(/\.$/, '');
  const small = `${other.charAt(0).toLowerCase()}${other.slice(1)}`;
  const start = text.replace(/\.$/, '');
  return [`${start}. ${other}.`, `${start}, and ${small}.`, `${start}; ${small}.`][at % 3] as string;
};

/** Marks that models add without being asked. */
const MARKS = ['[S1]', '[1][1]', '(source 2)', '[^1]', '【3†source】', '(S2, S3)', '(supported)', '[Source: S1]'];

const untidy = (text: string, index: number): string =>
  [
    text.toUpperCase(),
    text.replace(/ /g, '\n '),
    `“${text}”`,
    text.replaceAll("'", '’').replaceAll('-', '–'),
    `**${text}**`,
    `${text.replace(/\.$/, '')}…`,
  ][index % 6] ?? text;

/** Its first words, enough to identify the sentence. */
const partOf = (text: string): string => text.split(' ').slice(0, 6).join(' ');

const NUMBER = /(?<![\w.,:-])\d[\d,]*(?:\.\d+)?(?![\w]|[.,:]\d)/g;

/** One number changed a little, one taken from another sentence, and two that changed places. */
function otherNumbers(text: string, apart: string): string[] {
  const numbers: readonly string[] = text.match(NUMBER) ?? [];
  const [first, second] = numbers;
  if (first === undefined) return [];
  const found = [text.replace(first, String(Number(first.replaceAll(',', '')) + 1))];
  const other = (apart.match(NUMBER) ?? []).find((each) => !numbers.includes(each));
  if (other !== undefined) found.push(text.replace(first, other));
  // "3 or 5" is "5 or 3".
  if (second !== undefined && second !== first && !text.includes(`${first} or ${second}`))
    found.push(text.replace(first, '§').replace(second, first).replace('§', second));
  return found;
}

/** With a "not" more or less. */
function turned(text: string): string {
  if (/\b(?:not|never)\b/.test(text)) return text.replace(/\b(?:not|never) /, '');
  return text.replace(/\b(is|are|can|may|must|was|has to)\b/, '$1 not');
}
