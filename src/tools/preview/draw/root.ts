import type { Total } from '../../formats/format.ts';
import type { NestedArray } from '../../formats/json/pruner.ts';
import { jqPath } from '../../formats/queries/json-path.ts';
import type { RootKind, RootMember } from '../../formats/root-member.ts';
import type { Collection, Structure } from '../drawing.ts';

export interface DrawnRoot {
  readonly kind: RootKind;
  readonly shown: number;
  readonly total: Total;
  readonly members: readonly RootMember[];
  /** Arrays further inside. */
  readonly nested?: readonly NestedArray[];
}

export interface RootFacts {
  readonly structure: Structure;
  readonly metadata: readonly { readonly key: string; readonly value: string }[];
  readonly collections: readonly Collection[];
  /** The keys that lead to the main collection. */
  readonly items: readonly string[] | undefined;
  readonly meta: string | undefined;
}

/** The kind of document: data at the root, data wrapped together with facts about it, or neither. */
export function describeRoot(root: DrawnRoot): RootFacts {
  if (root.kind === 'array') {
    const whole = { path: '.', shown: root.shown, total: root.total.count, exact: root.total.exact };
    return { structure: 'array', metadata: [], collections: [whole], items: [], meta: undefined };
  }
  if (root.kind !== 'object') {
    return { structure: 'value', metadata: [], collections: [], items: undefined, meta: undefined };
  }
  const arrays = root.members.filter((member) => member.kind === 'array');
  const others = root.members.filter((member) => member.kind !== 'array');
  const main = arrays.toSorted((a, b) => b.count - a.count)[0];
  // `{"data":{"items":[…]}}`: where the root has no array of its own, the largest further inside is what it is about.
  const inner = (root.nested ?? []).toSorted((a, b) => b.count - a.count);
  const deep = main ? undefined : inner[0];
  // Of a wrapper even small objects are facts about the data; elsewhere only scalars are.
  const facts = main ? others : others.filter((member) => member.kind !== 'object');
  return {
    structure: !main
      ? deep
        ? 'object with array'
        : 'object'
      : arrays.length > 1
        ? 'object'
        : others.length > 0
          ? 'metadata wrapper'
          : 'object with array',
    metadata: facts
      .filter(({ text }) => text !== '' && text.length <= LONGEST_FACT)
      .map(({ key, text }) => ({ key, value: text })),
    collections: [...membersOf(root), ...arrays.map(collectionOf), ...inner.map(nestedOf)],
    items: main ? [main.key] : deep?.keys,
    meta: main ? (others.find((member) => member.kind === 'object') ?? others[0])?.key : undefined,
  };
}

const LONGEST_FACT = 2_000;

const collectionOf = (member: RootMember): Collection => ({
  path: jqPath([member.key]),
  shown: member.shown,
  total: member.count,
  exact: true,
});

const nestedOf = ({ keys, shown, count, exact }: NestedArray): Collection => ({
  path: jqPath(keys),
  shown,
  total: count,
  exact,
});

/** Only worth a line when members were left out. */
function membersOf({ shown, total }: DrawnRoot): Collection[] {
  return shown < total.count ? [{ path: '.', shown, total: total.count, exact: total.exact }] : [];
}

/** The most useful member of the first element. */
export function fieldOf(element: unknown): string | undefined {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) return undefined;
  const keys = Object.keys(element);
  return keys.find((key) => /^(name|title|id|key)$/i.test(key)) ?? keys[0];
}
