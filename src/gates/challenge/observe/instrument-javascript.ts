import { applyEdits, type LineRange, type TextEdit } from '#code/mutants/mutant.ts';
import { ownNames, writtenAssertion } from './assertions-javascript.ts';
import { isFunction, type Node, nodeAt, nodesAt, parseProgram, rootName, textAt, walk } from './syntax-javascript.ts';

/** A function of the change, as it is written. */
export interface SeenFunction {
  readonly id: string;
  readonly name: string;
  readonly line: number;
  /** Under which names the module exports it; a method or an inner function has none. */
  readonly exports: readonly string[];
  readonly kind: 'plain' | 'async' | 'generator';
  /** False where nothing in it says `this`: whoever it is called on makes no difference to it. */
  readonly needsThis?: boolean;
  /** Of a method: its class, as the module gives it away, and its own name there. */
  readonly method?: { readonly of: string; readonly name: string } | undefined;
  /** Of a function inside of another: the id of that one. */
  readonly within?: string | undefined;
}

export interface SeenAssertion {
  readonly id: string;
  readonly how: string;
  readonly line: number;
  /** Of the test it stands in; null outside of any. */
  readonly test: string | null;
  /** Whoever passes the test has passed it; not where it says that one must not get there, or is what is tested. */
  readonly must: boolean;
}

export interface Instrumented {
  readonly text: string;
  readonly functions: readonly SeenFunction[];
  /** Tests by the line they begin in. */
  readonly tests: ReadonlyMap<string, number>;
  readonly assertions: readonly SeenAssertion[];
}

export interface InstrumentOrder {
  readonly path: string;
  readonly text: string;
  /** Where the recorder lies, as the run sees it. */
  readonly recorder: string;
  /** For ids, and for the names that are put into the text. */
  readonly key: string;
  /** Of changed lines: functions that have one are told of. */
  readonly lines?: readonly LineRange[] | undefined;
  /** Begins of tests: the functions that are given to calls which begin there. */
  readonly tests?: readonly number[];
  /** Whether assertions are left as they are. */
  readonly bodiesOnly?: boolean;
  /** Whether a run goes on behind an assertion that fails. */
  readonly soft?: boolean;
}

/**
 * The same text with its functions, tests and assertions told of as they run. Bodies are rewritten in place, nothing is
 * wrapped: names, arity, identity and hoisting stay as they are. Null where the text does not parse.
 */
export function instrumentJavascript(order: InstrumentOrder): Instrumented | null {
  const { path, text, key } = order;
  const program = parseProgram(path, text);
  if (!program) return null;
  const lineOf = linesOf(text);
  const edits: TextEdit[] = [];
  const put = (at: number, words: string): void => void edits.push({ start: at, end: at, replacement: words });
  const functions: SeenFunction[] = [];
  const tests = new Map<string, number>();
  const assertions: SeenAssertion[] = [];
  const exported = exportsOf(program);
  const wanted = new Set(order.tests ?? []);
  const bodies = new Map<Node, string>();
  const ids = new Map<Node, string>();
  const isTests = order.tests !== undefined;
  const own = isTests ? ownNames(program) : new Set<string>();
  walk(program, (node, above) => {
    if (isFunction(node) && nodeAt(node, 'body')) {
      const parent = above.at(-1);
      const call = testCallOf(node, above);
      const line = lineOf(node.start);
      if (isTests) {
        const begin = call && lineOf(call.start);
        // What stands in one line with a test is not all a test: the suite around it, a function that it hands on.
        const isTest = !SUITES.test(rootName(call)) && !above.some((each) => bodies.has(each));
        if (call && begin !== null && wanted.has(begin) && isTest) {
          const id = `${key}t${tests.size}`;
          bodies.set(node, id);
          tests.set(id, begin);
          wrapBody(node, text, put, `${key}()`, `b(${JSON.stringify(id)})`, `${key}v${node.start}`);
        }
        return undefined;
      }
      const last = lineOf(node.end);
      if (order.lines && !order.lines.some((range) => range.first <= last && range.last >= line)) return undefined;
      const id = `${key}f${functions.length}`;
      const name = nameOf(node, above, text);
      const kind = node.generator === true ? 'generator' : node.async === true ? 'async' : 'plain';
      const isConstructor = parent?.type === 'MethodDefinition' && textAt(parent, 'kind') === 'constructor';
      const names = above.some(isFunction) ? [] : exported(name, node);
      ids.set(node, id);
      const around = above.findLast(isFunction);
      functions.push({
        ...{ id, name, line, exports: names, kind, needsThis: saysThis(node), method: methodOf(node, above, exported) },
        within: around && ids.get(around),
      });
      const args =
        node.type === 'ArrowFunctionExpression'
          ? `[${nodesAt(node, 'params')
              .map((each) => rebuild(each, text))
              .join(', ')}]`
          : 'arguments';
      // What is made anew is known from its first moment, but for classes that ask another one first.
      const isFirst = isConstructor && !nodeAt(above.at(-3) ?? node, 'superClass');
      const self = node.type === 'ArrowFunctionExpression' || (isConstructor && !isFirst) ? 'undefined' : 'this';
      wrapBody(
        node,
        text,
        put,
        `${key}()`,
        `i(${JSON.stringify(id)}, ${args}, ${self}, '${isFirst ? 'new' : kind}'${standsIn(node, around)})`,
        `${key}v${node.start}`,
      );
      return undefined;
    }
    if (isTests && !order.bodiesOnly) assertion(node, above);
    return undefined;
  });

  /** The call of the function around one, where that is known; what else it stands in is not. */
  function standsIn(node: Node, around: Node | undefined): string {
    if (!around) return '';
    const body = nodeAt(around, 'body');
    return ids.has(around) && body && node.start >= body.start ? `, ${key}v${around.start}` : ', null';
  }

  /** What an assertion is given and wants is handed through; that it was passed is told after it. */
  function assertion(node: Node, above: readonly Node[]): void {
    const found = writtenAssertion(node, above, own);
    if (!found) return;
    const { whole, how, given, wants, must } = found;
    const body = above.find((each) => bodies.has(each));
    const id = `${key}a${assertions.length}`;
    const line = lineOf(whole.start);
    assertions.push({ id, how, line, test: (body && bodies.get(body)) ?? null, must });
    const soft = order.soft && !waits(whole);
    put(whole.start, `${key}().${soft ? 's' : 'd'}(${JSON.stringify(id)}, ${soft ? '() => (' : ''}`);
    put(whole.end, soft ? '))' : ')');
    for (const [part, word] of [
      [given, 'g'],
      [wants, 'w'],
    ] as const) {
      if (!part || part.type === 'SpreadElement') continue;
      put(part.start, `${key}().${word}(${JSON.stringify(id)}, (`);
      put(part.end, '))');
    }
  }

  if (isTests && tests.size === 0 && assertions.length === 0) return { text, functions, tests, assertions };
  const load = loader(key, order.recorder, /\.[cm]?tsx?$/.test(path));
  const body = nodesAt(program, 'body');
  // Where a compiler stands before the tests (ts-jest, a build), types are not what is asked about. Said behind what
  // must stand first (`#!`, a comment for the runner) and before anything else.
  if (/\.[cm]?tsx?$/.test(path)) edits.unshift({ start: body[0]?.start ?? 0, end: 0, replacement: '// @ts-nocheck\n' });
  const first = body.find((node) => typeof node.directive !== 'string');
  put(first?.start ?? 0, `${load}${isTests ? `${key}();` : `${key}().l(true, ${JSON.stringify(path)});`} `);
  if (!isTests) put(body.at(-1)?.end ?? text.length, ` ;${key}().l(false);`);
  return { text: ordered(text, edits), functions, tests, assertions };
}

/** It waits for something itself, and not in a function of its own. */
const waits = (node: Node): boolean => {
  let said = false;
  walk(node, (each) => {
    if (isFunction(each)) return false;
    if (each.type === 'AwaitExpression' || each.type === 'YieldExpression') said = true;
    return undefined;
  });
  return said;
};

const saysThis = (node: Node): boolean => {
  let said = false;
  walk(node, ({ type }) => {
    if (type === 'ThisExpression' || type === 'Super') said = true;
    return undefined;
  });
  return said;
};

/** Takes the recorder in by Node's own ways, whatever the project's are; where types are checked, without any. */
function loader(key: string, recorder: string, typed: boolean): string {
  const file = JSON.stringify(recorder);
  const load = `createRequire(${file})(${file})(globalThis.process, globalThis)`;
  return typed
    ? `function ${key}(): any { const own: any = ${key}, node: any = globalThis.process; return (own.r ??= node.getBuiltinModule('module').${load}); } `
    : `function ${key}() { return (${key}.r ??= globalThis.process.getBuiltinModule('module').${load}); } `;
}

/** Insertions at one place keep the order in which they were made, but for what closes. */
function ordered(text: string, edits: readonly TextEdit[]): string {
  const byPlace = new Map<number, string[]>();
  for (const { start, replacement } of edits) {
    const here = byPlace.get(start) ?? [];
    if (/^[)}]|^ \}|^;? ?\}/.test(replacement)) here.unshift(replacement);
    else here.push(replacement);
    byPlace.set(start, here);
  }
  return applyEdits(
    text,
    [...byPlace].map(([start, words]) => ({ start, end: start, replacement: words.join('') })),
  );
}

const SUITES = /^(describe|suite|context|xdescribe|fdescribe)$/;
/** The call that is given this function, where it looks like a test: `it('…', () => {})`, `test.each(…)('…', …)`. */
function testCallOf(node: Node, above: readonly Node[]): Node | null {
  const parent = above.at(-1);
  if (parent?.type !== 'CallExpression' || !nodesAt(parent, 'arguments').includes(node)) return null;
  return parent;
}

function wrapBody(
  node: Node,
  text: string,
  put: (at: number, words: string) => void,
  recorder: string,
  enter: string,
  name: string,
): void {
  const body = nodeAt(node, 'body');
  if (!body) return;
  const open = `const ${name} = ${recorder}.${enter}; try { `;
  const close = ` } catch (error) { throw ${name}.t(error); } finally { ${name}.f(); }`;
  if (body.type !== 'BlockStatement') {
    // An object literal stands in brackets, which lie outside of the node.
    const from = text.indexOf('=>', lastParameterEnd(node)) + 2;
    put(from, ` { ${open}return ${name}.o((`);
    put(node.end, `)); ${close} }`);
    return;
  }
  const [first] = nodesAt(body, 'body').filter((each) => typeof each.directive !== 'string');
  if (!first) return put(body.end - 1, ` ${open}${close} `);
  put(first.start, open);
  put(body.end - 1, `${close} `);
  walk(body, (inner) => {
    if (isFunction(inner)) return false;
    if (inner.type !== 'ReturnStatement') return undefined;
    const value = nodeAt(inner, 'argument');
    if (!value) return undefined;
    const semicolon = text[inner.end - 1] === ';' ? inner.end - 1 : inner.end;
    put(inner.start + 'return'.length, ` ${name}.o((`);
    put(semicolon, '))');
    return undefined;
  });
}

/** Where to look for the arrow: behind the parameters and what is said of the result. */
function lastParameterEnd(node: Node): number {
  const ends = nodesAt(node, 'params').map(({ end }) => end);
  return Math.max(node.start, ...ends, nodeAt(node, 'returnType')?.end ?? 0);
}

/** An expression for what a parameter was given, from the names it has been taken apart into. */
function rebuild(pattern: Node, text: string): string {
  switch (pattern.type) {
    case 'AssignmentPattern':
      return rebuild(nodeAt(pattern, 'left') ?? pattern, text);
    case 'RestElement':
      return `...${rebuild(nodeAt(pattern, 'argument') ?? pattern, text)}`;
    case 'ArrayPattern':
      return `[${(Array.isArray(pattern.elements) ? pattern.elements : []).map((each: Node | null) => (each ? rebuild(each, text) : 'undefined')).join(', ')}]`;
    case 'ObjectPattern':
      return `{ ${nodesAt(pattern, 'properties')
        .map((each) => {
          if (each.type === 'RestElement') return rebuild(each, text);
          const key = nodeAt(each, 'key');
          const value = nodeAt(each, 'value');
          const word = key ? text.slice(key.start, key.end) : '';
          return `${each.computed === true ? `[${word}]` : word}: ${value ? rebuild(value, text) : 'undefined'}`;
        })
        .join(', ')} }`;
    case 'TSParameterProperty':
      return rebuild(nodeAt(pattern, 'parameter') ?? pattern, text);
    case 'Identifier':
      return textAt(pattern, 'name');
    default:
      return 'undefined';
  }
}

function nameOf(node: Node, above: readonly Node[], text: string): string {
  const own = nodeAt(node, 'id');
  if (own) return textAt(own, 'name');
  const parent = above.at(-1);
  const label = parent && (nodeAt(parent, 'id') ?? nodeAt(parent, 'key') ?? nodeAt(parent, 'left'));
  if (!label) return parent?.type === 'ExportDefaultDeclaration' ? 'default' : 'anonymous';
  return text
    .slice(label.start, label.end)
    .replace(/:[\s\S]*$/, '')
    .replace(/^(module\.)?exports\./, '')
    .slice(0, 80);
}

/** A method that anybody can call who has an object of its class: neither private nor a property that is read. */
function methodOf(
  node: Node,
  above: readonly Node[],
  exported: (name: string, node: Node) => string[],
): SeenFunction['method'] {
  const [kind, , definition] = [above.at(-3), above.at(-2), above.at(-1)];
  if (!kind || definition?.type !== 'MethodDefinition' || definition.static === true || definition.computed === true)
    return undefined;
  const key = nodeAt(definition, 'key');
  if (key?.type !== 'Identifier' || !/^(method|constructor)$/.test(textAt(definition, 'kind'))) return undefined;
  const own = above.slice(0, -3).some(isFunction) ? '' : textAt(nodeAt(kind, 'id'), 'name');
  const [of] = exported(own || nameOf(kind, above.slice(0, -3), ''), node);
  return of === undefined ? undefined : { of, name: textAt(key, 'name') };
}

/** Which names a module gives a function away under: the syntax of both module systems. */
function exportsOf(program: Node): (name: string, node: Node) => string[] {
  const names = new Map<string, string[]>();
  const add = (local: string, as: string): void => void names.set(local, [...(names.get(local) ?? []), as]);
  for (const statement of nodesAt(program, 'body')) {
    const declared = nodeAt(statement, 'declaration');
    if (statement.type === 'ExportDefaultDeclaration' && declared) {
      add(
        declared.type === 'Identifier' ? textAt(declared, 'name') : textAt(nodeAt(declared, 'id'), 'name') || 'default',
        'default',
      );
    }
    if (statement.type === 'ExportNamedDeclaration') {
      for (const each of declared
        ? [nodeAt(declared, 'id'), ...nodesAt(declared, 'declarations').map((one) => nodeAt(one, 'id'))]
        : []) {
        const name = textAt(each, 'name');
        if (name !== '') add(name, name);
      }
      for (const each of nodeAt(statement, 'source') ? [] : nodesAt(statement, 'specifiers'))
        add(wordOf(nodeAt(each, 'local')), wordOf(nodeAt(each, 'exported')));
    }
    const assigned = nodeAt(statement, 'expression');
    if (assigned?.type === 'AssignmentExpression') commonjs(assigned, add);
  }
  return (name) => names.get(name) ?? [];
}

const wordOf = (node: Node | null): string => textAt(node, 'name') || textAt(node, 'value');

function commonjs(assigned: Node, add: (local: string, as: string) => void): void {
  const target = nodeAt(assigned, 'left');
  const value = nodeAt(assigned, 'right');
  if (target?.type !== 'MemberExpression' || !value) return;
  const root = rootName(target);
  const property = textAt(nodeAt(target, 'property'), 'name');
  if (root !== 'module' && root !== 'exports') return;
  if (root === 'module' && property === 'exports') {
    if (value.type === 'Identifier') add(textAt(value, 'name'), 'default');
    for (const each of value.type === 'ObjectExpression' ? nodesAt(value, 'properties') : []) {
      const key = wordOf(nodeAt(each, 'key'));
      const given = nodeAt(each, 'value');
      if (key !== '') add(given?.type === 'Identifier' ? textAt(given, 'name') : key, key);
    }
    if (value.type === 'AssignmentExpression') commonjs(value, add);
    else if (isFunction(value)) add(textAt(nodeAt(value, 'id'), 'name') || 'module.exports', 'default');
    return;
  }
  add(value.type === 'Identifier' ? textAt(value, 'name') : textAt(nodeAt(value, 'id'), 'name') || property, property);
}

function linesOf(text: string): (at: number) => number {
  const begins = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) begins.push(at + 1);
  return (at) => {
    let low = 0;
    let high = begins.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((begins[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
