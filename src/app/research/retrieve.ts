import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { Knowledge } from '#knowledge/knowledge.ts';
import type { KnowledgeNode } from '#knowledge/store/node-types.ts';
import { TRUST } from '#knowledge/store/node-types.ts';
import { citeOf, hybridPassages, namesIn, passagesByWords } from '#knowledge/tools/passages.ts';
import { trustOf } from '#knowledge/trust/trust.ts';
import type { Ask, FoundPassage } from '#workflows/research/state.ts';

interface Candidate extends Omit<FoundPassage, 'id'> {
  score: number;
}

/** Lower ranks count less; passages that several queries find count more. */
const RANK = 10;
/** Code is cited by lines, at most this many. */
const MOST_LINES = 60;

/** Per query, this many documents are ranked. */
const MOST_WEIGHED = 30;
/** Names in this many of the best passages are searched, too. */
const MOST_FOLLOWED = 3;

/**
 * The best passages for several queries: documents first, then code and history. Each query is searched by words and by
 * meaning; results of several queries come first. Then names in the best passages are searched, too: they lead to
 * passages that share no word with the question. Passages seen before are no answer to a follow-up question.
 */
export function retrievePassages(
  knowledge: Knowledge,
  ask: Ask,
  queries: readonly string[],
  most: number,
): FoundPassage[] {
  const found = new Map<string, Candidate>();
  const seen = new Set(ask.before?.seen ?? []);
  const add = (candidate: Omit<Candidate, 'score'>, rank: number, weight: number): void => {
    if (seen.has(candidate.cite)) return;
    const score = weight / (RANK + rank);
    const known = found.get(candidate.cite);
    if (known) known.score += score;
    else found.set(candidate.cite, { ...candidate, score });
  };
  const addDocuments = (nodes: readonly KnowledgeNode[], weight: number): void => {
    const wanted = nodes.filter((node) => isWanted(node, ask.sources) && isThere(node, knowledge.root));
    for (const [rank, node] of wanted.entries()) add(ofDocument(knowledge, node), rank, weight);
  };
  for (const query of queries) {
    addDocuments(hybridPassages(knowledge, query, MOST_WEIGHED + seen.size), 1);
    if (ask.sources.length > 0) continue;
    for (const [rank, passage] of ofCode(knowledge, query).entries()) add(passage, rank, 0.7);
  }
  const direct = new Set(found.keys());
  const asked = queries.join(' ').toLowerCase();
  const names = best(found, MOST_FOLLOWED).flatMap(({ text }) => namesIn(text));
  for (const name of new Set(names)) {
    if (asked.includes(name.toLowerCase())) continue;
    // Results of the word search are ranked already.
    const led = passagesByWords(knowledge, name, 50 + found.size + seen.size).filter(
      (node) => node.text.includes(name) && !found.has(citeOf(node)),
    );
    addDocuments(led.slice(0, MOST_FOLLOWED), 0.6);
  }
  return withSome(best(found, found.size), direct, most).map(({ cite, title, text, trust }, index) => ({
    ...{ id: `S${index + 1}`, cite, title, text, trust },
  }));
}

/** At most a third of the passages come from names, so that they do not crowd out those of the queries. */
function withSome(all: readonly Candidate[], direct: ReadonlySet<string>, most: number): Candidate[] {
  const led = all.filter(({ cite }) => !direct.has(cite)).slice(0, Math.floor(most / 3));
  const own = all.filter(({ cite }) => direct.has(cite)).slice(0, most - led.length);
  const kept = new Set([...own, ...led]);
  return all.filter((each) => kept.has(each));
}

const best = (found: ReadonlyMap<string, Candidate>, most: number): Candidate[] =>
  [...found.values()].sort((a, b) => b.score - a.score || (a.cite < b.cite ? -1 : 1)).slice(0, most);

const isWanted = (node: KnowledgeNode, sources: readonly string[]): boolean =>
  sources.length === 0 ||
  sources.some((source) => String(node.meta.source) === source || (node.path ?? '').startsWith(source));

/** A file that is gone cannot be opened at its lines. */
const isThere = ({ meta, path }: KnowledgeNode, root: string): boolean =>
  !isAbsolute(String(meta.source)) || path === null || existsSync(resolve(root, path));

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
