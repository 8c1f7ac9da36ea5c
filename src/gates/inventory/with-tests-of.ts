import { type Region, regionsOf, testRegion } from './test-regions.ts';

/**
 * A source file with its own code and the tests of another version: the file of a RED step in languages that keep tests
 * in source files. A test region replaces its earlier version; a new one follows the region before it. Null if the other
 * version has no tests in it, or if they could not be copied word for word.
 */
export function withTestsOf(path: string, code: string, tests: string): string | null {
  const theirs = regionsOf(path, tests);
  if (theirs.length === 0) return null;
  const ours = regionsOf(path, code);
  const text = joined(code, ours, theirs);
  return testRegion(path, text) === testRegion(path, tests) ? text : null;
}

function joined(code: string, ours: readonly Region[], theirs: readonly Region[]): string {
  const heirs = paired(ours, theirs);
  const firstPaired = theirs.findIndex((region) => heirs.some((heir) => heir === region));
  // New regions that come before the first existing one are put before it.
  const leading = firstPaired < 0 ? [] : theirs.slice(0, firstPaired);
  const pieces: string[] = [];
  let from = 0;
  let next = firstPaired;
  for (const [index, { begin, end }] of ours.entries()) {
    const heir = heirs[index];
    pieces.push(code.slice(from, begin));
    from = end;
    if (heir === undefined) continue;
    const upTo = theirs.findIndex((region, at) => at > next && heirs.includes(region));
    const followed = theirs.slice(next, upTo < 0 ? undefined : upTo);
    const before = next === firstPaired ? leading : [];
    pieces.push([...before, ...followed].map(({ text }) => text).join('\n\n'));
    next = upTo;
  }
  const rest = code.slice(from);
  if (firstPaired >= 0) return pieces.join('') + rest;
  const all = theirs.map(({ text }) => text).join('\n\n');
  return `${(pieces.join('') + rest).trimEnd()}\n\n${all}\n`;
}

/** The new version of each region: for the same item, in the same order. */
function paired(ours: readonly Region[], theirs: readonly Region[]): (Region | undefined)[] {
  let from = 0;
  return ours.map((region) => {
    const item = itemOf(region);
    const at = theirs.findIndex((each, index) => index >= from && itemOf(each) === item);
    if (at < 0) return undefined;
    from = at + 1;
    return theirs[at];
  });
}

/** The declaration: `mod tests`, `fn parses`. Attributes and bodies may differ. */
const itemOf = ({ text }: Region): string =>
  text
    .replace(/^(?:\s*#!?\[[^\n]*\]\s*\n|\s*\/\/[^\n]*\n)+/, '')
    .replace(/\s*[({;=][\s\S]*$/, '')
    .trim();
