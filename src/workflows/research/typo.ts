/**
 * Pure. Whether a word is a typo of another: two letters swapped, one left out, or one typed more than once. A wrong
 * letter does not count, since that turns "leave" into "lease".
 */
export const isTypoOf = (typed: string, meant: string): boolean =>
  typed !== meant &&
  /^\p{L}+$/u.test(typed) &&
  (isHeldDown(typed, meant) ||
    (meant.length >= 4 && isSwapped(typed, meant)) ||
    (meant.length >= 5 && isShort(typed, meant)));

/** "yesss", "stoop" for "stop": only letters that are there. */
const isHeldDown = (typed: string, meant: string): boolean => {
  if (typed.length <= meant.length || typed[0] !== meant[0]) return false;
  const runs = (word: string): string => word.replace(/(.)\1+/gu, '$1');
  return runs(typed) === runs(meant);
};

function isSwapped(typed: string, meant: string): boolean {
  if (typed.length !== meant.length) return false;
  const apart = [...typed].flatMap((letter, at) => (letter === meant[at] ? [] : [at]));
  const [first = 0, second = 0] = apart;
  return apart.length === 2 && second === first + 1 && typed[first] === meant[second] && typed[second] === meant[first];
}

/** One letter left out, but not the first one, which identifies the word. */
function isShort(typed: string, meant: string): boolean {
  if (typed.length !== meant.length - 1 || typed[0] !== meant[0]) return false;
  return [...meant].some((_, at) => at > 0 && meant.slice(0, at) + meant.slice(at + 1) === typed);
}
