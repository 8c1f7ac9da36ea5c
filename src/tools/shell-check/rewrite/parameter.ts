/** The parts of `${…}`. */
export interface ShellParameter {
  readonly prefix: '' | '#' | '!';
  readonly name: string;
  /** What follows the name: an operator and its operands. */
  readonly rest: string;
}

export interface Rewritten {
  readonly text: string;
  readonly assumes?: string;
}

export const ONE_LINE = 'the value is one line of plain ASCII';

export function readParameter(text: string): ShellParameter | null {
  const match = /^\$\{([#!]?)([A-Za-z_]\w*|\d+|[@*#?$!-])([\s\S]*?)\}?$/.exec(text);
  const [, prefix, name, rest] = match ?? [];
  if (name === undefined || rest === undefined) return null;
  return { prefix: prefix === '#' || prefix === '!' ? prefix : '', name, rest };
}

/** `${x:1:2}` with numbers written out. */
export function substring({ name, rest }: ShellParameter): Rewritten | null {
  const [, offset, length] = /^:\s*(-?\d{1,4})\s*(?::\s*(-?\d{1,4})\s*)?$/.exec(rest) ?? [];
  if (offset === undefined || !/^(?:[A-Za-z_]\w*|\d+)$/.test(name)) return null;
  const from = Number(offset);
  const count = length === undefined ? null : Number(length);
  const marks = (n: number): string => '?'.repeat(Math.abs(n));
  if (from < 0) {
    if (count !== null || from < -MARKS || rest[1] === '-') return null;
    return { text: `\${${name}#"\${${name}%${marks(from)}}"}`, assumes: ONE_LINE };
  }
  if (from === 0 && count !== null && count < 0 && count >= -MARKS) {
    return { text: `\${${name}%${marks(count)}}`, assumes: `${ONE_LINE}, ${-count} or more characters long` };
  }
  if (count !== null && count < 1) return null;
  if (from === 0 && count === 1) return { text: `\${${name}%"\${${name}#?}"}`, assumes: ONE_LINE };
  if (from === 0 && count === null) return null;
  if (from === 1 && count === null) return { text: `\${${name}#?}`, assumes: ONE_LINE };
  return { text: piped(name, `cut -c ${from + 1}-${count === null ? '' : from + count}`), assumes: ONE_LINE };
}

const MARKS = 16;

/** `${x//old/new}` where both are written out. */
export function substitute({ name, rest }: ShellParameter): Rewritten | null {
  const [, operator, source, to = ''] = /^(\/[/#%]?)((?:\\[\s\S]|[^/\\])+)(?:\/([\s\S]*))?$/.exec(rest) ?? [];
  if (operator === undefined || source === undefined || !/^[A-Za-z_]\w*$/.test(name)) return null;
  if (/["'`$&\\\n]/.test(to) || /["'`$\n]/.test(source) || /^\*+$/.test(source)) return null;
  const pattern = toRegex(source);
  if (pattern === null) return null;
  const anchored = operator === '/#' ? `^${pattern}` : operator === '/%' ? `${pattern}$` : pattern;
  const sed = `s/${anchored}/${to.replaceAll('/', '\\/')}/${operator === '//' ? 'g' : ''}`;
  return { text: piped(name, `sed '${sed}'`), assumes: ONE_LINE };
}

/** `${x^^}` and `${x,,}` without a pattern. */
export function changeCase({ name, rest }: ShellParameter): Rewritten | null {
  if ((rest !== '^^' && rest !== ',,') || !/^(?:[A-Za-z_]\w*|\d+)$/.test(name)) return null;
  const [from, to] = rest === '^^' ? ['lower', 'upper'] : ['upper', 'lower'];
  return { text: piped(name, `tr '[:${from}:]' '[:${to}:]'`), assumes: ONE_LINE };
}

const piped = (name: string, filter: string): string => `$(printf '%s\\n' "\${${name}}" | ${filter})`;

/** A shell pattern as a basic regular expression between slashes. */
function toRegex(pattern: string): string | null {
  if (/[?*+@!]\(/.test(pattern)) return null;
  const parts: string[] = [];
  const piece = /\\([\s\S])|\[!?\]?[^\]/\\]*\]|[\s\S]/gy;
  for (const [text, escaped] of pattern.matchAll(piece)) {
    if (escaped !== undefined) parts.push(literal(escaped));
    else if (text === '*') parts.push('.*');
    else if (text === '?') parts.push('.');
    else if (text.length > 1) parts.push(text.replace(/^\[!/, '[^'));
    else if (text === '[') return null;
    else parts.push(literal(text));
  }
  return parts.join('');
}

const literal = (char: string): string => (/[.[\]*^$\\/]/.test(char) ? `\\${char}` : char);
