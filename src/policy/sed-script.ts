/** sed commands that only process text: no `w`, `r`, `e`, and no `W`, `R`, `F`. */
const SIMPLE = 'pdqQ=nNhHgGxDPlzbt';

/** A sed script that can only print: every command in it is known to read and write nothing else. */
export function isPrintingSed(script: string): boolean {
  let at = 0;
  const peek = (): string => script[at] ?? '';
  const skip = (pattern: RegExp): void => {
    while (at < script.length && pattern.test(peek())) at += 1;
  };
  /** Skips text up to its delimiter; false when it does not end, or sed implementations disagree about where. */
  const section = (delimiter: string): boolean => {
    for (; at < script.length; at += 1) {
      if (peek() === '\\') at += 1;
      else if (peek() === '[') {
        const end = script.indexOf(']', at + 2);
        if (end < 0 || script.slice(at, end).includes(delimiter)) return false;
        at = end;
      } else if (peek() === delimiter) {
        at += 1;
        return true;
      }
    }
    return false;
  };
  const address = (): boolean => {
    skip(/\s/);
    if (/[\d$+~]/.test(peek())) skip(/[\d$+~]/);
    else if (peek() === '/') {
      at += 1;
      if (!section('/')) return false;
      skip(/[IM]/);
    }
    return true;
  };
  const command = (): boolean => {
    const name = peek();
    at += 1;
    if (name === '{' || name === '}') return true;
    if (name === 's' || name === 'y') {
      const delimiter = peek();
      if (delimiter === '' || /[\s\\\w]/.test(delimiter)) return false;
      at += 1;
      if (!section(delimiter) || !section(delimiter)) return false;
      skip(/[gpiIM\d]/);
      return true;
    }
    if (name === '' || !SIMPLE.includes(name)) return false;
    skip(/[\d ]/);
    if ('bt'.includes(name)) skip(/\w/);
    return true;
  };
  while (at < script.length) {
    skip(/[\s;]/);
    if (at >= script.length) return true;
    if (!address()) return false;
    skip(/\s/);
    if (peek() === ',') {
      at += 1;
      if (!address()) return false;
    }
    skip(/[\s!]/);
    if (!command()) return false;
    skip(/[ \t]/);
    if (at < script.length && !/[;}\n]/.test(peek()) && script[at - 1] !== '{' && script[at - 1] !== '}') return false;
  }
  return true;
}
