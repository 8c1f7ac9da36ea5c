import { applyEdits, type LineRange, type TextEdit } from '#code/mutants/mutant.ts';
import { ownNames, writtenAssertion } from './assertions-javascript.ts';
import { exportsOf } from './exports-javascript.ts';
import { functionName, methodOf, rebuild, usesThis, waits } from './function-facts.ts';
import { makesFunction, writtenFunctions } from './made-functions.ts';
import type { SeenAssertion, SeenFunction } from './seen-code.ts';
import {
  isFunctionNode,
  isWrapping,
  type Node,
  nodeAt,
  nodesAt,
  parseProgram,
  rootName,
  textAt,
  walkSyntax,
} from './syntax-javascript.ts';
import { copyOf, wrapBody } from './wrap-body.ts';

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
  /** The path of the recorder in the run. */
  readonly recorder: string;
  /** For ids, and for the inserted names. */
  readonly key: string;
  /** Changed lines: functions that contain one are recorded. */
  readonly lines?: readonly LineRange[] | undefined;
  /** Beginnings of tests: functions passed to calls that begin there. */
  readonly tests?: readonly number[];
  /** Whether assertions are left unchanged. */
  readonly bodiesOnly?: boolean;
  /** Which recorded functions are called from inside. */
  readonly inside?: (id: string) => boolean;
  /** Whether a run continues after a failed assertion. */
  readonly soft?: boolean;
}

/**
 * The same text with its functions, tests and assertions reporting as they run. Bodies are rewritten in place, nothing
 * is wrapped: names, arity, identity and hoisting stay as they are. Null where the text does not parse.
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
  const written = writtenFunctions(program);
  const wanted = new Set(order.tests ?? []);
  const bodies = new Map<Node, string>();
  const ids = new Map<Node, string>();
  const isTests = order.tests !== undefined;
  const own = isTests ? ownNames(program) : new Set<string>();
  walkSyntax(program, (node, above) => {
    if (isFunctionNode(node) && nodeAt(node, 'body')) {
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
      const name = functionName(node, above, text);
      const kind = node.generator === true ? 'generator' : node.async === true ? 'async' : 'plain';
      const isConstructor = parent?.type === 'MethodDefinition' && textAt(parent, 'kind') === 'constructor';
      const names = above.some(isFunctionNode) ? [] : exported(name, node);
      ids.set(node, id);
      const around = above.findLast(isFunctionNode);
      functions.push({
        ...{ id, name, line, exports: names, kind, needsThis: usesThis(node), method: methodOf(node, above, exported) },
        within: around && ids.get(around),
      });
      const args =
        node.type === 'ArrowFunctionExpression'
          ? `[${nodesAt(node, 'params')
              .map((each) => rebuild(each, text))
              .join(', ')}]`
          : 'arguments';
      // A new object is known from its first moment, except in classes that call another constructor first.
      const isFirst = isConstructor && !nodeAt(above.at(-3) ?? node, 'superClass');
      const self = node.type === 'ArrowFunctionExpression' || (isConstructor && !isFirst) ? 'undefined' : 'this';
      const copied = order.inside?.(id) && !isConstructor ? copyOf(node, text, kind) : null;
      wrapBody(
        node,
        text,
        put,
        `${key}()`,
        `i(${JSON.stringify(id)}, ${args}, ${self}, '${isFirst ? 'new' : kind}'${standsIn(node, around, copied)})`,
        `${key}v${node.start}`,
      );
      return undefined;
    }
    if (isTests && !order.bodiesOnly) assertion(node, above);
    if (!isTests && makesFunction(node, above, written))
      made(node, above.slice(0, above.findLastIndex((each) => !isWrapping(each)) + 1));
    return undefined;
  });

  /** A value without a body is wrapped instead; whether it is a function shows at run time. */
  function made(node: Node, above: readonly Node[]): void {
    const [line, last] = [lineOf(node.start), lineOf(node.end)];
    const name = functionName(node, above, text);
    const names = exported(name, node);
    const isChanged = order.lines?.some((range) => range.first <= last && range.last >= line) ?? true;
    if (names.length === 0 || !isChanged) return;
    const id = `${key}f${functions.length}`;
    functions.push({ id, name, line, exports: names, kind: 'plain', needsThis: false });
    put(node.start, `${key}().m(${JSON.stringify(id)}, (`);
    put(node.end, '))');
  }

  /** The id of the enclosing function's call, where that is recorded, and a copy of the function. */
  function standsIn(node: Node, around: Node | undefined, copied: string | null): string {
    const more = copied === null ? '' : `, ${copied}`;
    if (!around) return copied === null ? '' : `, undefined${more}`;
    const body = nodeAt(around, 'body');
    return `${ids.has(around) && body && node.start >= body.start ? `, ${key}v${around.start}` : ', null'}${more}`;
  }

  /** The actual and expected value are passed through; the assertion is reported after it has passed. */
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
  // Where a compiler runs before the tests (ts-jest, a build), types are not the question. Inserted behind what must
  // stand first (`#!`, a comment for the runner) and before anything else.
  if (/\.[cm]?tsx?$/.test(path)) edits.unshift({ start: body[0]?.start ?? 0, end: 0, replacement: '// @ts-nocheck\n' });
  const first = body.find((node) => typeof node.directive !== 'string');
  put(first?.start ?? 0, `${load}${isTests ? `${key}();` : `${key}().l(true, ${JSON.stringify(path)});`} `);
  if (!isTests) put(body.at(-1)?.end ?? text.length, ` ;${key}().l(false);`);
  return { text: ordered(text, edits), functions, tests, assertions };
}

/** Loads the recorder by Node's own means, whatever the project uses; where types are checked, untyped. */
function loader(key: string, recorder: string, typed: boolean): string {
  const file = JSON.stringify(recorder);
  const load = `createRequire(${file})(${file})(globalThis.process, globalThis)`;
  return typed
    ? `function ${key}(): any { const own: any = ${key}, node: any = globalThis.process; return (own.r ??= node.getBuiltinModule('module').${load}); } `
    : `function ${key}() { return (${key}.r ??= globalThis.process.getBuiltinModule('module').${load}); } `;
}

/** Insertions at one place keep the order in which they were made, except closing ones. */
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
/** The call that receives this function, where it looks like a test: `it('…', () => {})`, `test.each(…)('…', …)`. */
function testCallOf(node: Node, above: readonly Node[]): Node | null {
  const parent = above.at(-1);
  if (parent?.type !== 'CallExpression' || !nodesAt(parent, 'arguments').includes(node)) return null;
  return parent;
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
