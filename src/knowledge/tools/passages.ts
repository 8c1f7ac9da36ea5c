import { builtInEmbedder } from '../embed/built-in.ts';
import type { Knowledge } from '../knowledge.ts';
import type { KnowledgeNode } from '../store/node-types.ts';

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

/** A rank counts less the lower it is. */
const RANK = 20;

/** The best passages by words and by similarity of meaning together: results of both come first. */
export function hybridPassages({ store, weights }: Knowledge, words: string, limit: number): KnowledgeNode[] {
  const byWords = store.search(words, { domain: 'academic', limit: Math.max(50, limit * 4) }).filter(isPassage);
  const embedder = builtInEmbedder();
  const question = embedder.query(words);
  const byMeaning = byWords
    .map(({ node }) => ({ node, near: dot(question, embedder.query(`${node.name} ${node.text}`)) }))
    .sort((a, b) => b.near - a.near);
  const scores = new Map<number, { node: KnowledgeNode; score: number }>();
  for (const [list, weight] of [[byWords, weights.words] as const, [byMeaning, weights.meaning] as const])
    for (const [rank, { node }] of list.entries()) {
      const known = scores.get(node.id)?.score ?? 0;
      scores.set(node.id, { node, score: known + weight / (RANK + rank) });
    }
  return [...scores.values()]
    .sort((a, b) => b.score - a.score || a.node.id - b.node.id)
    .slice(0, limit)
    .map(({ node }) => node);
}

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
