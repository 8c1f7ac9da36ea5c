import type { Refusal } from '#contracts/gate.ts';
import { unseenIn } from '#contracts/unseen-characters.ts';
import type { DiffFile } from '#contracts/workspace.ts';
import { isCode } from '../is-code.ts';

/**
 * Code that git does not diff line by line, so no check of added lines, no mutant and no reviewer would see it. One NUL
 * byte in a comment is enough, or a file of many megabytes.
 */
export function hiddenCode(file: DiffFile): Refusal[] {
  const { path, status, binary, truncated } = file;
  if (status === 'deleted') return [];
  if (!isCode(path)) return unseenName(file);
  if (!(binary || truncated)) return [...unseenName(file), ...unseenLines(file)];
  const why = binary
    ? 'holds bytes of zero, so that git takes it for binary'
    : 'is too large to be looked at line by line';
  const next = binary
    ? 'Write it as plain text (`\\0` in a text, not the byte).'
    : 'Split it, or leave out what is made by tools.';
  return [{ code: 'CODE_HIDDEN', message: `${path} ${why}, so a reviewer cannot see what it does`, next, file: path }];
}

/** If a file is new or renamed, its name is checked like its lines. */
function unseenName({ path, status }: DiffFile): Refusal[] {
  const [seen] = status === 'modified' ? [] : unseenIn(path);
  if (!seen) return [];
  const message = `the name ${JSON.stringify(path)} contains a character that ${seen.what}: ${seen.text}`;
  return [{ code: 'CODE_HIDDEN', message, next: 'Use a name with plain characters.', file: path }];
}

function unseenLines({ path, hunks }: DiffFile): Refusal[] {
  return hunks.flatMap(({ newStart, lines }) => {
    let line = newStart - 1;
    return lines.flatMap((text) => {
      if (!text.startsWith('-') && !text.startsWith('\\')) line++;
      const [seen] = text.startsWith('+') ? unseenIn(text.slice(1)) : [];
      if (!seen) return [];
      const message = `${path}:${line}: a character ${seen.what}: ${seen.text}; the code does not do what it seems to do`;
      const next = 'Use plain letters in code, and write such characters in strings as escapes (`\\u200b`).';
      return [{ code: 'CODE_HIDDEN', message, next, file: path, line }];
    });
  });
}
