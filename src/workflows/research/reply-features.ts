import { kindsIn, plainReply } from './reply-meaning.ts';

/** The number of weights for each attitude. Two features may share a place. */
export const FEATURE_PLACES = 16384;

/**
 * Pure. Features of a reply in any language: its words, pairs of words, runs of letters, the kinds of its known words, its
 * length. Each is the place of its weight.
 */
export function replyFeatures(text: string): readonly number[] {
  const said = plainReply(text).replace(/\s*\?\s*/g, ' ? ');
  const words = said.split(/\s+/).filter((word) => word !== '');
  const found = new Set<number>();
  const add = (feature: string): void => void found.add(placeOf(feature));
  words.forEach((word, at) => {
    add(`w ${word}`);
    add(`b ${words[at - 1] ?? '^'} ${word}`);
  });
  add(`b ${words.at(-1) ?? '^'} $`);
  for (const gram of gramsOf(` ${words.filter((word) => word !== ',').join(' ')} `)) add(`g ${gram}`);
  const kinds = kindsIn(said.replace(/\?/g, ' '));
  kinds.forEach((kind, at) => {
    add(`k ${kind}`);
    add(`k ${kinds[at - 1] ?? '^'} ${kind}`);
    if (at > 1) add(`k ${kinds[at - 2]} ${kinds[at - 1]} ${kind}`);
  });
  const unknown = kinds.filter((kind) => kind === 'word').length;
  add(`u ${Math.min(unknown, 6)}`);
  add(`n ${Math.min(words.length, 10)}`);
  add(`q ${said.includes('?')}`);
  return [...found];
}

/** Shorter runs in scripts in which a letter is a syllable or a word. */
const gramsOf = (text: string): string[] => {
  const lengths = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(text) ? [1, 2, 3] : [3, 4, 5];
  const letters = [...text];
  return lengths.flatMap((length) =>
    Array.from({ length: Math.max(0, letters.length - length + 1) }, (_, at) =>
      letters.slice(at, at + length).join(''),
    ),
  );
};

/** FNV-1a. */
function placeOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193) >>> 0;
  return (hash ^ (hash >>> 15)) % FEATURE_PLACES;
}
