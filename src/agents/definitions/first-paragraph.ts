/** Pure. The beginning of a text, in place of a missing description: the first lines that are no heading. */
export function firstParagraph(body: string): string {
  const paragraph = body
    .split(/\n\s*\n/)
    .map((part) =>
      part
        .split('\n')
        .filter((line) => !/^\s*(#|```|<!--)/.test(line))
        .join(' ')
        .trim(),
    )
    .find((part) => part !== '');
  return paragraph ?? '';
}
