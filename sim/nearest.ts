/** The names most like a mistyped one, best first; those that share nothing with it are left out. */
export function nearestNames(wanted: string, names: readonly string[], most = 3): string[] {
  return names
    .map((name) => ({ name, distance: editDistance(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(2, Math.ceil(name.length / 2)))
    .sort((left, right) => left.distance - right.distance)
    .slice(0, most)
    .map(({ name }) => name);
}

/** Levenshtein: insertions, deletions and replacements between two words. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [i, from] of [...left].entries()) {
    const next = [i + 1];
    for (const [j, to] of [...right].entries()) {
      const replace = (row[j] ?? 0) + (from === to ? 0 : 1);
      next.push(Math.min(replace, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
