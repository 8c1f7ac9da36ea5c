import type { Diff } from '#contracts/workspace.ts';

const MOST = 200_000;

/** A diff as people and models read it; what was too large is said, not hidden. */
export function diffText({ files }: Diff): string {
  const text = files
    .toSorted((a, b) => rank(a.path) - rank(b.path))
    .map(({ path, oldPath, status, binary, hunks, truncated }) => {
      const head = `${status} ${oldPath === undefined ? shown(path) : `${shown(oldPath)} → ${shown(path)}`}${binary ? ' (binary)' : ''}`;
      const body = hunks.map(
        ({ oldStart, oldLines, newStart, newLines, heading, lines }) =>
          `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@ ${heading}\n${lines.join('\n')}`,
      );
      return [head, ...body, ...(truncated ? ['… the rest of this file is too large to show'] : [])].join('\n');
    })
    .join('\n\n');
  return text.length > MOST ? `${text.slice(0, MOST)}\n… ${text.length - MOST} more characters are not shown` : text;
}

/** A path can hold anything, line ends too. */
const shown = (path: string): string => (/^[\x20-\x7e\u00a0-\uffff]*$/.test(path) ? path : JSON.stringify(path));

/** What is made by tools comes last, where a large change is cut off. */
const rank = (path: string): number =>
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|[^/]*[.-]lock(\.ya?ml|b)?|pnpm-lock\.yaml)$|\.(min\.\w+|map|snap|svg|csv|json)$|(^|\/)(dist|build|vendor|generated|__snapshots__)\//.test(
    path,
  )
    ? 1
    : 0;
