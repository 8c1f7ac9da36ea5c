import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import { nearestNames } from '#host/nearest-names.ts';
import { graphNeighbours, type ReachedNode } from '../graph/traverse.ts';
import type { Knowledge } from '../knowledge.ts';
import type { KnowledgeNode } from '../store/node-types.ts';

/** The nodes a person means: by path, by `Class.method`, or by name. */
export function lookUp({ store }: Knowledge, wanted: string): KnowledgeNode[] {
  const file = store.byKey(`code:${wanted}`);
  if (file) return [file];
  const name = wanted.slice(wanted.lastIndexOf('.') + 1);
  const named = store.byName(name, ['function', 'type', 'package']);
  const found = wanted.includes('.') ? named.filter(({ meta }) => String(meta.symbol ?? '').endsWith(wanted)) : named;
  if (found.length > 0) return found;
  const byName = store.db.all(
    "SELECT DISTINCT name FROM nodes WHERE domain = 'code' AND kind IN ('function', 'type', 'file') LIMIT 200000",
  );
  const near = nearestNames(
    name,
    byName.map((row) => String(row.name)),
  ).slice(0, 3);
  throw new AssayError('SLICE_NOT_FOUND', `Nothing here is called ${wanted}.`, {
    next: near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'assay find takes words instead of a name.',
  });
}

export const knownPlaceOf = ({ path, first, last, name }: KnowledgeNode): string =>
  path === null ? name : `${path}${first === null ? '' : `:${first}-${last ?? first}`}`;

export const placeLabelOf = (node: KnowledgeNode): string =>
  String(node.meta.symbol ?? (node.kind === 'file' ? node.path : node.name));

export const NamedPlace = z.object({ name: z.string(), kind: z.string(), place: z.string() });

/** Direct neighbours; `guessed` where only the name matches. */
export const LinkedPlace = NamedPlace.extend({ guessed: z.boolean() });

export const linkedPlace = ({ node, guessed }: ReachedNode): z.infer<typeof LinkedPlace> => ({
  ...knownPlace(node),
  guessed,
});

export const knownPlace = (node: KnowledgeNode): z.infer<typeof NamedPlace> => ({
  name: placeLabelOf(node),
  kind: node.kind,
  place: knownPlaceOf(node),
});

/** What a file or symbol imports and calls (`out`), or what imports and calls it (`in`). */
export const linkedTo = (knowledge: Knowledge, name: string, way: 'in' | 'out', depth = 1): ReachedNode[] =>
  lookUp(knowledge, name).flatMap(({ id }) =>
    graphNeighbours(knowledge.store, id, { way, depth, kinds: ['imports', 'calls'], limit: 200 }),
  );
