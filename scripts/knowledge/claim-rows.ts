import { type PlantedDocument, plantedCorpus } from '../../bench/research/corpus.ts';
import { MODELS } from '../../bench/research/models.ts';
import { citedPlace } from '../../src/knowledge/claims/cited-place.ts';
import { claimSigns } from '../../src/knowledge/claims/claim-signs.ts';
import { OPPOSITES } from '../../src/knowledge/claims/claim-words.ts';
import { plainForm, shapeOf } from '../../src/knowledge/claims/sentence-shape.ts';

/** A claim with its signs; 1 if its place does not support it. */
export interface ClaimRow {
  readonly signs: Readonly<Record<string, number>>;
  readonly isWrong: 0 | 1;
  /** Claims written by hand count more than those made from them. */
  readonly weight: number;
  readonly told: string;
}

/** The claims of a corpus: those written by hand, and what careless and dishonest writers make of them. */
export function claimRows(half: Parameters<typeof plantedCorpus>[0]): ClaimRow[] {
  const documents = plantedCorpus(half);
  const rows: ClaimRow[] = [];
  for (const [at, { facts }] of documents.entries())
    for (const [index, fact] of facts.entries()) {
      const passages = [0, 1, 2].map((step) => passageOf(documents, (at + step) % documents.length, step));
      const add = (text: string, isWrong: 0 | 1, weight: number, quote = fact.says, passage = 'S1'): void => {
        const { own, place, problems } = citedPlace({ text, citations: [{ passage, quote }] }, passages);
        if (problems.length > 0) return;
        rows.push({ signs: claimSigns(own, place), isWrong, weight, told: `${text} <- ${quote}` });
      };
      const given = {
        ...{ fact, id: 'S1', elsewhereId: 'S2', index, apart: facts[(index + 3) % facts.length]?.says ?? '' },
        elsewhere: documents[(at + 1) % documents.length]?.facts[index]?.says ?? '',
      };
      for (const way of fact.ways) add(way, 0, 4);
      for (const wrong of fact.wrong) add(wrong, 1, 4);
      for (const honest of asHonestWritersDo(fact.says, fact.ways)) add(honest, 0, 0.5);
      for (const model of ['misplacing', 'miscounting', 'denying'])
        for (const { claim } of MODELS[model]?.(given) ?? [])
          add(claim.text, 1, 1.5, claim.citations[0]?.quote ?? '', claim.citations[0]?.passage ?? '');
      for (const way of fact.ways) {
        const turned = oppositeOf(way) ?? denialOf(way);
        if (turned !== null) add(turned, 1, 0.5);
      }
      const turned = oppositeOf(fact.says);
      if (turned !== null) add(turned, 1, 0.5);
      for (const swapped of [fact.says, ...fact.ways].flatMap(swappedSides)) add(swapped, 1, 0.7);
      for (const each of facts) if (each !== fact && each.ways[0]) add(each.ways[0], 1, 0.3);
    }
  return rows;
}

function passageOf(documents: readonly PlantedDocument[], which: number, step: number) {
  const { title = '', facts = [] } = documents[which] ?? {};
  const text = [facts.slice(0, 4), facts.slice(4)].map((part) => part.map(({ says }) => says).join(' ')).join('\n\n');
  return { id: `S${step + 1}`, title, text };
}

/** Almost unchanged, in part, or two together. */
function asHonestWritersDo(says: string, ways: readonly string[]): string[] {
  const [first = '', second = ''] = ways;
  const start = says.split(/[,;]\s/)[0] ?? '';
  const isWhole = start.split(' ').length > 3 && !/\b(?:unless|except|only|but|if|when)\b/i.test(says);
  return [
    ...[`According to the documentation, ${says}`, says.replace(/\bmust\b/g, 'has to')],
    ...[says.replace(/\b(?:the|a|an) /g, ''), `${first} ${second}`],
    ...(isWhole ? [`${start}.`] : []),
  ];
}

/** With one word for its opposite. */
function oppositeOf(text: string): string | null {
  for (const [one, two] of OPPOSITES)
    for (const [from, to] of [
      [one, two],
      [two, one],
    ])
      if (new RegExp(`\\b${from}(?=\\w*\\b)`).test(text)) return text.replace(new RegExp(`\\b${from}`), to ?? '');
  return null;
}

/** "The batch acknowledges each consumer": swaps the first and the last words of a part around its verb. */
function swappedSides(text: string): string[] {
  for (const { words, text: part } of shapeOf(text)) {
    const core = words.filter(({ governor, isNumber, isOf }) => governor === null && !isNumber && !isOf);
    const [one, two] = [core[0]?.stem ?? '', core.at(-1)?.stem ?? ''];
    if (core.length < 3 || one === two || /\b(?:and|or|is|are|was|were|be|same|each other)\b/i.test(part)) continue;
    const written = part.match(/[\p{L}\p{N}_$]+(?:[.'/=-][\p{L}\p{N}_$]+)*/gu) ?? [];
    const [first, last] = [one, two].map((stem) => written.find((word) => plainForm(word.toLowerCase()) === stem));
    if (first === undefined || last === undefined) continue;
    const swapped = part.replace(first, '§').replace(last, first).replace('§', last);
    return [text.replace(part, swapped), `${swapped}.`];
  }
  return [];
}

/** With a "not" more or less. */
function denialOf(text: string): string | null {
  const turned = /\b(?:not|never)\b/.test(text)
    ? text.replace(/\b(?:not|never) /, '')
    : text.replace(/\b(is|are|can|may|must|was|has to)\b/, '$1 not');
  return turned === text ? null : turned;
}
