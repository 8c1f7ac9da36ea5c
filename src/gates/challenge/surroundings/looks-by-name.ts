import { builtinModules } from 'node:module';
import { runnerNames } from '#project/test-runners/known-runners.ts';
import { type Node, nodeAt, nodesAt, textAt, walkSyntax, withoutWraps } from '../observe/syntax-javascript.ts';
import type { KnownVariables } from './look.ts';
import { isKeptByName, isNoReference } from './names-javascript.ts';
import type { Use } from './use-of-name.ts';

/** Built-ins of the language and the platform: their results depend only on their arguments. */
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
  cancelAnimationFrame getComputedStyle MutationObserver ResizeObserver IntersectionObserver customElements
  HTMLAnchorElement HTMLButtonElement HTMLCanvasElement HTMLDivElement HTMLFormElement HTMLIFrameElement HTMLImageElement
  HTMLInputElement HTMLLinkElement HTMLMediaElement HTMLOptionElement HTMLScriptElement HTMLSelectElement HTMLSlotElement
  HTMLStyleElement HTMLTemplateElement HTMLTextAreaElement HTMLVideoElement SVGElement SVGSVGElement Document
  DocumentFragment ShadowRoot NodeList NodeFilter Window Text Range Selection CSSStyleSheet DOMParser DOMRect XMLSerializer
  XMLHttpRequest FileReader FileList Image ImageData EventSource BroadcastChannel CryptoKey Float16Array
  ErrorEvent CloseEvent MessageEvent ProgressEvent KeyboardEvent MouseEvent PointerEvent InputEvent FocusEvent
  PromiseRejectionEvent ReadableStreamDefaultReader ReadableStreamBYOBReader ReadableStreamDefaultController
  ReadableByteStreamController WritableStreamDefaultWriter WritableStreamDefaultController
  TransformStreamDefaultController ByteLengthQueuingStrategy CountQueuingStrategy`.split(/\s+/),
);
const PURE_MODULES =
  /^(assert|buffer|console|crypto|events|path|punycode|querystring|stream|string_decoder|timers|url|util|zlib|http|https|http2|net|tls|dns|dgram|readline|test|sqlite)(\/|$)/;
const PLAIN_PROCESS =
  /^(platform|arch|version|versions|release|nextTick|emitWarning|exit|exitCode|on|once|off|addListener|removeListener|emit|stdout|stderr|stdin|hrtime|features|config|abort|kill|umask)$/;
const PLAIN_OS = /^(EOL|platform|arch|type|endianness|constants|availableParallelism|cpus|devNull|homedir|tmpdir)$/;
const BUILTIN = new Set(builtinModules);

/** What is used; null where it is not part of the surroundings. */
export type SeenLook = { readonly what: string; readonly clock: boolean } | null;
export const sign = (what: string): SeenLook => ({ what, clock: false });
const CLOCK: SeenLook = { what: 'the clock', clock: true };

export const isBuiltin = (from: string): boolean => from.startsWith('node:') || BUILTIN.has(from);

export function ofModule({ from, as }: { from: string; as: string }, use: Use): SeenLook {
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

export function ofGlobal(name: string, use: Use, variables: KnownVariables): SeenLook {
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
      return first === 'for' && !isOwnKey(use.call) ? sign('Symbol.for, where runners keep things') : null;
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

/** `Symbol.for('pino.metadata')`: a key that is written down, and under which no runner keeps anything. */
function isOwnKey(call: Node | null): boolean {
  const [key, ...more] = call ? nodesAt(call, 'arguments') : [];
  return key?.type === 'Literal' && more.length === 0 && !OF_RUNNERS.test(textAt(key, 'value'));
}

const OF_RUNNERS = new RegExp(
  `${runnerNames('javascript')}|bun|vite|test|(?<!in)spec|expect|match|assert|chai|sinon|mock|spy|stub`,
  'i',
);

/** A required module is known by the name it is assigned to; one that is required inline is handled here. */
function ofRequire({ members: [first], call }: Use): SeenLook {
  if (!call || first !== undefined) return first === undefined || first === 'resolve' ? null : sign(`require.${first}`);
  return isKeptByName(call) ? null : ofSource(nodesAt(call, 'arguments')[0]);
}

/** What is required, or imported with `await import('os')`, where it is used. */
export function ofSource(source: Node | null | undefined): SeenLook {
  const literal = withoutWraps(source ?? null);
  if (literal?.type !== 'Literal') return sign('a module with a computed name');
  const from = textAt(literal, 'value');
  return isBuiltin(from) && !PURE_MODULES.test(from.replace(/^node:/, '')) ? sign(from) : null;
}

function ofProcess({ members, computed, call, handsOn, picked }: Use, variables: KnownVariables): SeenLook {
  const [first = '', second] = members;
  // `const { isTTY } = process.stdout`
  if (picked.length > 0) {
    const each = picked.map((name) =>
      ofProcess({ members: [...members, name], computed, call, handsOn, picked: [] }, variables),
    );
    return each.find((look) => look !== null) ?? null;
  }
  if (first === 'env' && second !== undefined && !computed)
    return Object.hasOwn(variables, second) ? sign(`process.env.${second}, which is set where tests run`) : null;
  if (first === 'env') return handsOn ? null : sign('all variables of the process');
  if (/^(stdout|stderr|stdin)$/.test(first) && !/^(write|end|on|once|pipe|columns|rows)?$/.test(second ?? ''))
    return sign(`process.${first}.${second}`);
  if (/^(hrtime)$/.test(first)) return CLOCK;
  if (first === 'getBuiltinModule') return ofSource(call && nodesAt(call, 'arguments')[0]);
  if (first === 'cwd' && call) return sign('process.cwd()');
  return PLAIN_PROCESS.test(first) ? null : sign(`process${first === '' ? '' : `.${first}`}`);
}

/** `new Date()`, `new Error().stack`, `const { stack } = new Error()`, `new Function('…')`. */
export function ofNew(node: Node, parent: Node | undefined): SeenLook {
  const name = textAt(withoutWraps(nodeAt(node, 'callee')), 'name');
  if (name === 'Date') return nodesAt(node, 'arguments').length === 0 ? CLOCK : null;
  if (name === 'Function') return sign('code that is made of a text');
  if (!/Error$/.test(name) || !parent) return null;
  const isRead = parent.type === 'MemberExpression' || nodeAt(parent, 'id')?.type === 'ObjectPattern';
  return isRead ? sign('the stack') : null;
}

/** `toLocaleString()`, `Intl.DateTimeFormat()`: without a locale or a time zone it uses the machine's. */
export function ofLocale(node: Node): SeenLook {
  const callee = withoutWraps(nodeAt(node, 'callee'));
  if (callee?.type !== 'MemberExpression' || nodesAt(node, 'arguments').length > 0) return null;
  const isIntl = textAt(withoutWraps(nodeAt(callee, 'object')), 'name') === 'Intl';
  const isOf = /^(toLocale\w*String|getTimezoneOffset)$/.test(textAt(nodeAt(callee, 'property'), 'name'));
  return isIntl || isOf ? { what: 'the language or the time zone of the machine', clock: true } : null;
}

/** None of its arguments comes from the function's own. */
function isFixed(call: Node | null): boolean {
  const [first] = call ? nodesAt(call, 'arguments') : [];
  if (!first) return false;
  let given = false;
  walkSyntax(first, (node, above) => {
    const parent = above.at(-1);
    if (node.type === 'Identifier' && !(parent && isNoReference(node, parent)) && !FIXED.test(textAt(node, 'name')))
      given = true;
    return undefined;
  });
  return !given;
}

const FIXED = /^(URL|__dirname|__filename|process|path|join|resolve|dirname|fileURLToPath|String|os|homedir|tmpdir)$/;
