import { AssayError } from './errors.ts';
import type { Refusal } from './gate.ts';

/** Said of files that cannot be committed as they are (a repository in them, a filter, too much): theirs to mend who left them. */
const UNFIT: readonly string[] = ['UNCOMMITTABLE', 'WORKSPACE_TOO_BIG'];

/** What was thrown, where it is about the files that somebody left; null where git, the disk or we failed. */
export function unfitFiles(thrown: unknown): Refusal | null {
  if (!(thrown instanceof AssayError) || !UNFIT.includes(thrown.code)) return null;
  const { code, message, next = 'Put that right in the files.' } = thrown;
  return { code, message, next };
}
