/** A complete call in a test: its receiver before it, and what is done with its answer behind it. */
export interface WrittenCall {
  readonly name: string;
  readonly text: string;
}

const MOST = 12;
const MOST_LENGTH = 300;

/**
 * Calls in a test file made of literals and of names that the file itself defines, so that they can be repeated
 * anywhere in it: `off(10)(1000)`, `1000i64.off(10)`, `discounted!(1000, 10)`. Pure.
 */
export function writtenCalls(text: string, name: string): WrittenCall[] {
  const code = withoutComments(text);
  const found = new Set<string>();
  const called = new RegExp(String.raw`(?<![\w"])${name}\s*!?\s*(?:::<[^<>]*>)?\s*\(`, 'g');
  for (const match of code.matchAll(called)) {
    const begin = beginOf(code, match.index);
    const end = endOf(code, match.index + match[0].length - 1);
    const call = end === null ? '' : code.slice(begin, end).trim();
    if (isDeclaration(code, begin) || call === '' || call.length > MOST_LENGTH || !isClosed(call)) continue;
    found.add(call.replaceAll(SUFFIXED, '($1 as $2)'));
    if (found.size >= MOST) break;
  }
  return [...found].map((each) => ({ name, text: each }));
}

/** `1000i64`: a number with its type. */
const SUFFIXED = /(?<![\w.])(\d+(?:\.\d+)?)_?([iu](?:8|16|32|64|128|size)|f32|f64)(?!\w)/g;

const withoutComments = (text: string): string => text.replaceAll(/^\s*\/\/.*$/gm, '');

const isDeclaration = (code: string, begin: number): boolean =>
  /\b(fn|func|macro_rules!|def)\s*(\([^()]*\)\s*)?$/.test(code.slice(Math.max(0, begin - 80), begin));

/** Backwards over a path or the receiver. */
function beginOf(code: string, at: number): number {
  let begin = at;
  for (;;) {
    const before = code.slice(0, begin);
    const [part = ''] = /(?:[A-Za-z_]\w*::|[A-Za-z_]\w*\.|(?<![\w.])\d+(?:\.\d+)?\w*\.)$/.exec(before) ?? [];
    if (part !== '') {
      begin -= part.length;
      continue;
    }
    if (!before.endsWith(').')) return begin;
    const open = openOf(before, begin - 2);
    if (open === null) return begin;
    begin = open;
    const [word = ''] = /[A-Za-z_]\w*$/.exec(code.slice(0, begin)) ?? [];
    begin -= word.length;
  }
}

/** The bracket that opens what is closed here. */
function openOf(code: string, close: number): number | null {
  let depth = 0;
  for (let at = close; at >= 0; at -= 1) {
    if (code[at] === ')') depth += 1;
    if (code[at] === '(') depth -= 1;
    if (depth === 0) return at;
  }
  return null;
}

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Behind its brackets, and the calls on its return value. */
function endOf(code: string, open: number): number | null {
  let end = closeOf(code, open);
  for (;;) {
    if (end === null) return null;
    const [next = ''] = /^(?:\.[A-Za-z_]\w*(?:::<[^<>]*>)?)?[([]|^\.[A-Za-z_]\w*|^\?/.exec(code.slice(end)) ?? [];
    if (next === '') return end;
    end = /[([]$/.test(next) ? closeOf(code, end + next.length - 1) : end + next.length;
  }
}

function closeOf(code: string, open: number): number | null {
  const waiting: string[] = [];
  for (let at = open; at < code.length; at += 1) {
    const char = code[at] ?? '';
    if (char === '"') {
      const [text] = /^"(?:[^"\\]|\\.)*"/.exec(code.slice(at)) ?? [];
      if (text === undefined) return null;
      at += text.length - 1;
    } else if (PAIRS[char] !== undefined) waiting.push(PAIRS[char] ?? '');
    else if (/[)\]}]/.test(char) && waiting.pop() !== char) return null;
    if (waiting.length === 0) return at + 1;
  }
  return null;
}

const WORDS =
  /^(true|false|nil|None|as|mut|move|func|string|int\d*|uint\d*|float\d*|byte|bool|rune|error|interface|[iu](8|16|32|64|128|size)|f32|f64|str|char|_)$/;

/** It contains no variable of the test. */
function isClosed(call: string): boolean {
  const code = call.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)'/g, '""');
  return [...code.matchAll(/(?<![\w.:])[A-Za-z_]\w*(?!\w)(?!\s*(?:\(|!|::|\{|\.\w+\s*\())/g)].every(
    ([word]) => WORDS.test(word) || /^[A-Z]/.test(word),
  );
}
