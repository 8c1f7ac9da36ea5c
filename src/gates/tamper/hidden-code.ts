import type { Refusal } from '#contracts/gate.ts';
import type { DiffFile } from '#contracts/workspace.ts';
import { isCode } from '../is-code.ts';

/**
 * Code that git does not tell line by line: no check of added lines, no mutant and no reviewer would see it. One byte of
 * zero in a comment is enough for that, or a file of many megabytes.
 */
export function hiddenCode({ path, status, binary, truncated }: DiffFile): Refusal[] {
  if (status === 'deleted' || !isCode(path) || !(binary || truncated)) return [];
  const why = binary
    ? 'holds bytes of zero, so that git takes it for binary'
    : 'is too large to be looked at line by line';
  const next = binary
    ? 'Write it as plain text (`\\0` in a text, not the byte).'
    : 'Split it, or leave out what is made by tools.';
  return [{ code: 'CODE_HIDDEN', message: `${path} ${why}: nobody could see what it does`, next, file: path }];
}
