import type { TextEdit } from '#code/mutants/mutant.ts';
import type { SyntaxNode } from '#code/parse/syntax-tree.ts';

/**
 * Edits that let a function do all that it does and then answer something else, the same for the same question; null
 * where its answer is none of the plain kinds. A test that still passes does not say what must come back. Pure.
 */
export function otherAnswers(node: SyntaxNode, grammar: string): TextEdit[] | null {
  if (grammar === 'go') return otherInGo(node);
  return grammar === 'rust' ? otherInRust(node) : null;
}

const at = (start: number, replacement: string, end = start): TextEdit => ({ start, end, replacement });

/** Results get names, and are changed as the function is left. */
function otherInGo(node: SyntaxNode): TextEdit[] | null {
  const [result, body] = [node.child('result'), node.child('body')];
  if (!result || !body) return null;
  const named = result.text.startsWith('(') ? listed(result.text.slice(1, -1)) : [{ name: null, type: result.text }];
  if (!named) return null;
  const all = named.map(({ name, type }, n) => ({ name: name ?? `assayAnswer${n}`, type }));
  const changes = all.flatMap(({ name, type }) => {
    const other = name === '_' ? null : goOther(name, type);
    return other === null ? [] : [other];
  });
  if (changes.length === 0) return null;
  return [
    at(result.start, `(${all.map(({ name, type }) => `${name} ${type}`).join(', ')})`, result.end),
    at(body.start + 1, ` defer func() { ${changes.join('; ')} }(); `),
  ];
}

/** `a, b int, err error` or `int, error`; null where it is more than that. */
function listed(text: string): { name: string | null; type: string }[] | null {
  const parts = text.split(',').map((part) => part.trim());
  if (/[(){}[\]]|\bfunc\b/.test(text) || parts.some((part) => part === '')) return null;
  const words = parts.map((part) => part.split(/\s+/));
  if (words.every(({ length }) => length === 1)) return parts.map((type) => ({ name: null, type }));
  const found: { name: string; type: string }[] = [];
  let type = '';
  for (const [name = '', own] of words.toReversed()) {
    type = own ?? type;
    found.unshift({ name, type });
  }
  return found;
}

/** Of the same sign and form, so that only a test notices which says what must come back. */
function goOther(name: string, type: string): string | null {
  const away = (by: string): string =>
    `if ${name} < 0 { ${name} += ${name}/2 - ${by} } else { ${name} += ${name}/2 + ${by} }`;
  if (/^(int(8|16|32|64)?|rune)$/.test(type)) return away('7');
  if (/^(u?int(ptr|8|16|32|64)?|byte)$/.test(type)) return `${name} += ${name}/2 + 7`;
  if (/^float(32|64)$/.test(type)) return away('7.5');
  if (type === 'string') return `${name} = ${GO_TEXT}(${name})`;
  return type === 'bool' ? `${name} = !${name}` : null;
}

/** As many letters and digits, in the same places. */
const GO_TEXT = `func(text string) string {
  other := []byte(text)
  for at, each := range other {
    switch {
    case each >= 'a' && each <= 'z': other[at] = 'a' + (each-'a'+3)%26
    case each >= 'A' && each <= 'Z': other[at] = 'A' + (each-'A'+3)%26
    case each >= '0' && each <= '9': other[at] = '0' + (each-'0'+3)%10
    }
  }
  if string(other) == text { return text + "~" }
  return string(other)
}`;

/** The body becomes a function of its own, of whose answer another is made. */
function otherInRust(node: SyntaxNode): TextEdit[] | null {
  const [result, body] = [node.child('return_type'), node.child('body')];
  const other = result && rustOther(result.text);
  if (!result || !body || !other) return null;
  return [
    at(body.start + 1, ` let assay_answer: ${result.text} = (move || -> ${result.text} { `),
    at(body.end - 1, ` })(); ${other} `),
  ];
}

function rustOther(type: string): string | null {
  if (/^i(8|16|32|64|128|size)$/.test(type))
    return 'assay_answer.wrapping_add(assay_answer / 2).wrapping_add(if assay_answer < 0 { -7 } else { 7 })';
  if (/^u(8|16|32|64|128|size)$/.test(type)) return 'assay_answer.wrapping_add(assay_answer / 2).wrapping_add(7)';
  if (/^f(32|64)$/.test(type)) return 'assay_answer * 1.5 + if assay_answer < 0.0 { -7.5 } else { 7.5 }';
  if (type === 'String') return RUST_TEXT;
  return type === 'bool' ? '!assay_answer' : null;
}

const RUST_TEXT = `{
  let assay_other: String = assay_answer.chars().map(|each| match each {
    'a'..='z' => (b'a' + (each as u8 - b'a' + 3) % 26) as char,
    'A'..='Z' => (b'A' + (each as u8 - b'A' + 3) % 26) as char,
    '0'..='9' => (b'0' + (each as u8 - b'0' + 3) % 10) as char,
    _ => each,
  }).collect();
  if assay_other == assay_answer { assay_answer + "~" } else { assay_other }
}`;

/**
 * Whether tests take what a function gives back: its name is called, and not only for what it does. Where nobody takes
 * it, it is not what is tested.
 */
export function isTaken(name: string, tests: readonly string[]): boolean {
  const called = new RegExp(String.raw`^(.*)\b${name}\(`, 'gm');
  return tests.some((text) =>
    [...text.matchAll(called)].some(
      ([, before = '']) =>
        !/^\s*(\/\/|(\w+\.)*$|(go|defer|await|void)\s+(\w+\.)*$|(go|defer)\s|_\s*(,\s*_\s*)?:?=|let\s+_\s*=|func\b|fn\b)/.test(
          before,
        ),
    ),
  );
}
