import { factText } from '../firewall/fact-text.ts';
import type { Knowledge } from '../knowledge.ts';
import type { KnowledgeKind } from '../store/kinds.ts';
import type { KnowledgeNode } from '../store/node-types.ts';
import { freshnessOf } from '../trust/freshness.ts';
import { trustOf } from '../trust/trust.ts';

export interface HistoryQuery {
  readonly words?: string;
  readonly kinds?: readonly KnowledgeKind[];
  /** One run's only. */
  readonly session?: string;
  readonly limit?: number;
}

export interface HistoryHit {
  readonly id: number;
  readonly kind: KnowledgeKind;
  readonly name: string;
  readonly text: string;
  readonly at: number;
  readonly run: string | null;
  readonly source: string;
  readonly trust: number;
  readonly freshness: number;
  readonly files: readonly string[];
  /** The fix of a failure, if there was one. */
  readonly resolution: string | null;
}

/** What happened before: by words, or the newest. */
export function searchHistory(knowledge: Knowledge, { words = '', kinds, session, limit = 10 }: HistoryQuery) {
  const { store } = knowledge;
  const filter = { domain: 'history' as const, limit, ...(kinds ? { kinds } : {}), ...(session ? { session } : {}) };
  const found = words.trim() === '' ? newest(knowledge, filter) : store.search(words, filter).map(({ node }) => node);
  return found.map((node): HistoryHit => toHit(knowledge, node));
}

function newest(
  { store }: Knowledge,
  filter: { readonly kinds?: readonly KnowledgeKind[]; readonly session?: string; readonly limit: number },
): KnowledgeNode[] {
  const kinds = filter.kinds ?? ['decision', 'failure', 'pattern', 'session'];
  return kinds
    .flatMap((kind) => store.list('history', kind, 500))
    .filter(({ session }) => filter.session === undefined || session === filter.session)
    .sort((a, b) => b.verifiedAt - a.verifiedAt || b.id - a.id)
    .slice(0, filter.limit);
}

export function toHit({ store, now }: Knowledge, node: KnowledgeNode): HistoryHit {
  const [resolved] = store.edges(node.id, 'in', ['resolves']);
  const files = Array.isArray(node.meta.files) ? node.meta.files.map(String) : [];
  return {
    ...{
      id: node.id,
      kind: node.kind,
      name: node.name,
      text: factText(node),
      at: node.verifiedAt,
      run: node.session,
      files,
    },
    source: store.sources(node.id)[0]?.id ?? 'unknown',
    trust: trustOf(store, node, now()),
    freshness: freshnessOf(node, now(), false),
    resolution: (resolved && store.byId(resolved.source)?.text) ?? null,
  };
}
