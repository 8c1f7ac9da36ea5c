import { AssayError } from '#contracts/errors.ts';
import { nearestNames } from '#host/nearest-names.ts';
import { foldCase } from './sources/records.ts';

/** Which of a source's tables a question is about: the one named, or all; a clause needs exactly one. */
export function chooseTables(
  path: string,
  names: readonly string[],
  wanted: string | undefined,
  forClause: boolean,
): readonly string[] {
  if (wanted !== undefined) {
    const found = names.find((name) => foldCase(name) === foldCase(wanted));
    if (found !== undefined) return [found];
    const near = nearestNames(wanted, names);
    const next = near.length > 0 ? `Did you mean ${near.join(', ')}?` : `There are: ${names.join(', ') || 'none'}.`;
    throw new AssayError('TABLE_UNKNOWN', `${path} has no table ${wanted}.`, { next });
  }
  if (!forClause || names.length === 1) return names;
  throw new AssayError('TABLE_UNKNOWN', `${path} has ${names.length} tables: which one is the clause for?`, {
    next: `Name one of: ${names.join(', ') || 'none'}.`,
  });
}
