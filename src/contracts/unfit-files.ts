import { AssayError } from './errors.ts';
import type { Refusal } from './gate.ts';

/**
 * Files that cannot be committed as they are (a repository in them, a filter, too large): whoever left them has to
 * change them.
 */
const UNFIT: readonly string[] = ['UNCOMMITTABLE', 'WORKSPACE_TOO_BIG'];

/** The error, where it is about such files; null where git, the disk or Assay failed. */
export function unfitFiles(thrown: unknown): Refusal | null {
  if (!(thrown instanceof AssayError) || !UNFIT.includes(thrown.code)) return null;
  const { code, message, next = 'Put that right in the files.' } = thrown;
  return { code, message, next };
}
