import { z } from 'zod';
import type { Facet } from '../code/facets.ts';
import { conflictsAmong } from '../conflicts/conflicts.ts';
import { neighbours } from '../graph/traverse.ts';
import type { Knowledge } from '../knowledge.ts';
import type { FileHit } from '../search/code-search.ts';
import { DOMAINS, type Domain } from '../store/kinds.ts';
import type { KnowledgeNode } from '../store/node-types.ts';
import { freshnessOf, isUnchanged } from '../trust/freshness.ts';
import { trustOf } from '../trust/trust.ts';
import { AnswerCache } from './answer-cache.ts';
import { packCode } from './code-pack.ts';
import { classify, type Intent } from './intent.ts';
import { type Noted, selectNotes } from './notes.ts';
import { tokensOf } from './tokens.ts';

export interface ResolveOptions {
  readonly budget?: number;
  readonly facet?: Facet;
  readonly session?: string;
  /** What the caller knows about its question; the rules guess otherwise. */
  readonly intent?: Intent;
  readonly subject?: string;
  readonly minTrust?: number;
  readonly minFreshness?: number;
  readonly withoutCache?: boolean;
  /** All three, where it is not given. */
  readonly domains?: readonly Domain[];
  /** `out`: what something speaks against is left away; else it is shown, and marked. */
  readonly conflicts?: 'in' | 'out';
  /** Steps from the best places to what calls and imports them; 0 unless asked. */
  readonly depth?: number;
}

export interface Resolution {
  readonly text: string;
  readonly tokens: number;
  readonly intent: Intent;
  readonly cached: boolean;
  readonly places: readonly {
    readonly path: string;
    readonly symbol: string;
    readonly first: number;
    readonly last: number;
  }[];
  /** Milliseconds of each stage. */
  readonly stages: Readonly<Record<string, number>>;
}

export const NO_MATCHES =
  'no_matches: no word of this question stands in the code, the history or the documents of this project.';
/** What was remembered or read gets at most this much of the budget; the rest is for code. */
const NOTES = 0.25;
/** What calls and imports the best places gets this much, where it is asked for. */
const AROUND = 0.15;
const Stored = z.object({
  text: z.string(),
  places: z.array(z.object({ path: z.string(), symbol: z.string(), first: z.number(), last: z.number() })),
});

/** Answers a question with context that fits a budget: places and code, and what is remembered, each with its source. */
export function resolve(knowledge: Knowledge, question: string, options: ResolveOptions = {}): Resolution {
  const { budget = 800, facet = 'source' } = options;
  const stages: Record<string, number> = {};
  const stage = <T>(name: string, work: () => T): T => {
    const began = performance.now();
    const result = work();
    stages[name] = performance.now() - began;
    return result;
  };
  const { intent } = stage('intent', () => (options.intent ? { intent: options.intent } : classify(question)));
  const cache = new AnswerCache(knowledge.store, knowledge.now);
  const asked = {
    text: question,
    scope: JSON.stringify([
      budget,
      facet,
      options.minTrust,
      options.minFreshness,
      options.domains,
      options.conflicts,
      options.depth,
    ]),
    ...pick(options),
  };
  const known = options.withoutCache ? null : stage('cache', () => cache.get(asked));
  if (known) {
    const { text, places } = Stored.parse(JSON.parse(known.answer));
    return { text, places, tokens: tokensOf(text), intent, cached: true, stages };
  }
  const { domains = DOMAINS, depth = 0 } = options;
  const withCode = domains.includes('code');
  const hits = withCode ? stage('search', () => knowledge.code.search(question, { facet })) : [];
  const remembered = stage('notes', () => notesFor(knowledge, question, options));
  const undisputed = stage('conflicts', () => judgeConflicts(knowledge, remembered, options.conflicts ?? 'in'));
  const share = withCode ? Math.floor(budget * NOTES) : budget;
  const notes = stage('select', () => selectNotes(undisputed, share));
  const around = depth > 0 && withCode ? stage('expand', () => expand(knowledge, hits, depth, budget * AROUND)) : '';
  const left = budget - notes.tokens - (around === '' ? 0 : tokensOf(`${around}\n\n`));
  const pack = stage('pack', () => packCode(knowledge.root, hits, left));
  const text = [pack.text, around, notes.text].filter((part) => part !== '').join('\n\n') || NO_MATCHES;
  const places = pack.pieces.map(({ path, symbol, first, last }) => ({ path, symbol, first, last }));
  if (!options.withoutCache) {
    const files = [...new Set(places.map(({ path }) => path))];
    stage('keep', () => cache.put(asked, JSON.stringify({ text, places }), files, tokensOf(text)));
  }
  return { text, places, tokens: tokensOf(text), intent, cached: false, stages };
}

const pick = ({ session, intent, subject }: ResolveOptions) => ({
  ...(session === undefined ? {} : { session }),
  ...(intent === undefined ? {} : { intent }),
  ...(subject === undefined ? {} : { subject }),
});

/** What is remembered about it, with how fresh and how far to be believed. */
function notesFor(
  { store, now }: Knowledge,
  question: string,
  { minTrust = 0, minFreshness = 0, domains = DOMAINS }: ResolveOptions,
): Noted[] {
  return (['history', 'academic'] as const)
    .filter((domain) => domains.includes(domain) && store.has(domain))
    .flatMap((domain) => store.search(question, { domain, limit: 10 }))
    .map(({ node, score }) => ({ node, relevance: score / (score + 5), ...judged(node) }))
    .filter(({ trust, freshness }) => trust >= minTrust && freshness >= minFreshness);

  function judged(node: KnowledgeNode) {
    return {
      freshness: freshnessOf(node, now(), isUnchanged(store, node)),
      trust: trustOf(store, node, now()),
      source: String(node.meta.cite ?? store.sources(node.id)[0]?.id ?? 'unknown'),
    };
  }
}

/** The best notes are looked at again before they are shown: code may have moved on, another note may say otherwise. */
function judgeConflicts(knowledge: Knowledge, notes: readonly Noted[], conflicts: 'in' | 'out'): Noted[] {
  const nodes = notes.map(({ node }) => node);
  return notes.flatMap((note) => {
    const [first] = conflictsAmong(knowledge, note.node, nodes);
    if (!first) return [note];
    return conflicts === 'out' ? [] : [{ ...note, disputed: first.detail }];
  });
}

/** One line for each neighbour of the best symbols, as far as the budget goes. */
function expand({ store }: Knowledge, hits: readonly FileHit[], depth: number, budget: number): string {
  const lines = ['Around:'];
  for (const { path, symbol } of hits.slice(0, 3).flatMap(({ chunks }) => chunks.slice(0, 1))) {
    const node = store.byKey(symbol === '' ? `code:${path}` : `code:${path}#${symbol}`);
    if (!node) continue;
    for (const { node: other, by } of neighbours(store, node.id, {
      way: 'in',
      depth,
      kinds: ['calls', 'imports'],
      limit: 8,
    })) {
      const line = `  ${other.path ?? other.name}${other.first === null ? '' : `:${other.first}`} ${String(other.meta.symbol ?? other.name)} ${by} ${symbol || path}`;
      if (tokensOf([...lines, line].join('\n')) > budget) return lines.length > 1 ? lines.join('\n') : '';
      lines.push(line);
    }
  }
  return lines.length > 1 ? lines.join('\n') : '';
}
