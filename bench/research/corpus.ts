import { readFileSync } from 'node:fs';

/** One question, the sentence that answers it, ways to say the same, and things that the sentence does not say. */
export interface Planted {
  readonly question: string;
  readonly says: string;
  readonly ways: readonly string[];
  readonly wrong: readonly string[];
}

export interface PlantedDocument {
  readonly path: string;
  readonly title: string;
  readonly facts: readonly Planted[];
}

/**
 * What the weights of the signs were learned from (`tried`, `documentation`), and what they were not. The totals of `kept-apart` have been
 * looked at many times by now; `fresh` was written before its totals were looked at, and so was
 * `near-copies`: twists that keep as many of the sentence's words as they can. Of `manuals`, written and labelled before it was run, the
 * first ten facts were looked at, the others were counted twice. `backups` was written before it was run, and what it showed
 * was mended (lost-limit.ts); no weights were learned from it. Both kinds of documentation are facts of public
 * projects, in sentences of our own.
 */
export type Half = 'tried' | 'documentation' | 'kept-apart' | 'fresh' | 'near-copies' | 'manuals' | 'backups';

/**
 * Lines of `tried.txt` and its neighbours: `#` a document, `?` a question, `=` what the document says, `~` the same in other
 * words, `!` what it does not say.
 */
export function plantedCorpus(half: Half): PlantedDocument[] {
  const documents: { path: string; title: string; facts: { -readonly [K in keyof Planted]: Planted[K] }[] }[] = [];
  for (const line of readFileSync(new URL(`${half}.txt`, import.meta.url), 'utf8').split('\n')) {
    const [mark, text] = [line[0], line.slice(2).trim()];
    if (mark === '#') {
      const [path = '', ...title] = text.split(' ');
      documents.push({ path, title: title.join(' '), facts: [] });
    }
    const facts = documents.at(-1)?.facts ?? [];
    if (mark === '?') facts.push({ question: text, says: '', ways: [], wrong: [] });
    const fact = facts.at(-1);
    if (fact === undefined) continue;
    if (mark === '=') fact.says = text;
    if (mark === '~') fact.ways = [...fact.ways, text];
    if (mark === '!') fact.wrong = [...fact.wrong, text];
  }
  return documents;
}
