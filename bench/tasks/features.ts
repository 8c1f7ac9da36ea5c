// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are programs.
import { codingTask } from './task.ts';

const feature = (name: string, brief: Omit<Parameters<typeof codingTask>[1], 'kind'>) =>
  codingTask(name, { ...brief, kind: 'feature' });

/** Things that somebody asks a small library for. */
export const FEATURE_TASKS = [
  feature('stack', {
    ask: 'Give Stack a peek() that shows the top without taking it, and make pop() of an empty stack an Error("empty").',
    from: 'export class Stack {\n  #items = [];\n  push(item) { this.#items.push(item); }\n  pop() { return this.#items.pop(); }\n}',
    to: "export class Stack {\n  #items = [];\n  push(item) { this.#items.push(item); }\n  peek() { return this.#items.at(-1); }\n  pop() {\n    if (this.#items.length === 0) throw new Error('empty');\n    return this.#items.pop();\n  }\n}",
    test: 'const s = new m.Stack(); throws(() => s.pop(), /empty/); s.push(1); s.push(2); eq([s.peek(), s.pop(), s.pop()], [2, 2, 1]);',
  }),
  feature('duration', {
    ask: 'Add parse(text): "1h 30m" is 5400 seconds; units h, m, s; anything else is a RangeError.',
    from: 'export const UNITS = { h: 3600, m: 60, s: 1 };',
    to: 'export const UNITS = { h: 3600, m: 60, s: 1 };\nexport const parse = (text) => {\n  if (!/^\\s*(\\d+[hms]\\s*)+$/.test(text)) throw new RangeError(`not a duration: ${text}`);\n  return [...text.matchAll(/(\\d+)([hms])/g)].reduce((sum, [, n, unit]) => sum + Number(n) * UNITS[unit], 0);\n};',
    test: "eq(m.parse('1h 30m'), 5400); eq(m.parse('45s'), 45); throws(() => m.parse('x'), RangeError); throws(() => m.parse(''), RangeError);",
  }),
  feature('zip', {
    ask: 'Add unzip, which undoes zip, and let zip take any number of lists.',
    from: 'export const zip = (a, b) => a.map((each, at) => [each, b[at]]);',
    to: 'export const zip = (...lists) => {\n  const length = Math.max(0, ...lists.map((list) => list.length));\n  return Array.from({ length }, (_, at) => lists.map((list) => list[at]));\n};\nexport const unzip = (rows) => zip(...rows);',
    test: "eq(m.zip([1, 2], ['a', 'b'], [true, false]), [[1, 'a', true], [2, 'b', false]]); eq(m.unzip([[1, 'a'], [2, 'b']]), [[1, 2], ['a', 'b']]); eq(m.zip(), []);",
  }),
  feature('pick', {
    ask: 'Let pick take paths such as "user.name"; what is not there is left out.',
    from: 'export const pick = (object, keys) => Object.fromEntries(keys.map((key) => [key, object[key]]));',
    to: "export const pick = (object, keys) => {\n  const out = {};\n  for (const key of keys) {\n    const parts = key.split('.');\n    let from = object;\n    for (const part of parts) from = from !== null && typeof from === 'object' && Object.hasOwn(from, part) ? from[part] : undefined;\n    if (from === undefined) continue;\n    let to = out;\n    for (const part of parts.slice(0, -1)) to = to[part] ??= {};\n    to[parts.at(-1)] = from;\n  }\n  return out;\n};",
    test: "eq(m.pick({ user: { name: 'x', age: 3 }, z: 1 }, ['user.name', 'z', 'none.at.all']), { user: { name: 'x' }, z: 1 });",
  }),
  feature('template', {
    ask: 'Let render take filters: {{ name | upper }} and {{ name | default:"nobody" }}.',
    from: "export const render = (text, data) => text.replace(/{{\\s*(\\w+)\\s*}}/g, (_, key) => data[key] ?? '');",
    to: "const apply = (value, filter) => {\n  if (filter === 'upper') return String(value ?? '').toUpperCase();\n  const [, fallback] = /^default:\"(.*)\"$/.exec(filter) ?? [];\n  return fallback !== undefined && (value === undefined || value === '') ? fallback : value;\n};\nexport const render = (text, data) =>\n  text.replace(/{{\\s*(\\w+)((?:\\s*\\|[^|}]*)*)\\s*}}/g, (_, key, filters) =>\n    String(filters.split('|').map((each) => each.trim()).filter(Boolean).reduce(apply, data[key]) ?? ''));",
    test: "eq(m.render('Hi {{ name | upper }}!', { name: 'ann' }), 'Hi ANN!'); eq(m.render('Hi {{ name | default:\"nobody\" }}', {}), 'Hi nobody'); eq(m.render('{{a}}{{ b }}', { a: 1 }), '1');",
  }),
  feature('queue', {
    ask: 'Add limit(n): it gives a function that runs async functions, at most n at once, in order of asking.',
    from: 'export const limit = undefined;',
    to: 'export const limit = (n) => {\n  let running = 0;\n  const waiting = [];\n  const next = () => {\n    if (running >= n || waiting.length === 0) return;\n    running += 1;\n    const { fn, resolve, reject } = waiting.shift();\n    Promise.resolve().then(fn).then(resolve, reject).finally(() => { running -= 1; next(); });\n  };\n  return (fn) => new Promise((resolve, reject) => { waiting.push({ fn, resolve, reject }); next(); });\n};',
    test: 'const run = m.limit(2); let now = 0; let most = 0; const order = []; const job = (id) => run(async () => { order.push(id); now += 1; most = Math.max(most, now); await new Promise((r) => setTimeout(r, 2)); now -= 1; return id; }); eq(await Promise.all([1, 2, 3, 4, 5].map(job)), [1, 2, 3, 4, 5]); eq([most, order], [2, [1, 2, 3, 4, 5]]); await rejects(run(async () => { throw new Error("x"); }), /x/);',
  }),
  feature('glob', {
    ask: 'Add matches(pattern, path): * is any part of a name, ** any folders, ? one character.',
    from: 'export {};',
    to: "export const matches = (pattern, path) => {\n  const source = pattern\n    .split(/(\\*\\*\\/|\\*\\*|\\*|\\?)/)\n    .map((part) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' })[part] ?? part.replace(/[.+^${}()|[\\]\\\\]/g, '\\\\$&'))\n    .join('');\n  return new RegExp(`^${source}$`).test(path);\n};",
    test: "eq([['*.js', 'a.js'], ['*.js', 'x/a.js'], ['**/*.js', 'x/y/a.js'], ['**/*.js', 'a.js'], ['a?c', 'abc'], ['a.c', 'abc'], ['src/**', 'src/x/y']].map(([p, f]) => m.matches(p, f)), [true, false, true, true, true, false, true]);",
  }),
  feature('diff', {
    ask: 'Add diffLines(a, b): rows of [" " | "-" | "+", line], the smallest change.',
    from: 'export {};',
    to: "export const diffLines = (a, b) => {\n  const [x, y] = [a.split('\\n'), b.split('\\n')];\n  const table = Array.from({ length: x.length + 1 }, () => new Array(y.length + 1).fill(0));\n  for (let i = x.length - 1; i >= 0; i -= 1)\n    for (let j = y.length - 1; j >= 0; j -= 1)\n      table[i][j] = x[i] === y[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);\n  const out = [];\n  let [i, j] = [0, 0];\n  while (i < x.length || j < y.length) {\n    if (i < x.length && j < y.length && x[i] === y[j]) { out.push([' ', x[i]]); i += 1; j += 1; }\n    else if (i < x.length && (j === y.length || table[i + 1][j] >= table[i][j + 1])) { out.push(['-', x[i]]); i += 1; }\n    else { out.push(['+', y[j]]); j += 1; }\n  }\n  return out;\n};",
    test: "eq(m.diffLines('a\\nb\\nc', 'a\\nc\\nd'), [[' ', 'a'], ['-', 'b'], [' ', 'c'], ['+', 'd']]); eq(m.diffLines('x', 'x'), [[' ', 'x']]);",
  }),
  feature('ini', {
    ask: 'Add parse(text) for INI files: [section], key = value, ; and # comments, keys before a section at the top.',
    from: 'export {};',
    to: "export const parse = (text) => {\n  const out = {};\n  let at = out;\n  for (const raw of text.split(/\\r?\\n/)) {\n    const line = raw.trim();\n    if (line === '' || /^[;#]/.test(line)) continue;\n    const [, section] = /^\\[(.+)\\]$/.exec(line) ?? [];\n    if (section !== undefined) { at = out[section] ??= {}; continue; }\n    const eq = line.indexOf('=');\n    at[(eq === -1 ? line : line.slice(0, eq)).trim()] = eq === -1 ? '' : line.slice(eq + 1).trim();\n  }\n  return out;\n};",
    test: "eq(m.parse('top = 1\\n; c\\n[a]\\nx = y = z\\n# c\\n[b]\\nflag'), { top: '1', a: { x: 'y = z' }, b: { flag: '' } });",
  }),
  feature('matrix', {
    ask: 'Add transpose and multiply; sizes that do not fit are a RangeError.',
    from: 'export {};',
    to: "export const transpose = (rows) => (rows[0] ?? []).map((_, at) => rows.map((row) => row[at]));\nexport const multiply = (a, b) => {\n  if ((a[0] ?? []).length !== b.length) throw new RangeError('sizes do not fit');\n  const columns = transpose(b);\n  return a.map((row) => columns.map((column) => row.reduce((sum, each, at) => sum + each * column[at], 0)));\n};",
    test: 'eq(m.transpose([[1, 2, 3], [4, 5, 6]]), [[1, 4], [2, 5], [3, 6]]); eq(m.multiply([[1, 2], [3, 4]], [[5, 6], [7, 8]]), [[19, 22], [43, 50]]); throws(() => m.multiply([[1]], [[1], [2]]), RangeError);',
  }),
  feature('flatten', {
    ask: 'Add flattenKeys({a:{b:1}}) => {"a.b":1} and its inverse unflattenKeys; lists stay as they are.',
    from: 'export {};',
    to: "const isPlain = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);\nexport const flattenKeys = (object, prefix = '') =>\n  Object.entries(object).reduce((out, [key, value]) => isPlain(value) && Object.keys(value).length > 0 ? { ...out, ...flattenKeys(value, `${prefix}${key}.`) } : { ...out, [`${prefix}${key}`]: value }, {});\nexport const unflattenKeys = (flat) => {\n  const out = {};\n  for (const [path, value] of Object.entries(flat)) {\n    const parts = path.split('.');\n    let at = out;\n    for (const part of parts.slice(0, -1)) at = at[part] ??= {};\n    at[parts.at(-1)] = value;\n  }\n  return out;\n};",
    test: "const o = { a: { b: 1, c: { d: [1, 2] } }, e: {} }; eq(m.flattenKeys(o), { 'a.b': 1, 'a.c.d': [1, 2], e: {} }); eq(m.unflattenKeys(m.flattenKeys(o)), o);",
  }),
  feature('args', {
    ask: 'Add parseArgs(list): --name value, --name=value, --flag, -abc, and the rest in _; everything after -- is rest.',
    from: 'export {};',
    to: "export const parseArgs = (list) => {\n  const out = { _: [] };\n  for (let i = 0; i < list.length; i += 1) {\n    const word = list[i];\n    if (word === '--') { out._.push(...list.slice(i + 1)); break; }\n    const [, name, value] = /^--([^=]+)(?:=([\\s\\S]*))?$/.exec(word) ?? [];\n    if (name !== undefined) {\n      const next = list[i + 1];\n      if (value !== undefined) out[name] = value;\n      else if (next !== undefined && !next.startsWith('-')) { out[name] = next; i += 1; }\n      else out[name] = true;\n    } else if (/^-[a-z]+$/i.test(word)) for (const letter of word.slice(1)) out[letter] = true;\n    else out._.push(word);\n  }\n  return out;\n};",
    test: "eq(m.parseArgs(['a', '--x', '1', '--y=2=3', '--flag', '-ab', '--', '--z']), { _: ['a', '--z'], x: '1', y: '2=3', flag: true, a: true, b: true });",
  }),
  feature('bytes', {
    ask: 'Add format(bytes): 0 B, 1023 B, 1.0 KB, 1.5 MB, one digit behind the point, in steps of 1024 up to TB.',
    from: 'export {};',
    to: "const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];\nexport const format = (bytes) => {\n  let at = 0;\n  let value = bytes;\n  while (value >= 1024 && at < UNITS.length - 1) { value /= 1024; at += 1; }\n  return at === 0 ? `${value} B` : `${value.toFixed(1)} ${UNITS[at]}`;\n};",
    test: "eq([0, 1023, 1024, 1572864, 1024 ** 5].map(m.format), ['0 B', '1023 B', '1.0 KB', '1.5 MB', '1024.0 TB']);",
  }),
  feature('trie', {
    ask: 'Add a Trie with add(word) and startingWith(prefix), words in alphabetical order.',
    from: 'export class Trie {}',
    to: 'export class Trie {\n  #words = new Set();\n  add(word) { this.#words.add(word); }\n  startingWith(prefix) { return [...this.#words].filter((word) => word.startsWith(prefix)).sort(); }\n}',
    test: "const t = new m.Trie(); for (const w of ['car', 'card', 'cat', 'dog', 'car']) t.add(w); eq(t.startingWith('ca'), ['car', 'card', 'cat']); eq(t.startingWith('x'), []); eq(t.startingWith(''), ['car', 'card', 'cat', 'dog']);",
  }),
  feature('schedule', {
    ask: 'Add order(tasks): names of {name: [needs]} so that each comes after what it needs, alphabetical where free; a circle is an Error that names it.',
    from: 'export {};',
    to: "export const order = (tasks) => {\n  const done = [];\n  const left = new Set(Object.keys(tasks));\n  while (left.size > 0) {\n    const next = [...left].filter((name) => tasks[name].every((need) => !left.has(need))).sort()[0];\n    if (next === undefined) throw new Error(`circle: ${[...left].sort().join(', ')}`);\n    left.delete(next);\n    done.push(next);\n  }\n  return done;\n};",
    test: "eq(m.order({ c: ['a', 'b'], b: ['a'], a: [], d: [] }), ['a', 'b', 'c', 'd']); throws(() => m.order({ a: ['b'], b: ['a'] }), /a.*b/);",
  }),
  feature('mask', {
    ask: 'Add mask(text): hides all but the last four digits of card numbers of 13 to 19 digits, with spaces or hyphens in between.',
    from: 'export {};',
    to: "export const mask = (text) =>\n  text.replace(/(?<!\\d)\\d(?:[ -]?\\d){12,18}(?!\\d)/g, (number) => {\n    let left = number.replace(/\\D/g, '').length - 4;\n    return number.replace(/\\d/g, (digit) => (left-- > 0 ? '*' : digit));\n  });",
    test: "eq(m.mask('card 4111 1111 1111 1111, ok'), 'card **** **** **** 1111, ok'); eq(m.mask('4111-1111-1111-1111'), '****-****-****-1111'); eq(m.mask('phone 030 123456'), 'phone 030 123456');",
  }),
  feature('pages', {
    ask: 'Add pages(current, total): always first, last, current and its neighbours, with null for each gap.',
    from: 'export {};',
    to: 'export const pages = (current, total) => {\n  const wanted = [1, current - 1, current, current + 1, total].filter((n) => n >= 1 && n <= total);\n  const sorted = [...new Set(wanted)].sort((a, b) => a - b);\n  return sorted.flatMap((n, at) => (at > 0 && n - sorted[at - 1] > 1 ? [null, n] : [n]));\n};',
    test: 'eq(m.pages(5, 10), [1, null, 4, 5, 6, null, 10]); eq(m.pages(1, 3), [1, 2, 3]); eq(m.pages(1, 1), [1]); eq(m.pages(2, 4), [1, 2, 3, 4]);',
  }),
  feature('once', {
    ask: 'Add once(fn): the first call counts; later ones give the same answer; if it throws, the next call tries again.',
    from: 'export {};',
    to: 'export const once = (fn) => {\n  let made;\n  return (...args) => {\n    made ??= { value: fn(...args) };\n    return made.value;\n  };\n};',
    test: "let n = 0; const f = m.once((x) => { n += 1; return x; }); eq([f(1), f(2), n], [1, 1, 1]); let t = 0; const g = m.once(() => { t += 1; if (t === 1) throw new Error('x'); return undefined; }); throws(() => g()); g(); g(); eq(t, 2);",
  }),
];
