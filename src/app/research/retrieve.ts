import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knowledge } from '#knowledge/knowledge.ts';
import type { KnowledgeNode } from '#knowledge/store/node-types.ts';
import { TRUST } from '#knowledge/store/node-types.ts';
import { trustOf } from '#knowledge/trust/trust.ts';
import type { Ask, FoundPassage } from '#workflows/research/state.ts';

interface Candidate extends Omit<FoundPassage, 'id'> {
  score: number;
}

/** A rank counts less the further down it is; what several queries find counts more. */
const RANK = 10;
/** Code is cited by lines, this many at most. */
const MOST_LINES = 60;

/** The best passages for several queries: of documents first, then of code and of what happened before. */
export function retrievePassages(
  knowledge: Knowledge,
  ask: Ask,
  queries: readonly string[],
  most: number,
): FoundPassage[] {
  const found = new Map<string, Candidate>();
  const add = (candidate: Omit<Candidate, 'score'>, rank: number, weight: number): void => {
    const score = weight / (RANK + rank);
    const known = found.get(candidate.cite);
    if (known) known.score += score;
    else found.set(candidate.cite, { ...candidate, score });
  };
  const seen = new Set(ask.before?.seen ?? []);
  for (const query of queries) {
    for (const [rank, { node }] of knowledge.store.search(query, { domain: 'academic', limit: 30 }).entries())
      if (node.meta.cite !== undefined && isWanted(node, ask.sources)) add(ofDocument(knowledge, node), rank, 1);
    if (ask.sources.length > 0) continue;
    for (const [rank, passage] of ofCode(knowledge, query).entries()) add(passage, rank, 0.7);
  }
  return [...found.values()]
    .filter(({ cite }) => !seen.has(cite))
    .sort((a, b) => b.score - a.score || (a.cite < b.cite ? -1 : 1))
    .slice(0, most)
    .map(({ cite, title, text, trust }, index) => ({ id: `S${index + 1}`, cite, title, text, trust }));
}

const isWanted = (node: KnowledgeNode, sources: readonly string[]): boolean =>
  sources.length === 0 ||
  sources.some((source) => String(node.meta.source) === source || (node.path ?? '').startsWith(source));

function ofDocument({ store, now }: Knowledge, node: KnowledgeNode): Omit<Candidate, 'score'> {
  const headings = Array.isArray(node.meta.headings) ? node.meta.headings.map(String) : [];
  const title = headings.length > 0 ? headings.join(' > ') : node.name;
  return { cite: String(node.meta.cite), title, text: node.text, trust: trustOf(store, node, now()) };
}

function ofCode({ code, root }: Knowledge, query: string): Omit<Candidate, 'score'>[] {
  return code.search(query, { limit: 6 }).flatMap(({ path, chunks }) =>
    chunks.slice(0, 2).flatMap(({ symbol, first, last }) => {
      const end = Math.min(last, first + MOST_LINES - 1);
      const text = linesOf(join(root, path), first, end);
      if (text === null) return [];
      return [{ cite: `${path}:${first}-${end}`, title: symbol || path, text, trust: TRUST.verified_code }];
    }),
  );
}

function linesOf(file: string, first: number, last: number): string | null {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .slice(first - 1, last)
      .join('\n');
  } catch {
    // Gone since it was indexed: then it is no source.
    return null;
  }
}
