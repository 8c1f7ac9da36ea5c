import { denials } from './claim-words.ts';
import { plainText, stemsOf } from './sentences.ts';

/** A cause and its effect, as a sentence states them. */
interface Cause {
  /** "because" states a fact, "so that" a purpose: they cannot be compared. */
  readonly kind: 'reason' | 'purpose';
  readonly cause: ReadonlySet<string>;
  readonly effect: ReadonlySet<string>;
}

/** A cause and its effect were swapped: "B because A" for "A because B". Null if they were not, or if none is named. */
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

/** The share of words on both sides that must match before we know which side is which. */
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
