import { z } from 'zod';
import type { SearchWeights } from '#contracts/config.ts';
import type { Facet } from '../code/facets.ts';
import { conflictsAmong } from '../conflicts/conflicts.ts';
import { graphNeighbours } from '../graph/traverse.ts';
import type { Knowledge } from '../knowledge.ts';
import type { FileHit } from '../search/code-search.ts';
import { stageClock, type Timed } from '../stage-clock.ts';
import { DOMAINS, type Domain } from '../store/kinds.ts';
import type { KnowledgeNode } from '../store/node-types.ts';
import { freshnessOf, isUnchanged } from '../trust/freshness.ts';
import { trustOf } from '../trust/trust.ts';
import { AnswerCache } from './answer-cache.ts';
import { type CodePack, packCode } from './code-pack.ts';
import { type AnswerFormat, FoundPlace, formatAnswer } from './format.ts';
import { classify, type Intent } from './intent.ts';
import { type Noted, selectNotes } from './notes.ts';
import { countAnswer } from './savings.ts';
import { textTokensOf } from './tokens.ts';

export interface ResolveOptions {
  readonly budget?: number;
  readonly facet?: Facet;
  readonly session?: string;
  /** What the caller knows about its question; otherwise the rules guess. */
  readonly intent?: Intent;
  readonly subject?: string;
  readonly minTrust?: number;
  readonly minFreshness?: number;
  readonly withoutCache?: boolean;
  /** Default: all three. */
  readonly domains?: readonly Domain[];
  /** `out`: contradicted notes are left out; else they are shown, and marked. */
  readonly conflicts?: 'in' | 'out';
  /** Steps from the best places to their callers and importers; default 0. */
  readonly depth?: number;
  /** Default: Markdown. */
  readonly format?: AnswerFormat;
  /** What the answer lacks, such as vectors: it says so, and is not cached. */
  readonly without?: string | undefined;
}

export interface Resolution {
  readonly text: string;
  readonly tokens: number;
  readonly intent: Intent;
  readonly cached: boolean;
  readonly places: readonly FoundPlace[];
  /** Tokens of the budget that were not needed. */
  readonly unused: number;
  /** Why these were chosen. */
  readonly why: string;
  /** Milliseconds of each stage. */
  readonly stages: Readonly<Record<string, number>>;
}

export const NO_MATCHES =
  'no_matches: no word of this question occurs in the code, the history or the documents of this project.';
const TOO_SMALL = 'does_not_fit: something was found, but not even its place fits into this budget.';
/** Notes and documents get at most this share of the budget; the rest is for code. */
const NOTES = 0.25;
/** Callers and importers of the best places get this share, where they are requested. */
const AROUND = 0.15;
const Stored = z.object({
  text: z.string(),
  why: z.string(),
  places: z.array(FoundPlace),
});

/** Answers a question with context that fits a budget: places and code, and notes, each with its source. */
export function resolve(knowledge: Knowledge, question: string, options: ResolveOptions = {}): Resolution {
  const { budget = 800, facet = 'source', format = 'markdown', without } = options;
  const withoutCache = options.withoutCache || without !== undefined;
  const { stages, timed: stage } = stageClock();
  const { intent } = stage('intent', () => (options.intent ? { intent: options.intent } : classify(question)));
  const cache = new AnswerCache(knowledge.store, knowledge.now);
  const asked = {
    text: question,
    scope: scopeOf({ ...options, budget, facet, format }, knowledge.weights),
    ...pick(options),
  };
  const done = (kept: z.infer<typeof Stored>, cached: boolean): Resolution => {
    const tokens = textTokensOf(kept.text);
    return { ...kept, tokens, unused: Math.max(0, budget - tokens), intent, cached, stages };
  };
  const known = withoutCache ? null : stage('cache', () => cache.get(asked));
  if (known) return done(Stored.parse(JSON.parse(known.answer)), true);
  const { domains = DOMAINS, depth = 0 } = options;
  const withCode = domains.includes('code');
  // An answer is cached for all questions about its subject: the caller's name for the subject counts as much as the
  // wording.
  const sought = options.subject === undefined ? question : `${question} ${options.subject}`;
  const hits = withCode ? stage('search', () => knowledge.code.search(sought, { facet, timed: stage })) : [];
  const around = depth > 0 && withCode ? stage('expand', () => expand(knowledge, hits, depth, budget * AROUND)) : '';
  const remembered = stage('notes', () => notesFor(knowledge, question, options, stage));
  const undisputed = stage('conflicts', () => judgeConflicts(knowledge, remembered, options.conflicts ?? 'in'));
  const warning = without === undefined ? '' : `(${without})\n\n`;
  const room = budget - textTokensOf(warning);
  const share = withCode ? Math.floor(room * NOTES) : room;
  const notes = stage('select', () => selectNotes(undisputed, share, stage));
  const left = room - notes.tokens - (around === '' ? 0 : textTokensOf(`${around}\n\n`));
  const packed = stage('pack', () =>
    fitted(room, left, (tokens) => {
      const pack = packCode(knowledge.root, hits, tokens);
      const places = placesOf(knowledge, pack);
      const chosen = { pack: pack.text, code: pack.code, around, places, notes: notes.text, chosen: notes.chosen };
      return { pack, places, text: stage('format', () => formatAnswer(chosen, format)) };
    }),
  );
  const { pack, places } = packed;
  const nothing = hits.length + remembered.length === 0 ? NO_MATCHES : TOO_SMALL;
  const text = packed.text === '' ? warning + nothing : warning + packed.text;
  const shown = pack.pieces.filter((piece) => piece.shown).length;
  const why = `${hits.length} files have words of the question or changed for such a reason; ${places.length} places of the best are named and ${shown} shown; ${notes.chosen.length} of ${remembered.length} notes fit, by relevance, freshness, trust and what they add`;
  if (!withoutCache) {
    const files = [...new Set(places.map(({ path }) => path))];
    stage('keep', () => cache.put(asked, JSON.stringify({ text, why, places }), files, textTokensOf(text)));
  }
  countAnswer(knowledge.store, textTokensOf(text), hits);
  return done({ text, why, places: [...places] }, false);
}

/** The dependencies of an answer other than its question. */
const scopeOf = (
  { budget, facet, minTrust, minFreshness, domains, conflicts, depth, format }: ResolveOptions,
  weights: SearchWeights,
): string => JSON.stringify(['3', budget, facet, minTrust, minFreshness, domains, conflicts, depth, format, weights]);

/** Markup takes space too: less is packed until the whole fits. */
function fitted<T extends { readonly text: string }>(budget: number, left: number, pack: (tokens: number) => T): T {
  let tokens = left;
  let made = pack(tokens);
  while (textTokensOf(made.text) > budget && tokens > 0) {
    tokens = Math.floor(tokens * 0.85);
    made = pack(tokens);
  }
  return made;
}

const TOOL_COMMANDS = 3;

/** Each with the places that have identical text. */
function placesOf({ store }: Knowledge, { pieces }: CodePack): FoundPlace[] {
  return pieces.map(({ path, symbol, first, last, score }) => {
    const node = symbol === '' ? undefined : store.byKey(`code:${path}#${symbol}`);
    const twins = node
      ? store.db.all(
          "SELECT path, first FROM nodes WHERE hash = ? AND id <> ? AND domain = 'code' ORDER BY path LIMIT ?",
          ...[node.hash, node.id, TOOL_COMMANDS],
        )
      : [];
    return { path, symbol, first, last, score, alsoIn: twins.map((twin) => `${twin.path}:${twin.first}`) };
  });
}

const pick = ({ session, intent, subject }: ResolveOptions) => ({
  ...(session === undefined ? {} : { session }),
  ...(intent === undefined ? {} : { intent }),
  ...(subject === undefined ? {} : { subject }),
});

/** Notes about it, with their age and trust. */
function notesFor(
  { store, now }: Knowledge,
  question: string,
  { minTrust = 0, minFreshness = 0, domains = DOMAINS }: ResolveOptions,
  timed: Timed,
): Noted[] {
  return (['history', 'academic'] as const)
    .filter((domain) => domains.includes(domain) && store.has(domain))
    .flatMap((domain) => store.search(question, { domain, limit: 10 }))
    .map(({ node, score }) => ({ node, relevance: score / (score + 5), ...judged(node) }))
    .filter(({ trust, freshness }) => trust >= minTrust && freshness >= minFreshness);

  function judged(node: KnowledgeNode) {
    return {
      freshness: timed('freshness', () => freshnessOf(node, now(), isUnchanged(store, node))),
      trust: timed('trust', () => trustOf(store, node, now())),
      source: String(node.meta.cite ?? store.sources(node.id)[0]?.id ?? 'unknown'),
    };
  }
}

/** The best notes are checked again before they are shown: code may have changed, another note may disagree. */
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
    for (const { node: other, by } of graphNeighbours(store, node.id, {
      way: 'in',
      depth,
      kinds: ['calls', 'imports'],
      limit: 8,
    })) {
      const line = `  ${other.path ?? other.name}${other.first === null ? '' : `:${other.first}`} ${String(other.meta.symbol ?? other.name)} ${by} ${symbol || path}`;
      if (textTokensOf([...lines, line].join('\n')) > budget) return lines.length > 1 ? lines.join('\n') : '';
      lines.push(line);
    }
  }
  return lines.length > 1 ? lines.join('\n') : '';
}
