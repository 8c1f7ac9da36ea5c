import type { ShellParser, ShellTree } from '#code/shell-tree.ts';
import { check } from './check.ts';
import { isNotPosix } from './constructs.ts';
import type { Edit, FoundConstruct } from './found.ts';

export interface Rewrite {
  readonly text: string;
  /** What has to hold for it to do the same. */
  readonly assumes: readonly string[];
}

/** Each round takes the innermost constructs, so a nest of them needs several. */
const ROUNDS = 24;

/**
 * The same command in POSIX, or null when one construct cannot be rewritten safely. Rewriting it again changes nothing.
 */
export function rewrite(tree: ShellTree, parser: ShellParser): Rewrite | null {
  if (tree.errors.length > 0) return null;
  const assumes = new Set<string>();
  let current = tree;
  for (let round = 0; round < ROUNDS; round += 1) {
    const open = check(current).findings.filter(({ construct }) => isNotPosix(construct));
    if (open.length === 0) return { text: current.text, assumes: [...assumes] };
    const chosen = choose(open, current.text.length);
    if (chosen.length === 0) return null;
    for (const { assumes: one } of chosen) if (one !== undefined) assumes.add(one);
    current = parser.parse(
      apply(
        current.text,
        chosen.flatMap(({ edits }) => edits ?? []),
      ),
    );
    if (current.errors.length > 0) return null;
  }
  return null;
}

/** Findings whose edits touch no other finding's: the smallest first. */
function choose(open: readonly FoundConstruct[], length: number): readonly FoundConstruct[] {
  const able = open.filter(({ edits }) => edits !== undefined && edits.length > 0);
  const bySize = able.toSorted((a, b) => a.end - a.start - (b.end - b.start) || b.start - a.start);
  const taken = new Uint8Array(length + 1);
  return bySize.filter((one) => {
    const { start, end } = span(one);
    if (taken.subarray(start, end + 1).includes(1)) return false;
    taken.fill(1, start, end + 1);
    return true;
  });
}

/** From the first to the last place a finding changes, and the finding itself. */
function span({ start, end, edits = [] }: FoundConstruct): { start: number; end: number } {
  return {
    start: Math.min(start, ...edits.map((edit) => edit.start)),
    end: Math.max(end, ...edits.map((edit) => edit.end)),
  };
}

/** Of two edits at one place the later one comes behind the earlier. */
export function apply(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return parts.join('') + text.slice(at);
}
