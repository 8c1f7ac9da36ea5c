import { builtinModules } from 'node:module';
import { isFunction, type Node, nodeAt, nodesAt, parseProgram, textAt, walk } from '../observe/syntax-javascript.ts';
import type { KnownVariables, Look } from './look.ts';

/** Of the language and the platform: what they give depends on what they are given. */
const PURE = new Set(
  `Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Float32Array Float64Array Int8Array Int16Array
  Int32Array Infinity Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set
  String SyntaxError TypeError URIError Uint8Array Uint8ClampedArray Uint16Array Uint32Array WeakMap WeakRef WeakSet
  AggregateError SuppressedError DisposableStack AsyncDisposableStack DOMException Error EvalError Atomics SharedArrayBuffer
  decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape isFinite isNaN parseFloat parseInt undefined
  arguments structuredClone atob btoa AbortController AbortSignal Blob File FormData Headers Request Response fetch URL
  URLSearchParams URLPattern TextDecoder TextEncoder TextDecoderStream TextEncoderStream ReadableStream WritableStream
  TransformStream CompressionStream DecompressionStream Event EventTarget CustomEvent MessageChannel MessagePort WebSocket
  Buffer console crypto queueMicrotask setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate
  WebAssembly exports FinalizationRegistry React JSX
  window document navigator location history localStorage sessionStorage HTMLElement Element Node requestAnimationFrame
  cancelAnimationFrame getComputedStyle MutationObserver ResizeObserver IntersectionObserver customElements`.split(
    /\s+/,
  ),
);
const PURE_MODULES =
  /^(assert|buffer|console|crypto|events|path|punycode|querystring|stream|string_decoder|timers|url|util|zlib|http|https|http2|net|tls|dns|dgram|readline|test|sqlite)(\/|$)/;
const PLAIN_PROCESS =
  /^(platform|arch|version|versions|release|nextTick|emitWarning|exit|exitCode|on|once|off|addListener|removeListener|emit|stdout|stderr|stdin|hrtime|features|config|abort|kill|umask|getBuiltinModule)$/;
const PLAIN_OS = /^(EOL|platform|arch|type|endianness|constants|availableParallelism|cpus|devNull|homedir|tmpdir)$/;
const BUILTIN = new Set(builtinModules);

/** What a file looks at beside what it is given. Pure. */
export function looksJavascript(path: string, text: string, variables: KnownVariables): Look[] {
  const program = parseProgram(path, text);
  if (!program) return [];
  const names = namesOf(program);
  const tainted = new Map<string, string>();
  const counters = countersOf(program, names);
  const found: Look[] = [];
  // Twice: what is kept under a name of the file is known after the first time.
  for (const isLast of [false, true]) {
    walk(program, (node, above) => {
      const what = lookAt(node, above, { names, tainted, counters, variables });
      if (what === null) return undefined;
      const functions = above.filter(isFunction);
      const kept = functions.length === 0 ? keptUnder(above) : null;
      if (kept !== null) tainted.set(kept, `${kept}, which holds ${what.what}`);
      if (isLast && kept === null)
        found.push({
          ...{ line: lineAt(text, node.start), what: what.what, clock: what.clock },
          ...{ within: functions.map(({ start }) => lineAt(text, start)), ...decisionOf(node, above) },
        });
      return undefined;
    });
  }
  return found;
}

interface Known {
  readonly names: ReadonlyMap<string, Name>;
  readonly tainted: ReadonlyMap<string, string>;
  readonly counters: ReadonlySet<string>;
  readonly variables: KnownVariables;
}

/** A name of the file: what it was imported from, or that it is its own. */
type Name = { readonly from: string; readonly as: string } | 'own';

type Seen = { readonly what: string; readonly clock: boolean } | null;
const sign = (what: string): Seen => ({ what, clock: false });
const CLOCK: Seen = { what: 'the clock', clock: true };

function lookAt(node: Node, above: readonly Node[], known: Known): Seen {
  const parent = above.at(-1);
  if (node.type === 'MetaProperty') {
    const of = parent?.type === 'MemberExpression' ? textAt(nodeAt(parent, 'property'), 'name') : '';
    return textAt(nodeAt(node, 'meta'), 'name') !== 'import' || /^(url|dirname|filename|resolve)$/.test(of)
      ? null
      : sign(`import.meta${of === '' ? '' : `.${of}`}`);
  }
  if (node.type === 'NewExpression') return ofNew(node, parent);
  if (node.type === 'ImportExpression')
    return /Literal$/.test(nodeAt(node, 'source')?.type ?? '') ? null : sign('a module whose name is made up');
  if (node.type !== 'Identifier' || !parent || isNoReference(node, parent)) return null;
  const name = textAt(node, 'name');
  const own = known.names.get(name);
  const use = useOf(node, above);
  if (isLocal(name, above))
    return isTextOfFunction(name, use, above) ? sign('the text of a function that it is given') : null;
  if (known.counters.has(name)) return above.some(isFunction) ? { what: 'how often it was called', clock: true } : null;
  const kept = known.tainted.get(name);
  if (kept !== undefined) return above.some(isFunction) ? sign(kept) : null;
  if (own === 'own') return null;
  if (own) return isBuiltin(own.from) ? ofModule(own, use) : null;
  return ofGlobal(name, use, known.variables);
}

/** Numbers at the top of a file that its functions count with. */
function countersOf(program: Node, names: ReadonlyMap<string, Name>): Set<string> {
  const counters = new Set<string>();
  walk(program, (node, above) => {
    const isCount =
      node.type === 'UpdateExpression' ||
      (node.type === 'AssignmentExpression' && /^[+-]=$/.test(textAt(node, 'operator')));
    const name = textAt(nodeAt(node, 'argument') ?? nodeAt(node, 'left'), 'name');
    if (isCount && names.get(name) === 'own' && above.some(isFunction) && !isLocal(name, above)) counters.add(name);
    return undefined;
  });
  return counters;
}

/** `tell.toString()`, where `tell` is also called. */
function isTextOfFunction(name: string, { members, call }: Use, above: readonly Node[]): boolean {
  if (members[0] !== 'toString' || !call) return false;
  let called = false;
  for (const fn of above.filter(isFunction))
    walk(fn, (node) => {
      if (node.type === 'CallExpression' && textAt(nodeAt(node, 'callee'), 'name') === name) called = true;
      return undefined;
    });
  return called;
}

/** What is done with a name: the members that are asked for, and the call that comes of it. */
interface Use {
  readonly members: readonly string[];
  readonly call: Node | null;
  readonly computed: boolean;
  /** It becomes the `env` of something else. */
  readonly handsOn: boolean;
}

function useOf(node: Node, above: readonly Node[]): Use {
  const members: string[] = [];
  let at = node;
  let computed = false;
  for (let n = above.length - 1; n >= 0; n -= 1) {
    const parent = above[n];
    if (!parent) break;
    if (parent.type === 'CallExpression' && nodeAt(parent, 'callee') === at)
      return { members, call: parent, computed, handsOn: false };
    if (parent.type !== 'MemberExpression' || nodeAt(parent, 'object') !== at) break;
    const property = nodeAt(parent, 'property');
    const literal = parent.computed === true;
    if (literal && property?.type !== 'Literal') computed = true;
    members.push(literal ? textAt(property, 'value') : textAt(property, 'name'));
    at = parent;
  }
  const handsOn = above
    .slice(-8)
    .some((each) => each.type === 'Property' && textAt(nodeAt(each, 'key'), 'name') === 'env');
  return { members, call: null, computed, handsOn };
}

const isBuiltin = (from: string): boolean => from.startsWith('node:') || BUILTIN.has(from);

function ofModule({ from, as }: { from: string; as: string }, use: Use): Seen {
  const module = from.replace(/^node:/, '');
  const member = as === '*' || as === 'default' ? (use.members[0] ?? '') : as;
  if (member === 'getCallSites' || member === 'getCallSite') return sign('the places of its callers');
  if (PURE_MODULES.test(module)) return null;
  if (module === 'os') return PLAIN_OS.test(member) ? null : sign(`os.${member}`);
  if (module === 'fs' || module === 'fs/promises')
    return isFixed(use.call) ? sign(`a file of a fixed name (${member})`) : null;
  if (module === 'perf_hooks') return CLOCK;
  if (module === 'process')
    return ofProcess(as === '*' || as === 'default' ? use : { ...use, members: [as, ...use.members] }, {});
  if (module === 'async_hooks')
    return member === 'AsyncLocalStorage' || member === 'AsyncResource' ? null : sign(`async_hooks.${member}`);
  if (module === 'child_process' || module === 'worker_threads')
    return /^(Worker|MessageChannel|spawn|fork|exec)/.test(member) && !isFixed(use.call)
      ? null
      : sign(`${module}.${member}`);
  if (module === 'module' && member === 'createRequire') return null;
  return sign(`${module}${member === '' ? '' : `.${member}`}`);
}

function ofGlobal(name: string, use: Use, variables: KnownVariables): Seen {
  const [first = ''] = use.members;
  switch (name) {
    case 'process':
      return ofProcess(use, variables);
    case 'Date':
      return first === 'now' || (use.call !== null && use.members.length === 0) ? CLOCK : null;
    case 'performance':
      return CLOCK;
    case 'Error':
      return /^(prepareStackTrace|stackTraceLimit)$/.test(first) ? sign(`Error.${first}`) : null;
    case 'Symbol':
      return first === 'for' ? sign('Symbol.for, where runners keep things') : null;
    case 'require':
      return ofRequire(use);
    case 'module':
      return first === '' || first === 'exports' ? null : sign(`module.${first}`);
    case 'arguments':
      return first === 'callee' ? sign('its own caller') : null;
    case 'globalThis':
    case 'global':
    case 'self':
      return !use.computed && PURE.has(first) ? null : sign(name);
    case '__dirname':
    case '__filename':
      return null;
    default:
      return PURE.has(name) ? null : sign(name);
  }
}

/** What a file requires is known by the name it gives it; what is required in passing is looked at here. */
function ofRequire({ members: [first], call }: Use): Seen {
  if (!call || first !== undefined) return first === undefined || first === 'resolve' ? null : sign(`require.${first}`);
  const [source] = nodesAt(call, 'arguments');
  if (source?.type !== 'Literal') return sign('a module whose name is made up');
  const from = textAt(source, 'value');
  return isBuiltin(from) && !PURE_MODULES.test(from.replace(/^node:/, '')) && !named.has(call) ? sign(from) : null;
}

/** Calls of `require` that a name of the file stands for. */
const named = new WeakSet<Node>();

function ofProcess({ members, computed, call, handsOn }: Use, variables: KnownVariables): Seen {
  const [first = '', second] = members;
  if (first === 'env' && second !== undefined && !computed)
    return Object.hasOwn(variables, second) ? sign(`process.env.${second}, which is set where tests run`) : null;
  if (first === 'env') return handsOn ? null : sign('all variables of the process');
  if (/^(stdout|stderr|stdin)$/.test(first) && !/^(write|end|on|once|pipe|columns|rows)?$/.test(second ?? ''))
    return sign(`process.${first}.${second}`);
  if (/^(hrtime)$/.test(first)) return CLOCK;
  if (first === 'cwd' && call) return sign('process.cwd()');
  return PLAIN_PROCESS.test(first) ? null : sign(`process${first === '' ? '' : `.${first}`}`);
}

/** `new Date()`, `new Error().stack`, `const { stack } = new Error()`, `new Function('…')`. */
function ofNew(node: Node, parent: Node | undefined): Seen {
  const name = textAt(nodeAt(node, 'callee'), 'name');
  if (name === 'Date') return nodesAt(node, 'arguments').length === 0 ? CLOCK : null;
  if (name === 'Function') return sign('code that is made of a text');
  if (!/Error$/.test(name) || !parent) return null;
  const isRead = parent.type === 'MemberExpression' || nodeAt(parent, 'id')?.type === 'ObjectPattern';
  return isRead ? sign('the stack') : null;
}

/** Nothing that was given has a part in what it is asked for. */
function isFixed(call: Node | null): boolean {
  const [first] = call ? nodesAt(call, 'arguments') : [];
  if (!first) return false;
  let given = false;
  walk(first, (node, above) => {
    const parent = above.at(-1);
    if (node.type === 'Identifier' && !(parent && isNoReference(node, parent)) && !FIXED.test(textAt(node, 'name')))
      given = true;
    return undefined;
  });
  return !given;
}

const FIXED = /^(URL|__dirname|__filename|process|path|join|resolve|dirname|fileURLToPath|String|os|homedir|tmpdir)$/;

/** A name that only says which part of something is meant. */
const isNoReference = (node: Node, parent: Node): boolean =>
  (parent.type === 'MemberExpression' && nodeAt(parent, 'property') === node && parent.computed !== true) ||
  (/^(Property|PropertyDefinition|MethodDefinition|ImportAttribute)$/.test(parent.type) &&
    nodeAt(parent, 'key') === node &&
    parent.computed !== true &&
    parent.shorthand !== true) ||
  /^(Import|Export)\w*Specifier$/.test(parent.type) ||
  /^(ExportAllDeclaration|ClassExpression|LabeledStatement|BreakStatement|ContinueStatement|MetaProperty|FunctionDeclaration|FunctionExpression|ClassDeclaration)$/.test(
    parent.type,
  ) ||
  /^(TS|JSX)/.test(parent.type) ||
  (parent.type === 'UnaryExpression' && textAt(parent, 'operator') === 'typeof');

/** A name that a function around it has given itself. */
const isLocal = (name: string, above: readonly Node[]): boolean =>
  above.some((each) => isFunction(each) && localsOf(each).has(name));

const cache = new WeakMap<Node, Set<string>>();
function localsOf(fn: Node): Set<string> {
  const known = cache.get(fn);
  if (known) return known;
  const names = new Set<string>();
  const bind = (pattern: Node | null): void => {
    if (!pattern) return;
    walk(pattern, (node, above) => {
      const parent = above.at(-1);
      if (parent?.type === 'AssignmentPattern' && nodeAt(parent, 'right') === node) return false;
      if (node.type === 'Identifier' && !(parent && isNoReference(node, parent))) names.add(textAt(node, 'name'));
      return undefined;
    });
  };
  for (const param of nodesAt(fn, 'params')) bind(param);
  walk(fn, (node) => {
    if (node.type === 'VariableDeclarator') bind(nodeAt(node, 'id'));
    if (node.type === 'CatchClause') bind(nodeAt(node, 'param'));
    if (/^(Function|Class)(Declaration|Expression)$/.test(node.type)) bind(nodeAt(node, 'id'));
    if (node !== fn && isFunction(node)) for (const param of nodesAt(node, 'params')) bind(param);
    return undefined;
  });
  cache.set(fn, names);
  return names;
}

/** Names at the top of a file. */
function namesOf(program: Node): Map<string, Name> {
  const names = new Map<string, Name>();
  for (const statement of nodesAt(program, 'body')) {
    const declared = nodeAt(statement, 'declaration') ?? statement;
    if (statement.type === 'ImportDeclaration')
      for (const each of nodesAt(statement, 'specifiers'))
        names.set(textAt(nodeAt(each, 'local'), 'name'), {
          from: textAt(nodeAt(statement, 'source'), 'value'),
          as:
            each.type === 'ImportSpecifier'
              ? textAt(nodeAt(each, 'imported'), 'name')
              : each.type === 'ImportDefaultSpecifier'
                ? 'default'
                : '*',
        });
    if (/^(Function|Class|TS\w+)Declaration$/.test(declared.type))
      names.set(textAt(nodeAt(declared, 'id'), 'name'), 'own');
    for (const each of nodesAt(declared, 'declarations')) declare(each, names);
  }
  walk(program, (node) => {
    if (/^(Class|Function)Expression$/.test(node.type) && nodeAt(node, 'id'))
      names.set(textAt(nodeAt(node, 'id'), 'name'), 'own');
    return undefined;
  });
  return names;
}

function declare(each: Node, names: Map<string, Name>): void {
  const id = nodeAt(each, 'id');
  const init = nodeAt(each, 'init');
  const callee = init && nodeAt(init, 'callee');
  const from =
    init?.type === 'CallExpression' && textAt(callee, 'name') === 'require'
      ? textAt(nodesAt(init, 'arguments')[0] ?? null, 'value')
      : '';
  if (!id) return;
  if (init && from !== '') named.add(init);
  if (id.type === 'Identifier') names.set(textAt(id, 'name'), from === '' ? 'own' : { from, as: '*' });
  for (const property of nodesAt(id, 'properties'))
    names.set(
      textAt(nodeAt(property, 'value'), 'name'),
      from === '' ? 'own' : { from, as: textAt(nodeAt(property, 'key'), 'name') },
    );
}

/** The name under which the file keeps what is looked at as it is loaded. */
function keptUnder(above: readonly Node[]): string | null {
  const declarator = above.find(({ type }) => type === 'VariableDeclarator');
  const name = declarator && textAt(nodeAt(declarator, 'id'), 'name');
  return name ? name : null;
}

/** What is decided by it, where it stands in a condition. */
function decisionOf(node: Node, above: readonly Node[]): Pick<Look, 'decides' | 'condition'> {
  const decided = ({ start, end }: Node) => ({ decides: true, condition: { start, end } });
  let at = node;
  for (let n = above.length - 1; n >= 0; n -= 1) {
    const parent = above[n];
    if (!parent || isFunction(parent)) break;
    if (nodeAt(parent, 'test') === at) return decided(at);
    if (nodeAt(parent, 'discriminant') === at) return { decides: true };
    if (
      parent.type === 'LogicalExpression' &&
      nodeAt(parent, 'left') === at &&
      textAt(parent, 'operator') !== '??' &&
      !isTested(parent, above.slice(0, n))
    )
      return decided(at);
    if (
      parent.type === 'BinaryExpression' &&
      /^[<>!=]/.test(textAt(parent, 'operator')) &&
      !isTested(parent, above.slice(0, n))
    )
      return decided(parent);
    at = parent;
  }
  return { decides: false };
}

/** It is a part of a condition that is larger. */
const isTested = (node: Node, above: readonly Node[]): boolean => {
  let at = node;
  for (let n = above.length - 1; n >= 0; n -= 1) {
    const parent = above[n];
    if (!parent || isFunction(parent)) return false;
    if (nodeAt(parent, 'test') === at) return true;
    if (!/^(Logical|Binary|Unary|Parenthesized)Expression$/.test(parent.type)) return false;
    at = parent;
  }
  return false;
};

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;
