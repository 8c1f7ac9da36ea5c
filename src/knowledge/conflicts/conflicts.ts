import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import { FactReference } from '../firewall/fact.ts';
import { verify } from '../firewall/verify.ts';
import type { NodeStore } from '../store/node-store.ts';
import type { KnowledgeNode } from '../store/node-types.ts';
import { TRUST } from '../store/node-types.ts';
import { disagree } from './disagree.ts';

export const CONFLICT_KINDS = ['semantic', 'temporal', 'structural', 'provenance'] as const;
export type ConflictKind = (typeof CONFLICT_KINDS)[number];
export const RESOLUTIONS = ['keep_newer', 'keep_trusted', 'keep_both', 'mark_stale', 'human'] as const;
export type ConflictResolution = (typeof RESOLUTIONS)[number];

export interface KnowledgeConflict {
  readonly id: number;
  readonly a: number;
  readonly b: number;
  readonly kind: ConflictKind;
  readonly detail: string;
  readonly at: number;
}

interface KnownProject {
  readonly store: NodeStore;
  readonly root: string;
  readonly now: () => number;
}

/** Searches all notes for conflicts with one that was just stored. */
export function findConflicts(knowledge: KnownProject, node: KnowledgeNode): KnowledgeConflict[] {
  if (node.domain === 'code') return [];
  const { domain, kind, text } = node;
  const like = knowledge.store.search(text.slice(0, 400), { domain, kinds: [kind], limit: 8 });
  return conflictsAmong(knowledge, node, [node, ...like.map((hit) => hit.node)]);
}

/** Conflicts of a note that is about to be shown: with changed code, with sources, and with other notes. */
export function conflictsAmong(
  knowledge: KnownProject,
  node: KnowledgeNode,
  beside: readonly KnowledgeNode[],
): KnowledgeConflict[] {
  againstNotes(knowledge, node, beside);
  againstCode(knowledge, node);
  againstSources(knowledge, node);
  return conflictsOf(knowledge, node.id);
}

/** Open ones of a node. */
export function conflictsOf({ store }: Pick<KnownProject, 'store'>, node: number): KnowledgeConflict[] {
  return store.db
    .all('SELECT * FROM conflicts WHERE resolution IS NULL AND (a = ? OR b = ?) ORDER BY id', node, node)
    .map(toConflict);
}

export function openConflicts({ store }: Pick<KnownProject, 'store'>): KnowledgeConflict[] {
  return store.db.all('SELECT * FROM conflicts WHERE resolution IS NULL ORDER BY id').map(toConflict);
}

/** Two notes about the same subject that cannot both be true; the older one is superseded if time explains it. */
function againstNotes(knowledge: KnownProject, node: KnowledgeNode, beside: readonly KnowledgeNode[]): void {
  for (const other of beside) {
    if (other.id === node.id || other.stale || other.domain !== node.domain || other.kind !== node.kind) continue;
    const found = disagree(node.text, other.text);
    if (!found) continue;
    const days = Math.abs(node.verifiedAt - other.verifiedAt) / 86_400_000;
    // If they are far apart in time, the world has probably changed, and neither was wrong.
    note(knowledge, node.id, other.id, days > 1 ? 'temporal' : 'semantic', found.detail);
  }
}

const References = z.array(FactReference);

/** What a stored fact names is no longer true: the code has changed. */
function againstCode(knowledge: KnownProject, node: KnowledgeNode): void {
  const { store, root } = knowledge;
  const references = References.safeParse(node.meta.references);
  if (!references.success) return;
  for (const reference of references.data) {
    const looked = verify(store, root, reference);
    if (looked.holds !== false) continue;
    note(knowledge, node.id, node.id, 'structural', looked.why);
    store.db.run('UPDATE nodes SET stale = 1 WHERE id = ?', node.id);
    return;
  }
}

/** How many notes one update checks: the others follow with the next. */
const SCANNED = 200;

/** Checks whether the content of notes is still true, least recently checked first; returns how many are stale now. */
export function scanNotes(knowledge: KnownProject): number {
  const { store, now } = knowledge;
  const before = Number(store.db.get('SELECT count(*) AS n FROM nodes WHERE stale = 1')?.n ?? 0);
  const rows = store.db.all(
    "SELECT id FROM nodes WHERE domain <> 'code' AND stale = 0 AND meta ->> '$.references' <> '[]' ORDER BY accessed_at LIMIT ?",
    SCANNED,
  );
  store.db.transaction(() => {
    for (const { id } of rows) {
      const node = store.byId(Number(id));
      if (node) againstCode(knowledge, node);
      store.db.run('UPDATE nodes SET accessed_at = ? WHERE id = ?', now(), Number(id));
    }
  });
  return Number(store.db.get('SELECT count(*) AS n FROM nodes WHERE stale = 1')?.n ?? 0) - before;
}

/** One of its sources was withdrawn while another is still valid. */
function againstSources(knowledge: KnownProject, node: KnowledgeNode): void {
  const sources = knowledge.store.sources(node.id);
  const invalid = sources.filter((source) => source.invalid);
  if (invalid.length === 0 || invalid.length === sources.length) return;
  note(knowledge, node.id, node.id, 'provenance', `${invalid.map(({ id }) => id).join(', ')} was taken back`);
}

function note({ store, now }: KnownProject, a: number, b: number, kind: ConflictKind, detail: string): void {
  const [low, high] = a < b ? [a, b] : [b, a];
  store.db.run(
    'INSERT INTO conflicts (a, b, kind, detail, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ...[low, high, kind, detail, now()],
  );
}

/** Resolves one. `human` keeps both, and leaves it open for a person; nothing is deleted. */
export function resolveConflict(knowledge: KnownProject, id: number, how: ConflictResolution): void {
  const { store, now } = knowledge;
  const conflict = openConflicts(knowledge).find((each) => each.id === id);
  if (!conflict)
    throw new AssayError('SLICE_NOT_FOUND', `No conflict ${id} is open.`, { next: 'assay review lists them.' });
  if (how === 'human') return;
  const [a, b] = [store.byId(conflict.a), store.byId(conflict.b)];
  const loser = a && b && how !== 'keep_both' ? loserOf(a, b, how) : undefined;
  store.db.transaction(() => {
    if (loser) store.db.run('UPDATE nodes SET stale = 1 WHERE id = ?', loser.id);
    store.db.run('UPDATE conflicts SET resolution = ?, resolved_at = ? WHERE id = ?', how, now(), id);
  });
}

function loserOf(
  a: KnowledgeNode,
  b: KnowledgeNode,
  how: Exclude<ConflictResolution, 'keep_both' | 'human'>,
): KnowledgeNode {
  const newer = a.verifiedAt >= b.verifiedAt ? a : b;
  const trusted = TRUST[a.trust] === TRUST[b.trust] ? newer : TRUST[a.trust] > TRUST[b.trust] ? a : b;
  const kept = how === 'keep_trusted' ? trusted : newer;
  return kept === a ? b : a;
}

const toConflict = (row: Readonly<Record<string, unknown>>): KnowledgeConflict => ({
  id: Number(row.id),
  a: Number(row.a),
  b: Number(row.b),
  kind: row.kind as ConflictKind,
  detail: String(row.detail),
  at: Number(row.at),
});
