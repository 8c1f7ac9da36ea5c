// Alters the answers of a function. A part of the recorder's realm. An altered answer has the same type and shape; it
// is the same for the same call, and different for any other. One that is far from the original contains the number of
// its call, if it is a number or a text: wherever it occurs, its origin is known.
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
/** The call, as text: the same text means the same call. Null where the function depends on something unknown. */
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
  const nudge = NEAR ? OPTIONS.nudges?.[id] : undefined;
  if (NEAR && nudge === undefined) return value;
  const n = numberOf(`${call}=${show(value)}`);
  places = new Map();
  const other = otherOf(value, n, 0, '', nudge);
  if (other === value) return value;
  if (during.length < 50) during.push(n);
  const told = `${n}#${test}`;
  if (!toldOf.has(told) && toldOf.size < 4000) {
    toldOf.add(told);
    put({
      k: 'y',
      f: id,
      n,
      a: encode(args),
      x: test,
      l: [...places].slice(0, 40),
      ...(NEAR ? { o: data(other) } : {}),
    });
  }
  return other;
};
/** What is altered in the answer, by its place, and the number that identifies it. */
let places = new Map();
/**
 * A short list of values of different types is a record without names; a list of one type is represented by one
 * element.
 */
const isTuple = (list) => {
  if (list.length > 4) return false;
  for (let at = 1; at < list.length; at += 1) if (typeof list[at] !== typeof list[0]) return true;
  return false;
};
const leafNumber = (n, path) => {
  const at = numberOf(path) % 1000;
  places.set(path, at);
  return FIRST * 1000 + n * 1000 + at;
};
/** The smallest step that shows whether the value matters: one for whole numbers, a fiftieth for others. */
const nudgedNumber = (value, way) => {
  if (!isNumber(value)) return value;
  const fiftieth = value < 0 ? -value / 50 : value / 50;
  const step = value % 1 === 0 ? 1 : fiftieth < 0.02 ? 0.02 : fiftieth;
  return way === 'up' ? value + step : value - step;
};
/** Another value that the tests mention next to this one. */
const swappedFor = (value, way, words) => {
  for (let at = 0; at < words.length; at += 1) {
    if (words[at] !== value) continue;
    for (let to = way === 'next' ? at + 1 : at - 1; to >= 0 && to < words.length; to += way === 'next' ? 1 : -1)
      if (typeof words[to] === typeof value && words[to] !== value) return words[to];
  }
  return value;
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
const nudged = (value, n, path, { leaf, way, words }) => {
  if (path !== leaf) return value;
  if (way === 'next' || way === 'previous') return swappedFor(value, way, words);
  if (typeof value === 'number') return nudgedNumber(value, way);
  if (typeof value === 'bigint') return way === 'up' ? value + 1n : value - 1n;
  if (way !== 'up') return value;
  return typeof value === 'string' ? nearText(value, n) : !value;
};
const isLeaf = (value) =>
  typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint';
const farFrom = (value, n, path) => {
  const number = leafNumber(n, path);
  if (typeof value === 'boolean') places.set(path, -1);
  if (typeof value === 'number') return -number;
  if (typeof value === 'string') return `${value}~${number}`;
  return typeof value === 'boolean' ? !value : -BigInt(number);
};
/** An object of a class that has only fields: a record with a name. */
const isRecord = (value) => {
  const kind = getPrototypeOf(value);
  return kind !== null && isTop(getPrototypeOf(kind)) && Reflect.ownKeys(kind).length === 1 && has(kind, 'constructor');
};
const isOfMaps = (value) => types.isMap(value) && has(getPrototypeOf(value), 'clear');
/** A map is a record, too, if its keys are texts. */
const otherMap = (value, n, depth, path, nudge) => {
  let changed = false;
  const made = new (getPrototypeOf(value).constructor)();
  for (const [key, each] of mapOf.call(value)) {
    const next = otherOf(each, n, depth + 1, `${path}.${typeof key === 'string' ? key : '[]'}`, nudge);
    changed ||= next !== each;
    made.set(key, next);
  }
  return changed ? made : value;
};
const otherOf = (value, n, depth, path, nudge) => {
  if (isLeaf(value)) {
    if (!NEAR) return farFrom(value, n, path);
    const other = nudged(value, n, path, nudge);
    if (other !== value) places.set(path, 0);
    return other;
  }
  if (value === null || typeof value !== 'object' || depth > 6 || types.isProxy(value)) return value;
  if (isOfMaps(value)) return otherMap(value, n, depth, path, nudge);
  if (!(isList(value) || (!isArray(value) && (isPlain(value) || isRecord(value))))) return value;
  let known = others.get(value);
  if (known === undefined) {
    known = new Map();
    others.set(value, known);
  }
  if (known.has(n)) {
    const kept = known.get(n);
    for (const [at, number] of kept.places) places.set(at, number);
    return kept.copy;
  }
  const copy = isArray(value) ? Object.setPrototypeOf([], getPrototypeOf(value)) : Object.create(getPrototypeOf(value));
  const outer = places;
  places = new Map();
  const kept = { copy, places };
  known.set(n, kept);
  let changed = false,
    size = 0;
  for (const key of Reflect.ownKeys(value)) {
    if (isArray(value) && key === 'length') continue;
    const found = getOwnPropertyDescriptor(value, key);
    size += 1;
    if ('value' in found) {
      const place = isArray(value) ? (isTuple(value) ? `[${key}]` : '[]') : `.${String(key)}`;
      const next = otherOf(found.value, n, depth + 1, path + place, nudge);
      changed ||= next !== found.value;
      found.value = next;
    }
    Object.defineProperty(copy, key, found);
  }
  if (size === 0 && !NEAR) {
    copy[isArray(value) ? 0 : 'other'] = -leafNumber(n, path);
    changed = true;
  }
  for (const [at, number] of places) outer.set(at, number);
  places = outer;
  if (!changed) {
    kept.copy = value;
    return value;
  }
  return copy;
};
