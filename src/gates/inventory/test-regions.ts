import { grammarOf } from '#code/symbols/languages.ts';

/**
 * The test regions of a source file, in languages that keep them beside the code: Rust's `#[cfg(test)]` and `#[test]`.
 * Null where there is none. It only matches brackets, since what matters is that the same text gives the same region.
 */
export function testRegion(path: string, text: string): string | null {
  const regions = regionsOf(path, text);
  return regions.length === 0 ? null : regions.map(({ text: region }) => region).join('\n');
}

export interface Region {
  readonly begin: number;
  readonly end: number;
  readonly text: string;
}

export function regionsOf(path: string, text: string): Region[] {
  if (grammarOf(path) !== 'rust') return [];
  const regions: Region[] = [];
  for (let at = text.search(MARK), from = 0; at >= 0; ) {
    const begin = from + at;
    const end = endOfItem(text, begin);
    regions.push({ begin, end, text: text.slice(begin, end) });
    from = end;
    at = text.slice(from).search(MARK);
  }
  return regions;
}

const MARK =
  /^[ \t]*#!?\[\s*(cfg\s*\(\s*(?:all\s*\(\s*)?test\b|(?:\w+::)*test\b|rstest\b|test_case\b|should_panic\b|ignore\b)/m;

/** Past the attributes to the `;` or the closing bracket of their item. */
function endOfItem(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const skipped = skipQuoted(text, at);
    if (skipped > at) {
      at = skipped - 1;
      continue;
    }
    const sign = text[at];
    if (sign === '{' || sign === '(' || sign === '[') depth += 1;
    if (sign === '}' || sign === ')' || sign === ']') depth -= 1;
    if (depth < 0) return at;
    if (depth === 0 && (sign === '}' || sign === ';')) return at + 1;
  }
  return text.length;
}

const QUOTED = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|b?"(?:\\[\s\S]|[^"\\])*"|'(?:\\[^\n]+?|[^'\\\n])'/y;

function skipQuoted(text: string, at: number): number {
  QUOTED.lastIndex = at;
  const found = QUOTED.exec(text);
  return found ? at + found[0].length : at;
}
