// Serialises values. A part of the realms beside it: `types` and `ROOTS` are provided there. Values come from other
// realms, so nothing is recognised by `instanceof`, and their own serialisation is not used.
// biome-ignore-all lint/correctness/noUnusedVariables: a part; what uses it stands behind it in the same function
const { getPrototypeOf, getOwnPropertyDescriptor, keys, getOwnPropertySymbols } = Object;
const has = (value, key) => Object.hasOwn(value, key);
const { isArray } = Array,
  quote = JSON.stringify;
const OPAQUE = {};
// The root prototype of any realm, and objects created directly from it.
const isTop = (proto) => proto !== null && getPrototypeOf(proto) === null && has(proto, 'hasOwnProperty');
const isPlain = (value) => {
  const proto = getPrototypeOf(value);
  return proto === null || isTop(proto);
};
const isList = (value) => {
  if (!isArray(value)) return false;
  const proto = getPrototypeOf(value);
  return proto !== null && has(proto, 'flatMap') && isTop(getPrototypeOf(proto));
};
const own = (value, key) => {
  const found = getOwnPropertyDescriptor(value, key);
  if (found === undefined) return undefined;
  if (!('value' in found)) throw OPAQUE;
  return found.value;
};
/** Plain data as text; anything else is opaque. */
const dataOf = (value, depth) => {
  if (value === null || value === undefined || typeof value === 'boolean') return `${value}`;
  if (typeof value === 'number') return value === 0 ? '0' : `${value}`;
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || depth > 8) throw OPAQUE;
  if (isList(value) && value.length < 2000) {
    let all = '[';
    for (let at = 0; at < value.length; at += 1) all += (at === 0 ? '' : ', ') + dataOf(own(value, at), depth + 1);
    return `${all}]`;
  }
  if (isArray(value) || !isPlain(value) || getOwnPropertySymbols(value).length > 0) throw OPAQUE;
  const named = keys(value)
    .sort()
    .map((key) => [quote(key), dataOf(own(value, key), depth + 1)])
    .filter(([, text]) => text !== 'undefined');
  return `{${named.map(([key, text]) => `${key}: ${text}`).join(', ')}}`;
};
const short = (text, most) => {
  if (text.length <= most) return text;
  let sum = 7;
  for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return `${text.slice(0, most - 40)}… (${text.length}, ${sum})`;
};
const data = (value) => {
  try {
    return short(dataOf(value, 0), 200);
  } catch (error) {
    return error === OPAQUE ? `opaque ${typeof value}` : 'opaque';
  }
};
const kindOf = (value) => {
  for (let proto = getPrototypeOf(value), n = 0; proto !== null && n < 4; proto = getPrototypeOf(proto), n += 1) {
    const made = getOwnPropertyDescriptor(proto, 'constructor');
    const name = typeof made?.value === 'function' ? getOwnPropertyDescriptor(made.value, 'name')?.value : undefined;
    if (typeof name === 'string' && name !== '') return name;
  }
  return 'object';
};
const proto = (kind, name) => kind.prototype[name];
const dateOf = proto(Date, 'getTime'),
  sourceOf = getOwnPropertyDescriptor(RegExp.prototype, 'source').get,
  flagsOf = getOwnPropertyDescriptor(RegExp.prototype, 'flags').get;
const mapOf = proto(Map, 'entries'),
  setOf = proto(Set, 'values');
/** An outcome as text, deep enough to tell two apart. */
const showOf = (value, seen, depth) => {
  if (value === null || value === undefined || typeof value === 'boolean') return `${value}`;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : `${value}`;
  if (typeof value === 'string') return quote(value.length > 4000 ? short(value, 4000) : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'symbol') return value.toString();
  if (typeof value === 'function') return '[function]';
  if (seen.includes(value)) return '[circular]';
  if (depth > 5) return '…';
  const deeper = [...seen, value];
  const inner = (each) => showOf(each, deeper, depth + 1);
  if (types.isDate(value)) return `Date(${dateOf.call(value)})`;
  if (types.isRegExp(value)) return `/${sourceOf.call(value)}/${flagsOf.call(value)}`;
  if (types.isPromise(value)) return '[promise]';
  if (types.isNativeError(value)) return `[${fault(value)}]`;
  if (types.isMap(value))
    return (
      'Map{' +
      [...mapOf.call(value)]
        .slice(0, 100)
        .map(([key, each]) => `${inner(key)} => ${inner(each)}`)
        .join(', ') +
      '}'
    );
  if (types.isSet(value)) return `Set{${[...setOf.call(value)].slice(0, 100).map(inner).join(', ')}}`;
  if (types.isTypedArray(value)) return `${kindOf(value)}[${Array.prototype.slice.call(value, 0, 200).join(', ')}]`;
  const read = (key) => {
    const found = getOwnPropertyDescriptor(value, key);
    return found === undefined ? 'undefined' : 'value' in found ? inner(found.value) : '[accessor]';
  };
  if (isArray(value)) {
    const all = [];
    for (let at = 0; at < Math.min(value.length, 200); at += 1) all.push(read(at));
    return (
      (isList(value) ? '' : kindOf(value)) +
      '[' +
      all.join(', ') +
      (value.length > 200 ? `, … ${value.length}` : '') +
      ']'
    );
  }
  const named = keys(value)
    .sort()
    .slice(0, 200)
    .map((key) => `${quote(key)}: ${read(key)}`);
  return `${isPlain(value) ? '' : `${kindOf(value)} `}{${named.join(', ')}}`;
};
const without = (text) => ROOTS.reduce((all, root) => all.split(root).join('.'), text);
const show = (value) => {
  try {
    return short(without(showOf(value, [], 0)), 1200);
  } catch {
    return typeof value;
  }
};
const fault = (error) => {
  try {
    if (error === null || typeof error !== 'object') return `thrown ${showOf(error, [], 0).slice(0, 200)}`;
    return without(`${String(error.name ?? 'thrown')}: ${String(error.message ?? '')}`).slice(0, 300);
  } catch {
    return 'thrown';
  }
};
/** Values that can be recreated elsewhere, as JSON; others are handles. */
const HANDLE = {};
const textOf = Function.prototype.toString;
/** Whether its text is complete is decided by code that can parse it. */
const functionOf = (value) => {
  const text = types.isProxy(value) || keys(value).length > 0 ? '' : textOf.call(value);
  if (text === '' || text.length > 400 || /\[native code\]\s*\}$/.test(text)) throw HANDLE;
  return { $: 'function', v: text };
};
const enc = (value, depth) => {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { $: 'number', v: Object.is(value, -0) ? '-0' : `${value}` };
  if (value === undefined) return { $: 'undefined' };
  if (typeof value === 'bigint') return { $: 'bigint', v: `${value}` };
  if (typeof value === 'function') return functionOf(value);
  if (typeof value !== 'object' || depth > 6 || types.isProxy(value)) throw HANDLE;
  if (types.isDate(value)) return { $: 'date', v: dateOf.call(value) || (dateOf.call(value) === 0 ? 0 : 'NaN') };
  if (types.isRegExp(value)) return { $: 'regexp', v: [sourceOf.call(value), flagsOf.call(value)] };
  if (types.isMap(value))
    return { $: 'map', v: [...mapOf.call(value)].map(([key, each]) => [enc(key, depth + 1), enc(each, depth + 1)]) };
  if (types.isSet(value)) return { $: 'set', v: [...setOf.call(value)].map((each) => enc(each, depth + 1)) };
  if (isList(value)) {
    const all = [];
    for (let at = 0; at < value.length; at += 1) {
      if (!has(value, at)) throw HANDLE;
      all.push(enc(own(value, at), depth + 1));
    }
    return all;
  }
  if (isArray(value) || !isPlain(value) || getOwnPropertySymbols(value).length > 0) throw HANDLE;
  const named = {};
  for (const key of Object.getOwnPropertyNames(value)) {
    const found = getOwnPropertyDescriptor(value, key);
    if (!found.enumerable || !('value' in found) || key === '$' || key === '__proto__') throw HANDLE;
    named[key] = enc(found.value, depth + 1);
  }
  return named;
};
const MOST_ARGUMENTS = 3000;
/** The arguments as JSON text; null where they contain a handle or are too large. */
const encode = (args) => {
  try {
    const all = [];
    for (let at = 0; at < args.length; at += 1) all.push(enc(args[at], 0));
    const text = quote(all);
    return text.length <= MOST_ARGUMENTS ? text : null;
  } catch {
    return null;
  }
};
/** The same with a mark in place of what cannot be recreated; null where nothing else is left. */
const encodeKept = (args) => {
  const all = [];
  for (let at = 0; at < args.length; at += 1) {
    try {
      const one = enc(args[at], 0);
      all.push(typeof args[at] === 'function' ? { $: 'kept' } : one);
    } catch {
      all.push({ $: 'kept' });
    }
  }
  const text = quote(all);
  return text.length <= MOST_ARGUMENTS ? text : null;
};
/** Changes that a call made to its arguments, which are part of its answer. */
const leaves = (before, args) => {
  const now = before === null ? null : encode(args);
  return now === null || now === before ? '' : `, and leaves ${short(now, 600)}`;
};
/** The state of an object, as JSON text, where all of it is plain data; an object without a class has none. */
const stateOf = (value) => {
  try {
    if (isArray(value) || types.isProxy(value) || isPlain(value) || getOwnPropertySymbols(value).length > 0)
      return undefined;
    const named = {};
    for (const key of Object.getOwnPropertyNames(value)) {
      const found = getOwnPropertyDescriptor(value, key);
      if (!('value' in found) || key === '$' || key === '__proto__') return undefined;
      named[key] = enc(found.value, 0);
    }
    const text = quote(named);
    return text.length <= MOST_ARGUMENTS ? text : undefined;
  } catch {
    return undefined;
  }
};
/** Writes records to the pipe in short pieces, each of which the system writes atomically. */
const writer = (write, nonce, who) => {
  let number = 0;
  return (record) => {
    const text = quote(record).replace(
      /[\u007f-\uffff]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    for (let at = 0; at < text.length; at += 3500) {
      const more = at + 3500 < text.length;
      write(`${nonce} ${who} ${number} ${more ? '+' : '.'} ${text.slice(at, at + 3500)}\n`);
      number += 1;
    }
  };
};
