import { denials } from './claim-words.ts';
import { plainText, stemsOf } from './sentences.ts';

/** What a sentence says follows from what. */
interface Cause {
  /** "because" says what is the case, "so that" what is wanted: one cannot be held against the other. */
  readonly kind: 'reason' | 'purpose';
  readonly cause: ReadonlySet<string>;
  readonly effect: ReadonlySet<string>;
}

/** A cause and its effect changed places: "B because A" for "A because B". Null where they did not, or none is named. */
export function causeTurned(claim: string, sentence: string): string | null {
  const [own, theirs] = [causeOf(claim), causeOf(sentence)];
  if (own !== null && theirs !== null && own.kind === theirs.kind) {
    const [straight, turned] = [
      Math.min(share(own.cause, theirs.cause), share(own.effect, theirs.effect)),
      Math.min(share(own.cause, theirs.effect), share(own.effect, theirs.cause)),
    ];
    if (turned >= LEAST && turned > straight) return 'its cause and its effect are the other way round there';
  }
  return causeExcepted(own, sentence);
}

/** So much of both has to be found for the sides to be known. */
const LEAST = 0.5;

/** "because it is given" for "unless it is given". */
function causeExcepted(own: Cause | null, sentence: string): string | null {
  const [, excepted] = plainText(sentence).match(/\bunless\s+([^,;.]+)/i) ?? [];
  if (own === null || own.kind === 'purpose' || excepted === undefined) return null;
  const isIt = share(own.cause, new Set(stemsOf(excepted))) > 0.7;
  return isIt && denials([...own.cause].join(' ')) === denials(excepted) ? `it says "unless ${excepted.trim()}"` : null;
}

function causeOf(text: string): Cause | null {
  const plain = plainText(text).replace(/[.\s]+$/, '');
  for (const { kind, pattern } of FORMS) {
    const { cause, effect } = pattern.exec(plain)?.groups ?? {};
    if (cause === undefined || effect === undefined) continue;
    const sides = { cause: new Set(stemsOf(cause)), effect: new Set(stemsOf(effect)) };
    if (sides.cause.size > 0 && sides.effect.size > 0) return { kind, ...sides };
  }
  return null;
}

const FORMS: readonly { readonly kind: Cause['kind']; readonly pattern: RegExp }[] = [
  { kind: 'purpose', pattern: /^(?<cause>.+?),?\s(?:so that|in order that)\s(?<effect>.+)$/i },
  { kind: 'reason', pattern: /^(?:because(?! of)|since|as)\s(?<cause>[^,]+),\s(?<effect>.+)$/i },
  { kind: 'reason', pattern: /^(?<effect>.+?),?\sbecause(?! of)\s(?<cause>.+)$/i },
  { kind: 'reason', pattern: /^(?<effect>.+?),\ssince\s(?<cause>.+)$/i },
  {
    kind: 'reason',
    pattern: /^(?<cause>.+?)(?:,\s(?:which is why|so|and therefore|and so)|;\s*(?:therefore|hence),?)\s(?<effect>.+)$/i,
  },
];

/** How many of these words are among those. */
const share = (words: ReadonlySet<string>, there: ReadonlySet<string>): number =>
  words.size === 0 ? 0 : [...words].filter((word) => there.has(word)).length / words.size;
