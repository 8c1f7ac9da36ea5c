import { AssayError } from '#contracts/errors.ts';
import type { NodeStore } from '../store/node-store.ts';
import { type KnowledgeNode, TRUST, TRUST_LEVELS, type TrustLevel } from '../store/node-types.ts';

const DAY = 24 * 3_600_000;

/** The trust in a node: its level, reduced by uncertain sources; history older than a day is old. */
export function trustOf(store: NodeStore, node: KnowledgeNode, now: number): number {
  const level: TrustLevel = node.trust === 'recent_history' && now - node.verifiedAt > DAY ? 'old_history' : node.trust;
  const sources = store.sources(node.id);
  if (sources.length > 0 && sources.every(({ invalid }) => invalid)) return TRUST.unknown;
  const valid = sources.filter(({ invalid }) => !invalid);
  // Another source with the same content raises trust; a chain has the product of its links.
  const boost = Math.min(0.1, 0.05 * (valid.length - 1));
  return Math.min(1, TRUST[level] * chainConfidence(store, node.id) + Math.max(0, boost));
}

/** Through everything a node was derived from. */
export function chainConfidence(store: NodeStore, node: number, seen: ReadonlySet<number> = new Set()): number {
  if (seen.has(node)) return 0;
  const valid = store.sources(node).filter(({ invalid }) => !invalid);
  if (valid.length === 0) return 1;
  const next = new Set([...seen, node]);
  return Math.max(
    ...valid.map(
      ({ confidence, parent }) => confidence * (parent === undefined ? 1 : chainConfidence(store, parent, next)),
    ),
  );
}

/** One level up or down, with the person and the reason. */
export function move(
  store: NodeStore,
  id: number,
  way: 'promote' | 'demote',
  reason: string,
  by: string,
  now: number,
): TrustLevel {
  const node = store.byId(id);
  if (!node) throw new AssayError('SLICE_NOT_FOUND', `There is no node ${id}.`);
  const at = TRUST_LEVELS.indexOf(node.trust) + (way === 'promote' ? -1 : 1);
  const after = TRUST_LEVELS[Math.min(Math.max(at, 0), TRUST_LEVELS.length - 1)] ?? node.trust;
  store.db.transaction(() => {
    store.db.run('UPDATE nodes SET trust = ? WHERE id = ?', after, id);
    store.db.run(
      'INSERT INTO trust_log (node, before, after, reason, by, at) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      node.trust,
      after,
      reason,
      by,
      now,
    );
  });
  return after;
}

/** Removes trust from everything that depends on a source. */
export function invalidateSource(store: NodeStore, source: string): number {
  return store.db.run('UPDATE provenance SET invalid = 1 WHERE source_id = ?', source).changes;
}
