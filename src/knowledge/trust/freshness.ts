import type { NodeStore } from '../store/node-store.ts';
import type { KnowledgeNode } from '../store/node-types.ts';

/** How fast each domain ages, per hour. */
const DECAY = { code: 0.01, history: 0.05, academic: 0.001 } as const;
const HOUR = 3_600_000;

/**
 * From 1, as of now, to 0. Age counts from the last verification; code that still matches its file is fresh however old
 * it is.
 */
export function freshnessOf(
  node: Pick<KnowledgeNode, 'domain' | 'verifiedAt' | 'stale'>,
  now: number,
  isUnchanged: boolean,
): number {
  if (node.stale) return 0;
  if (isUnchanged) return 1;
  return Math.exp((-DECAY[node.domain] * Math.max(0, now - node.verifiedAt)) / HOUR);
}

/** Whether the file of a code node still has the content it was indexed with. */
export function isUnchanged(store: NodeStore, node: KnowledgeNode): boolean {
  if (node.domain !== 'code' || node.path === null) return false;
  if (node.kind !== 'file') return store.db.get('SELECT 1 AS one FROM files WHERE path = ?', node.path) !== undefined;
  return store.db.get('SELECT hash FROM files WHERE path = ?', node.path)?.hash === node.hash;
}
