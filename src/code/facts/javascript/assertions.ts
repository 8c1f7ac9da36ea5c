import type { SyntaxNode } from '../../parse/syntax-tree.ts';
import { type Chain, readChain } from '../chain.ts';
import type { ParsedSource } from '../language.ts';
import { javascriptChainRules } from './chains.ts';

/** The argument that tap, tape, ava and node:test pass to a test: `t`, and in nested tests `tt`, `st`, `s2t`. */
export const NAME_OF_T = /^(?:(?:s\d?){0,4}t{1,4}\d?|tap)$/;
/** Its methods. */
const OF_T =
  /^\.(is|not|ok|notOk|true|false|truthy|falsy|pass|fail|assert|equal|notEqual|same|strictSame|deepEqual|notDeepEqual|like|throws|notThrows|throwsAsync|rejects|match|regex|snapshot)$/;
const FAILS = /^\.(fail|unreachable)$/;
const CHAI = /^\.(to|be|been|is|have|not|should)$/;

/** The assertion that a node is: `expect(x).toBe(1)`, `assert.equal(…)`, `expect(x).to.be.true`, `t.is(…)`. */
export function assertionAt(source: ParsedSource, node: SyntaxNode): { constant: boolean } | undefined {
  if (node.type === 'call_expression') {
    const callee = node.child('function');
    const chain = callee && readChain(callee, javascriptChainRules);
    if (!chain || !isAssertion(source, chain)) return undefined;
    // `assert.fail()` checks nothing, yet fails.
    return { constant: !FAILS.test(chain.steps.at(-1) ?? '') && !isHelper(source, chain) && isConstant(node, chain) };
  }
  // A chai property: nothing is called.
  if (node.type !== 'member_expression' || node.parent?.type !== 'expression_statement') return undefined;
  const chain = readChain(node, javascriptChainRules);
  const property = calledName(source, chain) === 'expect' || chain.steps.includes('.should');
  return property && chain.steps.some((step) => CHAI.test(step)) ? { constant: isConstant(node, chain) } : undefined;
}

function isAssertion(source: ParsedSource, chain: Chain): boolean {
  const { steps } = chain;
  const name = calledName(source, chain);
  const last = steps.at(-1) ?? '';
  if (name === 'expect') {
    // `expect(x)` alone checks nothing.
    return (steps.includes('()') && last.startsWith('.')) || last === '.fail' || last === '.unreachable';
  }
  if (/^(assert|expectTypeOf)/.test(name)) return last !== '()' && !isLocal(source, chain);
  // A helper of another file whose name says what it does; one of this file is read instead.
  if (/^expect[A-Z]/.test(name)) return steps.length === 0 && !isLocal(source, chain);
  if (steps.some((step) => /^\.(assert|should)/.test(step))) return last.startsWith('.');
  return chain.kind === 'name' && NAME_OF_T.test(chain.name) && OF_T.test(last);
}

/** A helper of another file, `utils.shouldHaveHeader('ETag')`: its arguments do not show what it checks. */
function isHelper(source: ParsedSource, chain: Chain): boolean {
  const name = calledName(source, chain);
  if (/^expect[A-Z]/.test(name) && name !== 'expectTypeOf') return true;
  return !/^(expect|assert)/.test(name) && chain.steps.some((step) => /^\.(assert|should)[A-Z_]/.test(step));
}

function isLocal(source: ParsedSource, chain: Chain): boolean {
  const declared = source.scopes.find(chain.name, chain.root);
  return declared !== undefined && declared.kind !== 'import' && chain.steps.length === 0;
}

/** The name the callee has in its own module. */
function calledName(source: ParsedSource, chain: Chain): string {
  if (chain.kind !== 'name') return '';
  const declared = source.scopes.find(chain.name, chain.root);
  if (declared?.kind !== 'import') return chain.name;
  if (/^(node:)?assert(\/strict)?$/.test(declared.module ?? '')) return 'assert';
  const { imported = '' } = declared;
  return imported === 'default' || imported === '*' ? chain.name : imported;
}

const CONSTANT_NAMES = new Set(['undefined', 'NaN', 'Infinity']);

/** Only the name of the assertion is looked at. */
function isConstant(node: SyntaxNode, chain: Chain): boolean {
  for (let id = node.id; id < node.after; id += 1) {
    const inner = node.tree.node(id);
    if (inner.type === 'this') return false;
    if (inner.type !== 'identifier' && inner.type !== 'shorthand_property_identifier') continue;
    // In `x.should.equal(1)` the first name is what is checked.
    const own = !chain.steps.includes('.should') && (inner.id === chain.root.id || inner.text === chain.name);
    if (!own && !CONSTANT_NAMES.has(inner.text)) return false;
  }
  return true;
}
