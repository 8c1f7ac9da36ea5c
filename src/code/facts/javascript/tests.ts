import type { SyntaxNode } from '../../parse/syntax-tree.ts';
import { outside } from '../../parse/walk.ts';
import { readChain } from '../chain.ts';
import { collectTests, type FoundTest } from '../collect-tests.ts';
import { isFunction } from '../definition.ts';
import type { TestFact, TestFileFacts } from '../fact-types.ts';
import type { ParsedSource } from '../language.ts';
import { assertionAt } from './assertions.ts';
import { javascriptChainRules } from './chains.ts';
import { bare, isFunctionSyntax, javascriptStringValue } from './nodes.ts';
import { testCallee } from './test-callee.ts';

/** Tests of vitest, jest, node:test, Playwright, ava and similar runners. */
export function readJavascriptTests(source: ParsedSource): TestFileFacts {
  return collectTests(source, {
    fileModifiers: [],
    at: (node, around) => testAt(source, node, around),
    assertion: (node) => assertionAt(source, node),
    skips,
  });
}

function testAt(source: ParsedSource, node: SyntaxNode, around: FoundTest | undefined): FoundTest | undefined {
  if (node.type !== 'call_expression') return undefined;
  const callee = node.child('function');
  const known = callee && testCallee(source, callee);
  const given = node.child('arguments');
  if (!known || known.unfinished || given?.type !== 'arguments') return undefined;
  const found = given.parts;
  const body = bodyIn(source, found);
  if (known.kind === 'hook') {
    if (!body) return undefined;
    return { ...NO_TITLE, kind: 'hook', title: known.name, modifiers: [], guarded: false, whole: node, body };
  }
  if (found.length === 0) return undefined;
  const options = found.filter(({ type }) => type === 'object').flatMap(optionWords);
  return {
    kind: known.kind,
    ...titleOf(found[0]),
    ...(known.within === undefined ? {} : { within: known.within }),
    modifiers: [...new Set([...known.modifiers, ...options])],
    guarded: isGuarded(node, around),
    whole: node,
    body,
  };
}

const NO_TITLE = { titleKind: 'static' } as const;

function titleOf(node: SyntaxNode | undefined): { title: string; titleKind: TestFact['titleKind'] } {
  const text = javascriptStringValue(node);
  if (text !== undefined) return { title: text, titleKind: 'static' };
  if (node?.type === 'template_string') return { title: node.text.slice(1, -1), titleKind: 'template' };
  // `describe(Stack, …)` and `test(fn)`: vitest and node:test use the function's name.
  if (node && isFunctionSyntax(node)) return { title: node.child('name')?.text ?? '', titleKind: 'computed' };
  return { title: node?.text.slice(0, 200) ?? '', titleKind: 'computed' };
}

/** The function that is passed, in place or by its name. */
function bodyIn(source: ParsedSource, given: readonly SyntaxNode[]): SyntaxNode | undefined {
  for (const argument of given.toReversed()) {
    const value = bare(argument);
    if (isFunctionSyntax(value)) return value.child('body');
    const declared = value.type === 'identifier' ? source.scopes.find(value.text, value) : undefined;
    const definition = declared && source.definitionAt.get(declared.node.id);
    if (definition?.body && isFunction(definition)) return definition.body;
  }
  return undefined;
}

const OPTION_WORDS = /^(skip|todo|only|fails|concurrent|sequential|retry|repeats|expectFailure)$/;

/** `{ skip: true }`, `{ todo: 'later' }`; one set to false counts as absent. */
function optionWords(object: SyntaxNode): string[] {
  return object.parts.flatMap((pair) => {
    const key = pair.child('key')?.text.replace(/^['"]|['"]$/g, '') ?? pair.text;
    return OPTION_WORDS.test(key) && pair.child('value')?.text !== 'false' ? [key] : [];
  });
}

const GUARDS =
  /^(if_statement|ternary_expression|for_statement|for_in_statement|while_statement|do_statement|switch_case|catch_clause|binary_expression)$/;

function isGuarded(call: SyntaxNode, around: FoundTest | undefined): boolean {
  for (const outer of outside(call)) {
    if (around?.body && outer.id === around.body.id) return false;
    if (GUARDS.test(outer.type) || isFunctionSyntax(outer)) return true;
    if (around && outer.id === around.whole.id) return false;
  }
  return false;
}

/** `ctx.skip()`, `this.skip()`, `t.todo()`. */
function skips(node: SyntaxNode): boolean {
  const callee = node.type === 'call_expression' ? node.child('function') : undefined;
  if (!callee) return false;
  const { kind, name, steps } = readChain(callee, javascriptChainRules);
  if (steps.length !== 1 || !/^\.(skip|todo)$/.test(steps[0] ?? '')) return false;
  return kind === 'self' || (kind === 'name' && !/^(it|test|describe|suite)$/.test(name));
}
