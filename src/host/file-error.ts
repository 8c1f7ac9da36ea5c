import { AssayError } from '#contracts/errors.ts';

/** A failed write as an error a person can act on. `what` names the file, e.g. "the file /x/y". */
export function writeError(what: string, thrown: unknown): AssayError {
  if (thrown instanceof AssayError) return thrown;
  const code = errnoOf(thrown);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AssayError('DISK_FULL', `No space left on the disk while writing ${what}.`, {
      next: 'Free some space on that disk, then run the same command again: what was there before is unchanged.',
      cause: thrown,
    });
  }
  return new AssayError('FILE_UNWRITABLE', `Cannot write ${what}: ${reasonOf(thrown)}.`, {
    next: nextStep(code),
    cause: thrown,
  });
}

export function errnoOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** In words, with the system's code for searching. */
export function reasonOf(thrown: unknown): string {
  const code = errnoOf(thrown);
  const words = code === undefined ? undefined : REASONS[code];
  if (words !== undefined) return `${words} (${code})`;
  return thrown instanceof Error ? thrown.message : String(thrown);
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'the system does not permit it',
  EROFS: 'the disk is mounted read-only',
  ENOENT: 'the folder or file does not exist',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'something else is already there',
  EISDIR: 'it is a folder',
  ELOOP: 'its symbolic links go in a circle',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'this process has too many files open',
  ENFILE: 'the system has too many files open',
};

function nextStep(code: string | undefined): string {
  if (code === 'EACCES' || code === 'EPERM') return 'Give your user write permission there, or choose another place.';
  if (code === 'EROFS') return 'Remount the disk writable, or choose another place.';
  if (code === 'EMFILE' || code === 'ENFILE') return 'Raise the limit of open files (ulimit -n), then try again.';
  return 'Check the path, or choose another place.';
}
