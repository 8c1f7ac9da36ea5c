// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are programs.
import { codingTask } from './task.ts';

/** Faults of the kinds that commits of real libraries mend: boundaries, encodings, time, state that is shared, races. */
export const FIXES = [
  codingTask('chunk', {
    ask: 'chunk([1,2,3,4,5], 2) loses the last element.',
    from: 'export const chunk = (list, size) => {\n  const out = [];\n  for (let i = 0; i + size <= list.length; i += size) out.push(list.slice(i, i + size));\n  return out;\n};',
    to: 'export const chunk = (list, size) => {\n  const out = [];\n  for (let i = 0; i < list.length; i += size) out.push(list.slice(i, i + size));\n  return out;\n};',
    test: 'eq(m.chunk([1,2,3,4,5], 2), [[1,2],[3,4],[5]]); eq(m.chunk([], 3), []); eq(m.chunk([1,2], 2), [[1,2]]);',
  }),
  codingTask('median', {
    ask: 'median gives wrong answers for [10, 9, 1], and changes the list it is given.',
    from: 'export const median = (list) => {\n  list.sort();\n  const mid = Math.floor(list.length / 2);\n  return list.length % 2 ? list[mid] : (list[mid - 1] + list[mid]) / 2;\n};',
    to: 'export const median = (list) => {\n  const sorted = [...list].sort((a, b) => a - b);\n  const mid = Math.floor(sorted.length / 2);\n  return sorted.length % 2 ? sorted[mid] : (sorted[mid - 1] + sorted[mid]) / 2;\n};',
    test: 'const l = [10, 9, 1]; eq(m.median(l), 9); eq(l, [10, 9, 1]); eq(m.median([4, 100, 1, 3]), 3.5);',
  }),
  codingTask('slugify', {
    ask: 'slugify("  Hello,  World! ") gives "-hello-world-"; it should have no hyphens at its ends, and keep é as e.',
    from: "export const slugify = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');",
    to: "export const slugify = (text) =>\n  text.normalize('NFD').replace(/[\\u0300-\\u036f]/g, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');",
    test: "eq(m.slugify('  Hello,  World! '), 'hello-world'); eq(m.slugify('Café au lait'), 'cafe-au-lait'); eq(m.slugify('--'), '');",
  }),
  codingTask('range', {
    ask: 'range(5, 0, -1) gives nothing. A step of 0 should be a RangeError instead of never ending.',
    from: 'export const range = (from, to, step = 1) => {\n  const out = [];\n  for (let i = from; i < to; i += step) out.push(i);\n  return out;\n};',
    to: "export const range = (from, to, step = 1) => {\n  if (step === 0) throw new RangeError('step is 0');\n  const out = [];\n  for (let i = from; step > 0 ? i < to : i > to; i += step) out.push(i);\n  return out;\n};",
    test: 'eq(m.range(5, 0, -2), [5, 3, 1]); eq(m.range(0, 3), [0, 1, 2]); eq(m.range(3, 0), []); throws(() => m.range(0, 1, 0), RangeError);',
  }),
  codingTask('query', {
    ask: 'parseQuery("a=1&a=2&b=c%20d+e&flag") must give { a: ["1","2"], b: "c d e", flag: "" }; today it keeps the last a and leaves %20 and + alone.',
    from: "export const parseQuery = (text) => {\n  const out = {};\n  for (const part of text.split('&')) {\n    const [key, value] = part.split('=');\n    out[key] = value;\n  }\n  return out;\n};",
    to: "const decode = (text = '') => decodeURIComponent(text.replaceAll('+', ' '));\nexport const parseQuery = (text) => {\n  const out = {};\n  for (const part of text.split('&').filter(Boolean)) {\n    const at = part.indexOf('=');\n    const key = decode(at === -1 ? part : part.slice(0, at));\n    const value = decode(at === -1 ? '' : part.slice(at + 1));\n    if (!Object.hasOwn(out, key)) out[key] = value;\n    else out[key] = [out[key], value].flat();\n  }\n  return out;\n};",
    test: "eq(m.parseQuery('a=1&a=2&b=c%20d+e&flag'), { a: ['1', '2'], b: 'c d e', flag: '' }); eq(m.parseQuery('x=1=2'), { x: '1=2' }); eq(m.parseQuery(''), {});",
  }),
  codingTask('deep-equal', {
    ask: 'deepEqual says that [1, undefined] equals [1], that NaN differs from NaN, and that {a:undefined} equals {b:1}.',
    from: 'export const deepEqual = (a, b) => {\n  if (a === b) return true;\n  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;\n  return Object.keys(a).every((key) => deepEqual(a[key], b[key]));\n};',
    to: 'export const deepEqual = (a, b) => {\n  if (Object.is(a, b)) return true;\n  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;\n  if (Array.isArray(a) !== Array.isArray(b)) return false;\n  const keys = Object.keys(a);\n  if (keys.length !== Object.keys(b).length) return false;\n  return keys.every((key) => Object.hasOwn(b, key) && deepEqual(a[key], b[key]));\n};',
    test: 'eq(m.deepEqual([1, undefined], [1]), false); eq(m.deepEqual(NaN, NaN), true); eq(m.deepEqual({ a: undefined }, { b: 1 }), false); eq(m.deepEqual({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }), true); eq(m.deepEqual([], {}), false);',
  }),
  codingTask('memoize', {
    ask: 'memoize confuses f(1, 2) with f("1,2"), and remembers a promise that was rejected.',
    from: 'export const memoize = (fn) => {\n  const known = {};\n  return (...args) => (known[args] ??= fn(...args));\n};',
    to: "export const memoize = (fn) => {\n  const known = new Map();\n  return (...args) => {\n    const key = JSON.stringify(args.map((each) => [typeof each, each]));\n    if (known.has(key)) return known.get(key);\n    const made = fn(...args);\n    known.set(key, made);\n    if (typeof made?.then === 'function') made.then(undefined, () => known.delete(key));\n    return made;\n  };\n};",
    test: "let calls = 0; const f = m.memoize((...a) => { calls += 1; return a.length; }); eq([f(1, 2), f('1,2'), f(1, 2)], [2, 1, 2]); eq(calls, 2);\nlet tries = 0; const g = m.memoize(async () => { tries += 1; if (tries === 1) throw new Error('no'); return 'yes'; }); await rejects(g()); await new Promise((r) => setImmediate(r)); eq(await g(), 'yes');\nlet u = 0; const h = m.memoize(() => { u += 1; }); h(); h(); eq(u, 1);",
  }),
  codingTask('csv-line', {
    ask: 'parseLine breaks on quoted commas and on doubled quotes.',
    from: "export const parseLine = (line) => line.split(',');",
    to: "export const parseLine = (line) => {\n  const out = [];\n  let field = '';\n  let quoted = false;\n  for (let i = 0; i < line.length; i += 1) {\n    const c = line[i];\n    if (quoted) {\n      if (c === '\"' && line[i + 1] === '\"') {\n        field += '\"';\n        i += 1;\n      } else if (c === '\"') quoted = false;\n      else field += c;\n    } else if (c === '\"') quoted = true;\n    else if (c === ',') {\n      out.push(field);\n      field = '';\n    } else field += c;\n  }\n  return [...out, field];\n};",
    test: "eq(m.parseLine('a,\"b,c\",d'), ['a', 'b,c', 'd']); eq(m.parseLine('\"say \"\"hi\"\"\",x'), ['say \"hi\"', 'x']); eq(m.parseLine(',,'), ['', '', '']); eq(m.parseLine(''), ['']);",
  }),
  codingTask('leap', {
    ask: 'daysInMonth(2100, 2) says 29, and months are counted from 1.',
    from: 'export const daysInMonth = (year, month) => {\n  if (month === 2) return year % 4 === 0 ? 29 : 28;\n  return [4, 6, 9, 11].includes(month) ? 30 : 31;\n};',
    to: "export const daysInMonth = (year, month) => {\n  if (!Number.isInteger(month) || month < 1 || month > 12) throw new RangeError('month');\n  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;\n  if (month === 2) return leap ? 29 : 28;\n  return [4, 6, 9, 11].includes(month) ? 30 : 31;\n};",
    test: 'eq([m.daysInMonth(2100, 2), m.daysInMonth(2000, 2), m.daysInMonth(2024, 2), m.daysInMonth(2023, 4)], [28, 29, 29, 30]);',
  }),
  codingTask('truncate', {
    ask: 'truncate("👍👍👍", 2) cuts an emoji in half, and adds … also where nothing was cut.',
    from: 'export const truncate = (text, most) => `${text.slice(0, most)}…`;',
    to: "export const truncate = (text, most) => {\n  const chars = [...text];\n  return chars.length <= most ? text : `${chars.slice(0, most).join('')}…`;\n};",
    test: "eq(m.truncate('👍👍👍', 2), '👍👍…'); eq(m.truncate('abc', 3), 'abc'); eq(m.truncate('abcd', 3), 'abc…'); eq(m.truncate('', 0), '');",
  }),
  codingTask('emitter', {
    ask: 'A listener that takes itself off while it is called makes the next one be skipped; once() listeners are called twice when they emit again.',
    from: 'export class Emitter {\n  #all = {};\n  on(name, fn) { (this.#all[name] ??= []).push(fn); }\n  off(name, fn) { const list = this.#all[name] ?? []; const at = list.indexOf(fn); if (at !== -1) list.splice(at, 1); }\n  once(name, fn) { const wrapped = (...a) => { fn(...a); this.off(name, wrapped); }; this.on(name, wrapped); }\n  emit(name, ...args) { for (const fn of this.#all[name] ?? []) fn(...args); }\n}',
    to: 'export class Emitter {\n  #all = {};\n  on(name, fn) { (this.#all[name] ??= []).push(fn); }\n  off(name, fn) { const list = this.#all[name] ?? []; const at = list.indexOf(fn); if (at !== -1) list.splice(at, 1); }\n  once(name, fn) { const wrapped = (...a) => { this.off(name, wrapped); fn(...a); }; this.on(name, wrapped); }\n  emit(name, ...args) { for (const fn of [...(this.#all[name] ?? [])]) fn(...args); }\n}',
    test: "const e = new m.Emitter(); const seen = []; const a = () => { seen.push('a'); e.off('x', a); }; e.on('x', a); e.on('x', () => seen.push('b')); e.emit('x'); eq(seen, ['a', 'b']);\nlet n = 0; e.once('y', () => { n += 1; if (n < 5) e.emit('y'); }); e.emit('y'); eq(n, 1);",
  }),
  codingTask('clamp', {
    ask: 'clamp(5, 10, 0) gives 10; the bounds may come in any order. clamp(NaN, 0, 1) should be 0.',
    from: 'export const clamp = (value, low, high) => Math.max(low, Math.min(high, value));',
    to: 'export const clamp = (value, a, b) => {\n  const [low, high] = a < b ? [a, b] : [b, a];\n  return Number.isNaN(value) ? low : Math.max(low, Math.min(high, value));\n};',
    test: 'eq([m.clamp(5, 10, 0), m.clamp(-1, 0, 10), m.clamp(11, 0, 10), m.clamp(NaN, 0, 1)], [5, 0, 10, 0]);',
  }),
  codingTask('lru', {
    ask: 'The cache throws away what was used last, because get does not count as a use; and set of a known key makes it too small.',
    from: 'export class Lru {\n  #map = new Map();\n  constructor(most) { this.most = most; }\n  get(key) { return this.#map.get(key); }\n  set(key, value) { if (this.#map.size >= this.most) this.#map.delete(this.#map.keys().next().value); this.#map.set(key, value); }\n  get size() { return this.#map.size; }\n}',
    to: 'export class Lru {\n  #map = new Map();\n  constructor(most) { this.most = most; }\n  get(key) {\n    if (!this.#map.has(key)) return undefined;\n    const value = this.#map.get(key);\n    this.#map.delete(key);\n    this.#map.set(key, value);\n    return value;\n  }\n  set(key, value) {\n    this.#map.delete(key);\n    if (this.#map.size >= this.most) this.#map.delete(this.#map.keys().next().value);\n    this.#map.set(key, value);\n  }\n  get size() { return this.#map.size; }\n}',
    test: "const c = new m.Lru(2); c.set('a', 1); c.set('b', 2); c.get('a'); c.set('c', 3); eq([c.get('a'), c.get('b'), c.get('c')], [1, undefined, 3]); c.set('a', 9); eq([c.size, c.get('c')], [2, 3]);",
  }),
  codingTask('roman', {
    ask: 'toRoman(4) gives IIII, and so on for 9, 40, 90, 400 and 900.',
    from: "const UNITS = [['M', 1000], ['D', 500], ['C', 100], ['L', 50], ['X', 10], ['V', 5], ['I', 1]];\nexport const toRoman = (n) => UNITS.reduce((out, [sign, value]) => { while (n >= value) { out += sign; n -= value; } return out; }, '');",
    to: "const UNITS = [['M', 1000], ['CM', 900], ['D', 500], ['CD', 400], ['C', 100], ['XC', 90], ['L', 50], ['XL', 40], ['X', 10], ['IX', 9], ['V', 5], ['IV', 4], ['I', 1]];\nexport const toRoman = (n) => UNITS.reduce((out, [sign, value]) => { while (n >= value) { out += sign; n -= value; } return out; }, '');",
    test: "eq([4, 9, 44, 1994, 3999].map(m.toRoman), ['IV', 'IX', 'XLIV', 'MCMXCIV', 'MMMCMXCIX']);",
  }),
  codingTask('debounce', {
    ask: 'debounce calls with the first arguments instead of the last, and loses this.',
    from: 'export const debounce = (fn, ms) => {\n  let timer;\n  return (...args) => { timer ??= setTimeout(() => { timer = undefined; fn(...args); }, ms); };\n};',
    to: 'export const debounce = (fn, ms) => {\n  let timer;\n  return function (...args) {\n    clearTimeout(timer);\n    timer = setTimeout(() => fn.apply(this, args), ms);\n  };\n};',
    test: "const seen = []; const o = { name: 'o', go: m.debounce(function (x) { seen.push([this.name, x]); }, 5) }; o.go(1); o.go(2); await new Promise((r) => setTimeout(r, 40)); eq(seen, [['o', 2]]);",
  }),
  codingTask('version', {
    ask: 'compare("1.10.0", "1.9.0") says that 1.9 is newer; a release must be newer than its pre-release 1.0.0-rc.1.',
    from: 'export const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);',
    to: "const parse = (text) => {\n  const [core, ...pre] = text.split('-');\n  return { core: core.split('.').map(Number), pre: pre.join('-') };\n};\nexport const compare = (a, b) => {\n  const [x, y] = [parse(a), parse(b)];\n  for (let i = 0; i < 3; i += 1) {\n    const d = (x.core[i] ?? 0) - (y.core[i] ?? 0);\n    if (d !== 0) return Math.sign(d);\n  }\n  if (x.pre === y.pre) return 0;\n  if (x.pre === '') return 1;\n  if (y.pre === '') return -1;\n  return Math.sign(x.pre.localeCompare(y.pre, 'en', { numeric: true }));\n};",
    test: "eq([m.compare('1.10.0', '1.9.0'), m.compare('1.0.0', '1.0.0-rc.1'), m.compare('1.0.0-rc.2', '1.0.0-rc.10'), m.compare('2.0.0', '2.0.0')], [1, 1, -1, 0]);",
  }),
  codingTask('retry', {
    ask: 'retry(fn, 3) tries four times, and swallows the error in the end.',
    from: 'export const retry = async (fn, times) => {\n  for (let n = 0; n <= times; n += 1) {\n    try { return await fn(n); } catch {}\n  }\n};',
    to: 'export const retry = async (fn, times) => {\n  let last;\n  for (let n = 0; n < times; n += 1) {\n    try { return await fn(n); } catch (error) { last = error; }\n  }\n  throw last;\n};',
    test: "let n = 0; await rejects(m.retry(async () => { n += 1; throw new Error(`no ${n}`); }, 3), /no 3/); eq(n, 3); eq(await m.retry(async (i) => { if (i < 1) throw new Error('x'); return i; }, 2), 1);",
  }),
  codingTask('escape', {
    ask: 'escapeHtml("<a & b>") gives &lt;a &amp;amp; ...: it escapes what it has written. Quotes have to be escaped too.',
    from: "export const escapeHtml = (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('&', '&amp;');",
    to: "const SIGNS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\"': '&quot;', \"'\": '&#39;' };\nexport const escapeHtml = (text) => text.replace(/[&<>\"']/g, (sign) => SIGNS[sign]);",
    test: "eq(m.escapeHtml('<a & \"b\">'), '&lt;a &amp; &quot;b&quot;&gt;'); eq(m.escapeHtml(\"it's\"), 'it&#39;s');",
  }),
  codingTask('group', {
    ask: 'groupBy breaks for keys such as "constructor" and "__proto__".',
    from: 'export const groupBy = (list, keyOf) => {\n  const out = {};\n  for (const each of list) (out[keyOf(each)] ??= []).push(each);\n  return out;\n};',
    to: 'export const groupBy = (list, keyOf) => {\n  const out = new Map();\n  for (const each of list) out.set(keyOf(each), [...(out.get(keyOf(each)) ?? []), each]);\n  return Object.fromEntries(out);\n};',
    test: "const g = m.groupBy(['constructor', 'a', '__proto__', 'a'], (x) => x); eq(Object.keys(g).sort(), ['__proto__', 'a', 'constructor']); eq(g.a, ['a', 'a']);",
  }),
  codingTask('wrap', {
    ask: 'wrap loses words that are longer than the width, and gives an empty first line.',
    from: "export const wrap = (text, width) => {\n  const lines = [];\n  let line = '';\n  for (const word of text.split(' ')) {\n    if ((line + ' ' + word).length > width) { lines.push(line); line = ''; }\n    else line += ' ' + word;\n  }\n  return lines.join('\\n');\n};",
    to: "export const wrap = (text, width) => {\n  const lines = [];\n  let line = '';\n  for (const word of text.split(' ').filter(Boolean)) {\n    if (line === '') line = word;\n    else if (line.length + 1 + word.length > width) {\n      lines.push(line);\n      line = word;\n    } else line += ` ${word}`;\n  }\n  if (line !== '') lines.push(line);\n  return lines.join('\\n');\n};",
    test: "eq(m.wrap('the quick brown fox', 9), 'the quick\\nbrown fox'); eq(m.wrap('a verylongword b', 5), 'a\\nverylongword\\nb'); eq(m.wrap('', 5), '');",
  }),
  codingTask('binary-search', {
    ask: 'find([1, 3, 5], 5) says -1, and find([], 1) never ends.',
    from: 'export const find = (list, wanted) => {\n  let low = 0;\n  let high = list.length - 1;\n  do {\n    const mid = (low + high) >> 1;\n    if (list[mid] === wanted) return mid;\n    if (list[mid] < wanted) low = mid; else high = mid;\n  } while (low < high - 1 || list.length === 0);\n  return -1;\n};',
    to: 'export const find = (list, wanted) => {\n  let low = 0;\n  let high = list.length - 1;\n  while (low <= high) {\n    const mid = (low + high) >> 1;\n    if (list[mid] === wanted) return mid;\n    if (list[mid] < wanted) low = mid + 1; else high = mid - 1;\n  }\n  return -1;\n};',
    test: 'eq([1, 3, 5, 2, 9].map((x) => m.find([1, 3, 5], x)), [0, 1, 2, -1, -1]);',
  }),
  codingTask('money', {
    ask: 'split(100, 3) in cents gives 33.33 three times: every part must be a whole number of cents and the sum must stay.',
    from: 'export const split = (cents, parts) => Array.from({ length: parts }, () => cents / parts);',
    to: 'export const split = (cents, parts) =>\n  Array.from({ length: parts }, (_, at) => Math.floor(cents / parts) + (at < cents - Math.floor(cents / parts) * parts ? 1 : 0));',
    test: 'eq(m.split(100, 3), [34, 33, 33]); eq(m.split(5, 5), [1, 1, 1, 1, 1]); eq(m.split(2, 3), [1, 1, 0]);',
  }),
];
