import { z } from 'zod';
import type { Facet } from '../code/facets.ts';
import type { Knowledge } from '../knowledge.ts';
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
    scope: `${budget} ${facet} ${options.minTrust ?? 0} ${options.minFreshness ?? 0}`,
    ...pick(options),
  };
  const known = options.withoutCache ? null : stage('cache', () => cache.get(asked));
  if (known) {
    const { text, places } = Stored.parse(JSON.parse(known.answer));
    return { text, places, tokens: tokensOf(text), intent, cached: true, stages };
  }
  const hits = stage('search', () => knowledge.code.search(question, { facet }));
  const remembered = stage('notes', () => notesFor(knowledge, question, options));
  const notes = stage('select', () => selectNotes(remembered, Math.floor(budget * NOTES)));
  const pack = stage('pack', () => packCode(knowledge.root, hits, budget - notes.tokens));
  const text = [pack.text, notes.text].filter((part) => part !== '').join('\n\n') || NO_MATCHES;
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
  { minTrust = 0, minFreshness = 0 }: ResolveOptions,
): Noted[] {
  return (['history', 'academic'] as const)
    .filter((domain) => store.has(domain))
    .flatMap((domain) => store.search(question, { domain, limit: 10 }))
    .map(({ node, score }) => ({ node, relevance: score / (score + 5), ...judged(node) }))
    .filter(({ trust, freshness }) => trust >= minTrust && freshness >= minFreshness);

  function judged(node: KnowledgeNode) {
    return {
      freshness: freshnessOf(node, now(), isUnchanged(store, node)),
      trust: trustOf(store, node, now()),
      source: store.sources(node.id)[0]?.id ?? 'unknown',
    };
  }
}
