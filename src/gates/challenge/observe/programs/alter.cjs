// Other answers in the place of a function's own. A part of the recorder's realm: of the same kind and shape, the same for
// the same question, another for any other. One that is far from its own has the number of its call in it, if it is a
// number or a text: where it turns up, it is known whose answer it is.
// biome-ignore-all lint/correctness/noUnusedVariables: a part; what uses it stands behind it in the same function
const FIRST = 9100000000;
const NEAR = OPTIONS.altered === 'near';
const { fromCharCode } = String;
const isNumber = Number.isFinite;
const others = new WeakMap(),
  toldOf = new Set(),
  marked = new WeakMap();
let unique = 0;
/** The same in every process of a run. */
const numberOf = (key) => {
  let sum = 7;
  for (let at = 0; at < key.length; at += 1) sum = (Math.imul(sum, 31) + key.charCodeAt(at)) | 0;
  return (sum >>> 0) % 100000000;
};
const markOf = (value) => {
  let n = marked.get(value);
  if (n === undefined) {
    unique += 1;
    n = unique;
    marked.set(value, n);
  }
  return n;
};
const HIDES = /\[(function|promise|accessor|circular)\]|\w \{\}|…/;
/** What is asked, as text: the same text, the same question. Null where the function stands in something that is not known. */
const callOf = (id, args, self, around) => {
  if (around === null || (around !== undefined && typeof around.call !== 'string')) return null;
  let given = encode(args);
  if (given === null) {
    given = show([...args]);
    if (HIDES.test(given)) {
      unique += 1;
      given += `#${unique}`;
    }
  }
  const of = self !== null && typeof self === 'object' ? `${markOf(self)}.${stateOf(self) ?? ''}` : '';
  return `${id}#${of}#${given}${around === undefined ? '' : `<${around.call}`}`;
};
// biome-ignore lint/style/useConst: the recorder, which stands behind it, begins a new list for each assertion
let during = [];
const alter = (value, id, call, args, test) => {
  const n = numberOf(`${call}=${show(value)}`);
  const other = otherOf(value, n, 0);
  if (other === value) return value;
  if (during.length < 50) during.push(n);
  const told = `${n}#${test}`;
  if (!toldOf.has(told) && toldOf.size < 4000) {
    toldOf.add(told);
    put({ k: 'y', f: id, n, a: encode(args), x: test, ...(NEAR ? { o: data(other) } : {}) });
  }
  return other;
};
/** Of the same sign, as whole as it was, and far enough away for whoever asks for something about as large. */
const nearNumber = (value, n) => {
  if (!isNumber(value)) return value;
  const by = 7 + (n % 5),
    half = value / 2;
  return value + (half === (half | 0) || value % 1 !== 0 ? half : (value - 1) / 2) + (value < 0 ? -by : by);
};
/** As many letters, small and capital, and digits, in the same places. */
const nearText = (value, n) => {
  const by = 1 + (n % 5);
  let text = '',
    same = true;
  for (const each of value) {
    const code = each.charCodeAt(0);
    const [from, size] = code > 96 && code < 123 ? [97, 26] : code > 64 && code < 91 ? [65, 26] : [48, 10];
    const isOne = each.length === 1 && code >= from && code < from + size;
    text += isOne ? fromCharCode(from + ((code - from + by) % size)) : each;
    same &&= !isOne;
  }
  return same ? `${value}~` : text;
};
const otherOf = (value, n, depth) => {
  if (NEAR) {
    if (typeof value === 'number') return nearNumber(value, n);
    if (typeof value === 'string') return nearText(value, n);
    if (typeof value === 'bigint') return value < 0n ? value - 7n : value + 7n;
    if (typeof value === 'boolean') return value;
  }
  if (typeof value === 'number') return -(FIRST + n);
  if (typeof value === 'string') return `${value}~${FIRST + n}`;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'bigint') return -BigInt(FIRST + n);
  if (
    value === null ||
    typeof value !== 'object' ||
    depth > 6 ||
    types.isProxy(value) ||
    !(isList(value) || (!isArray(value) && isPlain(value)))
  )
    return value;
  let known = others.get(value);
  if (known === undefined) {
    known = new Map();
    others.set(value, known);
  }
  if (known.has(n)) return known.get(n);
  const copy = isArray(value) ? Object.setPrototypeOf([], getPrototypeOf(value)) : Object.create(getPrototypeOf(value));
  known.set(n, copy);
  let changed = false,
    size = 0;
  for (const key of Reflect.ownKeys(value)) {
    if (isArray(value) && key === 'length') continue;
    const found = getOwnPropertyDescriptor(value, key);
    size += 1;
    if ('value' in found) {
      const next = otherOf(found.value, n, depth + 1);
      changed ||= next !== found.value;
      found.value = next;
    }
    Object.defineProperty(copy, key, found);
  }
  if (size === 0 && !NEAR) {
    copy[isArray(value) ? 0 : 'other'] = -(FIRST + n);
    changed = true;
  }
  if (!changed) {
    known.set(n, value);
    return value;
  }
  return copy;
};
