import { sentencesOf } from '../claims/sentences.ts';
import { builtInEmbedder } from '../embed/built-in.ts';
import type { Knowledge } from '../knowledge.ts';
import type { KnowledgeNode } from '../store/node-types.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { termsOf } from '../text/words.ts';

export const citeOf = (node: KnowledgeNode): string => String(node.meta.cite ?? node.path ?? node.name);

/** The passage that a citation names; undefined where nothing indexed is there. */
export function passageAt({ store }: Knowledge, cite: string): KnowledgeNode | undefined {
  const document = store.byKey(`doc:${cite.replace(/(?::\d+-\d+|#[^#]*)$/, '')}`) ?? store.byKey(`doc:${cite}`);
  if (!document) return undefined;
  return store
    .edges(document.id, 'out', ['contains'])
    .flatMap(({ target }) => store.byId(target) ?? [])
    .find((node) => citeOf(node) === cite);
}

/** Lower ranks count less. */
const RANK = 20;
/** The best passages by words count most: with more weight on meaning, 13 of 60 known places were lost among similar text. */
const [BY_MEANING, BY_SHARE] = [0.5, 0.5];
/** The maximum number of sentences of a passage that are compared. */
const MOST_SENTENCES = 40;

/** The best passages by words, by their sentence closest in meaning, and by their share of the question's words: passages that all three find come first. */
export function hybridPassages(knowledge: Knowledge, words: string, limit: number): KnowledgeNode[] {
  const { weights } = knowledge;
  const byWords = passagesByWords(knowledge, words, Math.max(50, limit * 2));
  const embedder = builtInEmbedder();
  const question = embedder.query(words);
  const nearest = (node: KnowledgeNode): number =>
    Math.max(
      ...[node.name, ...sentencesOf(node.text).slice(0, MOST_SENTENCES)].map((text) =>
        dot(question, embedder.query(text)),
      ),
    );
  const asked = new Set(termsOf(words).filter((term) => !STOP_WORDS.has(term)));
  const share = (node: KnowledgeNode): number => {
    const there = new Set(termsOf(`${aboutOf(node)} ${node.text}`));
    return [...asked].filter((term) => there.has(term)).length;
  };
  const scores = new Map(byWords.map((node, rank) => [node, weights.words / (RANK + rank)]));
  for (const [measure, weight] of [
    [nearest, BY_MEANING * weights.meaning],
    [share, BY_SHARE * weights.words],
  ] as const)
    for (const [rank, node] of sortedBy(byWords, measure).entries())
      scores.set(node, (scores.get(node) ?? 0) + weight / (RANK + rank));
  return sortedBy(byWords, (node) => scores.get(node) ?? 0).slice(0, limit);
}

/** By words alone: quick, and enough for a name. */
export const passagesByWords = ({ store }: Knowledge, words: string, limit: number): KnowledgeNode[] =>
  store
    .search(words, { domain: 'academic', limit })
    .filter(isPassage)
    .map(({ node }) => node);

/** The highest first; of equal ones, the one that was first. */
function sortedBy<T>(list: readonly T[], measure: (each: T) => number): T[] {
  const measured = new Map(list.map((each) => [each, measure(each)]));
  return list.toSorted((a, b) => (measured.get(b) ?? 0) - (measured.get(a) ?? 0));
}

const aboutOf = ({ name, path, meta }: KnowledgeNode): string =>
  [name, path ?? '', ...(Array.isArray(meta.headings) ? meta.headings : [])].join(' ');

export interface Hop {
  readonly node: KnowledgeNode;
  readonly hop: number;
  /** The name that led there; empty for results of the word search. */
  readonly via: string;
}

/** Results of the word search, and passages of other documents about the names in them, for a number of steps. */
export function hopPassages(knowledge: Knowledge, words: string, hops: number, limit: number): Hop[] {
  const found: Hop[] = hybridPassages(knowledge, words, limit).map((node) => ({ node, hop: 0, via: '' }));
  const seen = new Set(found.map(({ node }) => node.id));
  const followed = new Set<string>();
  let edge: readonly Hop[] = found.slice(0, 3);
  for (let hop = 1; hop <= hops && edge.length > 0; hop += 1) {
    const next: Hop[] = [];
    for (const via of edge.flatMap(({ node }) => namesIn(node.text))) {
      if (followed.has(via) || words.includes(via)) continue;
      followed.add(via);
      const [node] = hybridPassages(knowledge, via, 3).filter((each) => !seen.has(each.id) && each.text.includes(via));
      if (node === undefined) continue;
      seen.add(node.id);
      next.push({ node, hop, via });
      if (found.length + next.length >= limit * 2) break;
    }
    found.push(...next);
    edge = next;
  }
  return found;
}

/** Names that another document may be about: code, and capitalised words inside a sentence. */
export function namesIn(text: string): string[] {
  const code = [...text.matchAll(/`([\w$./-]{3,60})`/g)].map(([, name = '']) => name);
  const large = text.match(/(?<=[\p{Ll},;]\s)\p{Lu}[\p{L}\p{N}-]{2,}(?:\s\p{Lu}[\p{L}\p{N}-]+)*/gu) ?? [];
  return [...new Set([...code, ...large])].slice(0, 12);
}

const isPassage = ({ node }: { readonly node: KnowledgeNode }): boolean => node.meta.cite !== undefined;

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
