/**
 * Positions at which the beginning of a line-oriented document may be cut: before an unindented line, latest first,
 * then before the least indented lines. Few, since each costs a parse.
 */
export function cutPoints(text: string, most = 6): number[] {
  const byIndent = new Map<number, number[]>();
  let at = text.indexOf('\n') + 1;
  while (at > 0 && at < text.length) {
    const indent = indentAt(text, at);
    if (indent !== undefined) {
      const points = byIndent.get(indent) ?? [];
      if (points.push(at) > most) points.shift();
      byIndent.set(indent, points);
    }
    at = text.indexOf('\n', at) + 1;
  }
  const levels = [...byIndent.keys()].sort((a, b) => a - b).slice(0, 3);
  const points = levels.flatMap((level) => (byIndent.get(level) ?? []).toReversed());
  // A cut that leaves almost nothing is worse than one inside the last element.
  const useful = points.filter((point) => point * 4 > text.length);
  return [...useful, ...points.filter((point) => !useful.includes(point))].slice(0, most);
}

/** Undefined for a line that holds nothing, a comment or the end of something. */
function indentAt(text: string, at: number): number | undefined {
  let indent = 0;
  while (text[at + indent] === ' ') indent += 1;
  const first = text[at + indent];
  return first === undefined || '\r\n#]}"\'\t'.includes(first) ? undefined : indent;
}
