import { spelledOut } from '#contracts/unseen-characters.ts';
import type { Diff, DiffFile } from '#contracts/workspace.ts';
import { isCode } from '#gates/is-code.ts';

/** As much as a model reads carefully. */
const MOST = 400_000;

export interface ShownDiff {
  readonly text: string;
  /** Code that is missing from it or truncated: unread code cannot have been reviewed. */
  readonly unread: readonly string[];
}

/** A diff for people and models; oversized parts are named, not hidden. */
export function diffText({ files }: Diff): ShownDiff {
  const parts: string[] = [];
  const unread: string[] = [];
  let room = MOST;
  for (const file of files.toSorted((a, b) => rank(a.path) - rank(b.path))) {
    const whole = fileText(file);
    const fits = whole.length <= room;
    parts.push(fits ? whole : `${whole.slice(0, Math.max(room, 200))}\n… ${whole.length} characters, not all shown`);
    if (isCode(file.path) && file.status !== 'deleted' && (!fits || file.truncated)) unread.push(file.path);
    room -= whole.length;
  }
  return { text: parts.join('\n\n'), unread };
}

function fileText({ path, oldPath, status, binary, hunks, truncated }: DiffFile): string {
  const head = `${status} ${oldPath === undefined ? shown(path) : `${shown(oldPath)} → ${shown(path)}`}${binary ? ' (binary)' : ''}`;
  const body = hunks.map(
    ({ oldStart, oldLines, newStart, newLines, heading, lines }) =>
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@ ${spelledOut(heading)}\n${lines.map(spelledOut).join('\n')}`,
  );
  return [head, ...body, ...(truncated ? ['… the rest of this file is too large to show'] : [])].join('\n');
}

/** A path can contain anything, even line ends. */
const shown = (path: string): string => (/^[\x20-\x7e\u00a0-\uffff]*$/.test(path) ? path : JSON.stringify(path));

/** Generated files come last, where a large change is cut off. */
const rank = (path: string): number =>
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|[^/]*[.-]lock(\.ya?ml|b)?|pnpm-lock\.yaml)$|\.(min\.\w+|map|snap|svg|csv|json)$|(^|\/)(dist|build|vendor|generated|__snapshots__)\//.test(
    path,
  )
    ? 1
    : 0;
