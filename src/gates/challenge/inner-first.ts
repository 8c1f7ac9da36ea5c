import type { BrokenPlace } from './noticed-when-broken.ts';
import { liesInside, type UnknownFunction } from './unmeasured.ts';

/**
 * Asks about unmeasured functions until a round learns nothing new. Inner functions go first:
 * where it is noticed, the one around it was called too; where only that one is, nothing is known of what lies inside.
 */
export async function innerFirst(
  unknownOf: (known: readonly BrokenPlace[]) => readonly UnknownFunction[],
  ask: (some: readonly UnknownFunction[]) => Promise<readonly BrokenPlace[]>,
): Promise<BrokenPlace[]> {
  const known: BrokenPlace[] = [];
  const asked = new Set<string>();
  const nameOf = ({ path, each }: UnknownFunction): string => `${path}\n${each.name}`;
  for (;;) {
    const left = unknownOf(known).filter((one) => !asked.has(nameOf(one)));
    const next = left.filter((outer) => !left.some((inner) => liesInside(inner, outer)));
    if (next.length === 0) return known;
    for (const one of next) asked.add(nameOf(one));
    known.push(...(await ask(next)));
  }
}
