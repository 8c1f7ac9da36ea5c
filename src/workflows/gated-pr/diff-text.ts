import type { Diff } from '#contracts/workspace.ts';

const MOST = 200_000;

/** A diff as people and models read it; what was too large is said, not hidden. */
export function diffText({ files }: Diff): string {
  const text = files
    .map(({ path, oldPath, status, binary, hunks, truncated }) => {
      const head = `${status} ${oldPath === undefined ? path : `${oldPath} → ${path}`}${binary ? ' (binary)' : ''}`;
      const body = hunks.map(
        ({ oldStart, oldLines, newStart, newLines, heading, lines }) =>
          `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@ ${heading}\n${lines.join('\n')}`,
      );
      return [head, ...body, ...(truncated ? ['… the rest of this file is too large to show'] : [])].join('\n');
    })
    .join('\n\n');
  return text.length > MOST ? `${text.slice(0, MOST)}\n… ${text.length - MOST} more characters are not shown` : text;
}
