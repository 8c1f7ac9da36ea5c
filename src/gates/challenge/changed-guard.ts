/**
 * Whether a check is one that main had, reworded: a removed line begins the same way and shares most of its words. If
 * no test notices the removal of such a check, that was so before, and a reviewer weighs it; a new check has to be
 * noticed by a test. Pure.
 */
export function wasGuarded(check: string, before: string, after: string): boolean {
  const kept = new Set(linesOf(after));
  const wanted = wordsOf(check);
  return linesOf(before).some((line) => {
    if (kept.has(line)) return false;
    const words = wordsOf(line);
    if (words[0] === undefined || words[0] !== wanted[0]) return false;
    const shared = words.filter((word) => wanted.includes(word)).length;
    return shared * 2 > Math.max(words.length, Math.min(wanted.length, words.length * 2));
  });
}

const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trim());

const wordsOf = (text: string): string[] => (text.split('\n')[0] ?? '').match(/[\p{L}\p{N}_$]+/gu) ?? [];
