import { nearestNames } from '#host/nearest-names.ts';

/** `; did you mean "retries"?`, or nothing when no name is near. */
export function nearest(wanted: string, names: readonly string[]): string {
  const [best] = nearestNames(wanted, names, 1);
  return best === undefined ? '' : `; did you mean "${best}"?`;
}
