/**
 * This many in total, in order, taking from each group in turn, so that a large group does not displace the ones behind
 * it. Pure.
 */
export function fairShare<T>(all: readonly T[], groupOf: (each: T) => string, most: number): T[] {
  if (all.length <= most) return [...all];
  const groups = [...Map.groupBy(all, groupOf).values()].toSorted((a, b) => a.length - b.length);
  const taken = new Set<T>();
  let left = most;
  for (const [at, group] of groups.entries()) {
    const share = Math.max(1, Math.floor(left / (groups.length - at)));
    const own = ends(group, Math.min(share, left));
    for (const each of own) taken.add(each);
    left -= own.length;
  }
  return all.filter((each) => taken.has(each));
}

/** Some of the first, the last and the middle ones. Pure. */
export function ends<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  const third = Math.ceil(most / 3);
  const [first, last] = [all.slice(0, third), third * 2 > most ? [] : all.slice(-third)];
  const between = all.slice(third, all.length - last.length);
  const step = between.length / Math.max(1, most - first.length - last.length);
  const some = Array.from({ length: most - first.length - last.length }, (_, at) => between[Math.floor(at * step)]);
  return [...first, ...some.flatMap((each) => (each === undefined ? [] : [each])), ...last];
}
