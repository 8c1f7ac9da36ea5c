import { tableOf } from '#host/table-of.ts';
import type { SyntaxNode } from '../../parse/syntax-tree.ts';
import { type Chain, readChain } from '../chain.ts';
import type { ParsedSource } from '../language.ts';
import { javascriptChainRules } from './chains.ts';
import { bare, javascriptStringValue } from './nodes.ts';

/** What a callee such as `describe.skip.each([…])` is. */
export interface TestCallee {
  readonly kind: 'suite' | 'test' | 'hook';
  readonly name: string;
  readonly modifiers: readonly string[];
  /** Another call is needed before there is a test: `it.each([…])`. */
  readonly unfinished: boolean;
  /** The suite that it belongs to, wherever it is written. */
  readonly within?: string;
}

const BASES: Readonly<Record<string, readonly [TestCallee['kind'], ...string[]]>> = tableOf({
  describe: ['suite'],
  suite: ['suite'],
  context: ['suite'],
  it: ['test'],
  test: ['test'],
  specify: ['test'],
  bench: ['test', 'bench'],
  fit: ['test', 'only'],
  xit: ['test', 'skip'],
  xtest: ['test', 'skip'],
  xspecify: ['test', 'skip'],
  fdescribe: ['suite', 'only'],
  xdescribe: ['suite', 'skip'],
  xcontext: ['suite', 'skip'],
  ...Object.fromEntries(
    ['beforeEach', 'afterEach', 'beforeAll', 'afterAll', 'before', 'after'].map((name) => [name, ['hook']]),
  ),
});

const TEST_MODULES =
  /^(vitest|@jest\/globals|node:test|test|mocha|bun:test|@playwright\/test|ava|tape|tap|uvu|@fast-check\/(vitest|jest|ava))$/;
const CURRIED = new Set(['each', 'for', 'skipIf', 'runIf', 'prop', 'extend', 'todoIf', 'if']);
/** Properties of `test` that create no test. */
const OTHERS = new Set([
  'use',
  'setTimeout',
  'step',
  'configure',
  'info',
  'slow',
  'mock',
  'getStatus',
  'snapshot',
  'abort',
]);

const DEEPEST = 5;

export function testCallee(source: ParsedSource, callee: SyntaxNode, depth = 0): TestCallee | undefined {
  const chain = readChain(callee, javascriptChainRules);
  if (chain.kind !== 'name' || depth > DEEPEST) return undefined;
  const declared = source.scopes.find(chain.name, chain.root);
  const steps = chain.steps.filter((step) => step.startsWith('.')).map((step) => step.slice(1));
  if (!declared) return finish(BASES[chain.name], chain.name, steps, chain);
  if (declared.kind === 'import') {
    const { imported = '', module = '' } = declared;
    const isRunner = TEST_MODULES.test(module);
    // What it makes is called with the tests.
    if (module === 'uvu' && imported === 'suite') return undefined;
    if (imported === '*' && isRunner && BASES[steps[0] ?? ''])
      return finish(BASES[steps[0] ?? ''], steps[0] ?? '', steps.slice(1), chain);
    if ((imported === 'default' || imported === '*') && isRunner) return finish(BASES.test, 'test', steps, chain);
    return finish(BASES[imported], imported, steps, chain);
  }
  // `t.test('part', …)` of node:test, tap and Playwright.
  if (declared.kind === 'parameter')
    return steps[0] === 'test' && chain.name.length <= 4
      ? finish(BASES.test, 'test', steps.slice(1), chain)
      : undefined;
  if (!declared.value) return undefined;
  const within = suiteMade(source, bare(declared.value));
  const found =
    within === undefined
      ? aliased(source, declared.value, steps, chain, depth)
      : finish(BASES.test, 'test', steps, chain);
  return found && within ? { ...found, within } : found;
}

/** uvu: `const cart = suite('cart')`, and then `cart('adds', …)`. The title; undefined for anything else. */
function suiteMade(source: ParsedSource, value: SyntaxNode): string | undefined {
  const callee = value.type === 'call_expression' ? value.child('function') : undefined;
  if (callee?.type !== 'identifier') return undefined;
  const declared = source.scopes.find(callee.text, callee);
  if (declared?.kind !== 'import' || declared.module !== 'uvu' || declared.imported !== 'suite') return undefined;
  return javascriptStringValue(value.child('arguments')?.parts[0]) ?? '';
}

/** `const maybe = CI ? it : it.skip` */
function aliased(
  source: ParsedSource,
  value: SyntaxNode,
  steps: string[],
  chain: Chain,
  depth: number,
): TestCallee | undefined {
  const inner = bare(value);
  const branches =
    inner.type === 'ternary_expression' ? [inner.child('consequence'), inner.child('alternative')] : [inner];
  const found = branches.flatMap((branch) => (branch && testCallee(source, branch, depth + 1)) ?? []);
  const [first] = found;
  if (!first) return undefined;
  const conditional = branches.length > 1 ? ['conditional'] : [];
  const modifiers = [...new Set([...found.flatMap((one) => one.modifiers), ...conditional])];
  const more = finish([first.kind, ...modifiers], first.name, steps, chain);
  return more && { ...more, unfinished: more.unfinished };
}

function finish(
  base: readonly [TestCallee['kind'], ...string[]] | undefined,
  name: string,
  steps: readonly string[],
  chain: Chain,
): TestCallee | undefined {
  if (!base) return undefined;
  const [kind, ...own] = base;
  // Playwright: `test.describe.only`, `test.beforeEach`.
  const inner = kind === 'test' ? BASES[steps[0] ?? ''] : undefined;
  if (inner) return finish([inner[0], ...own, ...inner.slice(1)], steps[0] ?? '', steps.slice(1), chain);
  if (steps.some((step) => OTHERS.has(step))) return undefined;
  const last = chain.steps.at(-1);
  const unfinished = last?.startsWith('.') === true && CURRIED.has(last.slice(1));
  return { kind, name, modifiers: [...own, ...steps], unfinished };
}
