import { distance } from 'fastest-levenshtein';

/** `; did you mean "retries"?`, or nothing when no name is near. */
export function nearest(wanted: string, names: readonly string[]): string {
  const ranked = names.map((name) => ({ name, far: distance(wanted, name) })).sort((a, b) => a.far - b.far);
  const [best] = ranked;
  if (!best || best.far > Math.floor(Math.max(wanted.length, best.name.length, 4) / 2)) return '';
  return `; did you mean "${best.name}"?`;
}
