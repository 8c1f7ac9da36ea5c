import { distance } from 'fastest-levenshtein';

/** The names most like the one that was not found: those that contain it or differ by little. */
export function nearestNames(wanted: string, names: Iterable<string>, most = 5): string[] {
  const low = wanted.toLowerCase();
  const scored = [...new Set(names)].map((name) => ({ name, score: unlikeness(low, name.toLowerCase()) }));
  return scored
    .filter(({ score }) => score <= Math.max(2, low.length / 2))
    .sort((a, b) => a.score - b.score || a.name.localeCompare(b.name))
    .slice(0, most)
    .map(({ name }) => name);
}

function unlikeness(wanted: string, name: string): number {
  if (name === wanted) return 0;
  if (wanted.length >= 3 && (name.includes(wanted) || (name.length >= 3 && wanted.includes(name)))) return 1;
  return distance(wanted, name);
}
