import { unseenIn } from '#contracts/unseen-characters.ts';

/** Character references, which a page shows as another letter than we compared: `n&omicron;t`. */
const ENTITY = /&(?:#\d+|#x[\da-f]+|[a-z]\w+);/gi;

/** Pure. Letters that a reader sees differently from the text that we compared: invisible ones and lookalikes. Null if there are none. */
export function disguised(claim: string, source: string): string | null {
  const known = new Set(unseenIn(source).map(({ text }) => text));
  const unseen = unseenIn(claim).find(({ text }) => !known.has(text));
  if (unseen !== undefined) return `a character of it ${unseen.what}: ${unseen.text}`;
  const entity = (claim.match(ENTITY) ?? []).find((each) => !source.includes(each));
  return entity === undefined ? null : `it is not written as it is shown: ${entity}`;
}
