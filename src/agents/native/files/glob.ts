/**
 * Whether a path matches a glob in `.gitignore` syntax. Not by a regular expression: a pattern with many stars could
 * take years, and patterns come from models and from unknown repositories.
 */
export function globOf(pattern: string): (path: string) => boolean {
  const alternatives = expandBraces(pattern).map((each) => each.split('/').map(partOf));
  return (path) => {
    const names = path.split('/');
    return alternatives.some((parts) => fits(parts, names, isAnyDepth, (part, name) => fitsName(part, name)));
  };
}

type Token = { readonly kind: 'star' } | { readonly kind: 'one'; readonly fits: (char: string) => boolean };
type Part = readonly Token[] | '**';

const partOf = (text: string): Part => (text === '**' ? '**' : tokensOf(text));
const isAnyDepth = (part: Part): boolean => part === '**';
const isStar = (token: Token): boolean => token.kind === 'star';

const fitsName = (part: Part, name: string): boolean =>
  part !== '**' && fits(part, [...name], isStar, (token, char) => token.kind === 'one' && token.fits(char));

/** Backtracks only to the last wildcard, which is enough: the time is at most the product of the lengths. */
function fits<P, I>(
  pattern: readonly P[],
  items: readonly I[],
  isWild: (part: P) => boolean,
  matches: (part: P, item: I) => boolean,
): boolean {
  let [at, item] = [0, 0];
  let [wild, resume] = [-1, 0];
  while (item < items.length) {
    const part = pattern[at];
    const each = items[item];
    if (part !== undefined && isWild(part)) {
      wild = at;
      resume = item;
      at += 1;
    } else if (part !== undefined && each !== undefined && matches(part, each)) {
      at += 1;
      item += 1;
    } else if (wild >= 0) {
      resume += 1;
      item = resume;
      at = wild + 1;
    } else return false;
  }
  return pattern.slice(at).every(isWild);
}

const TOKENS = /\*+|\?|\[[!^]?\]?[^\]]*\]|\\?[\s\S]/gu;

const tokensOf = (text: string): Token[] =>
  Array.from(text.matchAll(TOKENS), ([token]): Token => {
    if (token.startsWith('*')) return { kind: 'star' };
    if (token === '?') return { kind: 'one', fits: () => true };
    if (token.length > 2 && token.startsWith('[')) return { kind: 'one', fits: setOf(token.slice(1, -1)) };
    const literal = token.startsWith('\\') && token.length > 1 ? token.slice(1) : token;
    return { kind: 'one', fits: (char) => char === literal };
  });

function setOf(inside: string): (char: string) => boolean {
  const negated = /^[!^]/.test(inside);
  const members = [...inside.slice(negated ? 1 : 0).matchAll(/([\s\S])-([\s\S])|([\s\S])/gu)];
  const has = (char: string): boolean =>
    members.some(([, low, high, one]) =>
      low !== undefined && high !== undefined ? low <= char && char <= high : char === one,
    );
  return (char) => has(char) !== negated;
}

const MOST_ALTERNATIVES = 64;

/** `*.{ts,tsx}` as two patterns; an expansion that would be too large is left unexpanded. */
function expandBraces(pattern: string): string[] {
  let made = [pattern];
  for (;;) {
    const next = made.flatMap((each) => {
      const [whole, inside] = /\{([^{}]*,[^{}]*)\}/.exec(each) ?? [];
      if (whole === undefined || inside === undefined) return [each];
      return inside.split(',').map((choice) => each.replace(whole, () => choice));
    });
    if (next.length === made.length || next.length > MOST_ALTERNATIVES) return made;
    made = next;
  }
}
