import { unseenIn } from '#contracts/unseen-characters.ts';

/** How a page shows another letter than the one that was compared: `n&omicron;t`. */
const ENTITY = /&(?:#\d+|#x[\da-f]+|[a-z]\w+);/gi;

/** Pure. What a claim shows a reader that is not what was compared: letters that cannot be seen or look like others; null where nothing does. */
export function disguised(claim: string, source: string): string | null {
  const known = new Set(unseenIn(source).map(({ text }) => text));
  const unseen = unseenIn(claim).find(({ text }) => !known.has(text));
  if (unseen !== undefined) return `a character of it ${unseen.what}: ${unseen.text}`;
  const entity = (claim.match(ENTITY) ?? []).find((each) => !source.includes(each));
  return entity === undefined ? null : `it is not written as it is shown: ${entity}`;
}
