import type { TextEdit } from '#code/mutants/mutant.ts';
import type { SyntaxNode } from '#code/parse/syntax-tree.ts';

/** The plain public fields of records declared in the same file, by name. */
export type RecordTypes = ReadonlyMap<string, readonly { readonly name: string; readonly type: string }[]>;

const MOST = 8;

/**
 * Sets of edits, each of which lets a function do everything and then return another answer in one place: numbers one
 * more, then one less, a text of the same form, one field of a record. None where its answer is not of a plain type. A
 * test that still passes does not specify the value there. Pure.
 */
export function otherAnswers(node: SyntaxNode, grammar: string, records: RecordTypes = new Map()): TextEdit[][] {
  const made = grammar === 'go' ? otherInGo(node, records) : grammar === 'rust' ? otherInRust(node, records) : [];
  return made.slice(0, MOST);
}

/** The records that a file declares, with their plain fields. Pure. */
export function recordTypes(text: string, grammar: string): RecordTypes {
  const found = new Map<string, { name: string; type: string }[]>();
  const [declared, field] =
    grammar === 'go'
      ? [/^type\s+(\w+)\s+struct\s*\{([^{}]*)\}/gm, /^\s*([A-Z]\w*)\s+(\w+)\b/gm]
      : [/\bstruct\s+(\w+)\s*\{([^{}]*)\}/g, /\bpub\s+(\w+)\s*:\s*(\w+)/g];
  for (const [, name = '', body = ''] of text.matchAll(declared))
    found.set(
      name,
      [...body.matchAll(field)].map(([, own = '', type = '']) => ({ name: own, type })),
    );
  if (grammar === 'rust') for (const [name, fields] of ownEquality(text)) found.set(name, fields);
  return found;
}

/**
 * Rust types with an equality of their own: it decides what an assertion notices, so all their fields count, hidden ones
 * too. A derived equality compares everything.
 */
function ownEquality(text: string): [string, { name: string; type: string }[]][] {
  const names = [...text.matchAll(/\bimpl\b[^{};]*\bPartialEq\b[^{};]*\bfor\s+(\w+)/g)].map(([, name = '']) => name);
  return [...new Set(names)].flatMap((name): [string, { name: string; type: string }[]][] => {
    const [, open = '', body = ''] = new RegExp(String.raw`\bstruct\s+${name}\s*([({])([^(){}]*)[)}]`).exec(text) ?? [];
    if (open === '') return [];
    const fields = body.split(',').flatMap((part, n) => {
      const [, own = String(n), type] = /^\s*(?:pub(?:\(\w+\))?\s+)?(?:(\w+)\s*:\s*)?(\w+)\s*$/.exec(part) ?? [];
      return type === undefined ? [] : [{ name: own, type }];
    });
    return [[name, fields]];
  });
}

type Way = 'up' | 'down';
const WAYS: readonly Way[] = ['up', 'down'];
const at = (start: number, replacement: string, end = start): TextEdit => ({ start, end, replacement });

/** Results get names, and one of them is changed as the function returns. */
function otherInGo(node: SyntaxNode, records: RecordTypes): TextEdit[][] {
  const [result, body] = [node.child('result'), node.child('body')];
  if (!result || !body) return [];
  const named = result.text.startsWith('(') ? listed(result.text.slice(1, -1)) : [{ name: null, type: result.text }];
  if (!named) return [];
  const all = named.map(({ name, type }, n) => ({ name: name ?? `assayAnswer${n}`, type }));
  const changes = all.flatMap(({ name, type }) => (name === '_' ? [] : goOthers(name, type, records)));
  const [only] = all;
  const isVerdict = all.length === 1 && only?.type === 'error';
  if (isVerdict) changes.push(`if ${only.name} == nil { ${only.name} = assayFault("") } else { ${only.name} = nil }`);
  const fault = '\n\ntype assayFault string\n\nfunc (assayFault) Error() string { return "another answer" }\n';
  return changes.map((change) => [
    at(result.start, `(${all.map(({ name, type }) => `${name} ${type}`).join(', ')})`, result.end),
    at(body.start + 1, ` defer func() { ${change} }(); `),
    ...(isVerdict ? [at(rootOf(node).end, fault)] : []),
  ]);
}

function rootOf(node: SyntaxNode): SyntaxNode {
  let at = node;
  while (at.parent) at = at.parent;
  return at;
}

function goOthers(name: string, type: string, records: RecordTypes): string[] {
  const plain = goPlain(name, type);
  if (plain.length > 0) return plain;
  const [, key, element] = /^(?:\[\]|map\[([^[\]]+)\])(.+)$/.exec(type) ?? [];
  if (element !== undefined) return [goEmptied(name, type, key, element)];
  const fields = records.get(type.replace(/^\*/, '')) ?? [];
  const changes = fields.flatMap((field) => goPlain(`${name}.${field.name}`, field.type));
  return type.startsWith('*') ? changes.map((change) => `if ${name} != nil { ${change} }`) : changes;
}

/** A list or a map without what it holds; one that holds nothing gets something. */
const goEmptied = (name: string, type: string, key: string | undefined, element: string): string =>
  key === undefined
    ? `if len(${name}) > 0 { ${name} = nil } else { var other ${element}; ${name} = append(${name}, other) }`
    : `if len(${name}) > 0 { ${name} = ${type}{} } else { var at ${key}; var other ${element}; ${name} = ${type}{at: other} }`;

/** `a, b int, err error` or `int, error`; null for anything more complex. */
function listed(text: string): { name: string | null; type: string }[] | null {
  const parts = text.split(',').map((part) => part.trim());
  if (/[(){}]|\[[^\]]*,|\b(func|chan)\b/.test(text) || parts.some((part) => part === '')) return null;
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

/** By one step, or of the same form, so that only a test which specifies the value notices. */
function goPlain(name: string, type: string): string[] {
  if (/^(int(8|16|32|64)?|rune)$/.test(type)) return [`${name} += 1`, `${name} -= 1`];
  if (/^(u?int(ptr|8|16|32|64)?|byte)$/.test(type)) return [`${name} += 1`, `if ${name} > 0 { ${name} -= 1 }`];
  if (/^float(32|64)$/.test(type)) return [`${name} += ${name}/50 + 0.02`, `${name} -= ${name}/50 + 0.02`];
  if (type === 'string') return [`${name} = ${GO_TEXT}(${name})`];
  return type === 'bool' ? [`${name} = !${name}`] : [];
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

/** The body becomes an inner function, whose answer is altered. */
function otherInRust(node: SyntaxNode, records: RecordTypes): TextEdit[][] {
  const [result, body] = [node.child('return_type'), node.child('body')];
  if (!result || !body) return [];
  const others = WAYS.flatMap((way) => rustOther('assay_answer', result.text, way) ?? []);
  const fields = (records.get(result.text) ?? []).flatMap(({ name, type }) =>
    WAYS.flatMap((way) => {
      const other = rustOther(`assay_answer.${name}.clone()`, type, way);
      return other === null ? [] : [`{ assay_answer.${name} = ${other}; assay_answer }`];
    }),
  );
  return [...new Set([...others, ...fields])].map((other) => [
    at(body.start + 1, ` #[allow(unused_mut)] let mut assay_answer: ${result.text} = (move || -> ${result.text} { `),
    at(body.end - 1, ` })(); ${other} `),
  ]);
}

function rustOther(value: string, type: string, way: Way): string | null {
  const [, list] = /^(?:std::collections::)?(?:Vec|VecDeque|HashMap|BTreeMap|HashSet|BTreeSet)<(.+)>$/.exec(type) ?? [];
  if (list !== undefined) return way === 'up' ? rustEmptied(value, list) : null;
  const [, around, inside] =
    /^(?:std::\w+::)?(Option|(?:io::|fmt::)?Result)<\s*([\w:]+(?:<[\w:, ]+>)?)\s*(?:,[^<>]*)?>$/.exec(type) ?? [];
  if (around !== undefined && inside !== undefined) {
    const other = rustOther('assay_inner', inside, way);
    return other === null ? null : `${value}.map(|assay_inner| ${other})`;
  }
  if (/^[iu](8|16|32|64|128|size)$/.test(type))
    return way === 'up'
      ? `(${value}).wrapping_add(1)`
      : `(${value}).${/^u/.test(type) ? 'saturating' : 'wrapping'}_sub(1)`;
  if (/^f(32|64)$/.test(type)) return `(${value}) ${way === 'up' ? '* 1.02 + 0.02' : '* 0.98 - 0.02'}`;
  if (way === 'down') return null;
  if (type === 'String') return RUST_TEXT.replaceAll('assay_answer', `(${value})`);
  return type === 'bool' ? `!(${value})` : null;
}

/** A collection without what it holds; one that holds nothing gets something, where that can be made. */
function rustEmptied(value: string, element: string): string {
  const isPlain = /^([iu](8|16|32|64|128|size)|f(32|64)|String|bool|char)$/.test(element);
  const filled = isPlain
    ? 'if assay_list.is_empty() { assay_list.extend(std::iter::once(Default::default())); } else '
    : '';
  return `{ let mut assay_list = ${value}; ${filled}{ assay_list.clear(); } assay_list }`;
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
 * Whether tests use a function's return value: it is called, and not only for its effect. An unused return value is not
 * what is tested.
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
