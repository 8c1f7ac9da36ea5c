import type { Hunk } from '#contracts/workspace.ts';

/**
 * The hunks of each `diff --git` block, in order. In a block every line of a file has a mark before it, so file content
 * cannot fake a header.
 */
export function parsePatch(text: string, bytesPerFile: number): { hunks: Hunk[]; truncated: boolean }[] {
  const blocks: { hunks: Hunk[]; truncated: boolean }[] = [];
  let room = 0;
  for (const line of text.split('\n')) {
    const block = blocks.at(-1);
    if (line.startsWith('diff --git ')) {
      blocks.push({ hunks: [], truncated: false });
      room = bytesPerFile;
      continue;
    }
    if (!block || block.truncated) continue;
    const hunk = startOfHunk(line);
    if (!hunk && !(MARKS.has(line[0] ?? '') && block.hunks.length > 0)) continue;
    room -= line.length + 1;
    if (room < 0) block.truncated = true;
    else if (hunk) block.hunks.push(hunk);
    else block.hunks.at(-1)?.lines.push(line);
  }
  return blocks;
}

const MARKS = new Set([' ', '+', '-', '\\']);

function startOfHunk(line: string): Hunk | null {
  const [, oldStart, oldLines, newStart, newLines, heading] =
    /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/.exec(line) ?? [];
  if (oldStart === undefined || newStart === undefined) return null;
  return {
    oldStart: Number(oldStart),
    oldLines: Number(oldLines ?? 1),
    newStart: Number(newStart),
    newLines: Number(newLines ?? 1),
    heading: heading ?? '',
    lines: [],
  };
}
