import type { SyntaxNode, SyntaxTree } from '../../parse/syntax-tree.ts';
import { inside } from '../../parse/walk.ts';
import type { ImportFact } from '../fact-types.ts';
import { bare, javascriptStringValue, patternNames } from './nodes.ts';

/** The imports of this file: `import`, `import x = require()`, `require()`, `import()`; not `export … from`. */
export function readJavascriptImports(tree: SyntaxTree): ImportFact[] {
  const found: ImportFact[] = [];
  for (const node of inside(tree.root)) {
    if (node.type === 'import_statement') found.push(...fromJavascriptStatement(node));
    else if (node.type === 'variable_declarator') found.push(...fromDeclarator(node));
    else if (node.type === 'call_expression' && !isDeclared(node)) found.push(...loadedOnly(node));
  }
  return found;
}

/** The names of one `import` statement with what they refer to. */
export function fromJavascriptStatement(node: SyntaxNode): ImportFact[] {
  const line = node.firstLine;
  const typeOnly = node.hasToken('type') || node.hasToken('typeof');
  const required = node.parts.find(({ type }) => type === 'import_require_clause');
  const module = javascriptStringValue(required ? required.child('source') : node.child('source'));
  if (module === undefined) return [];
  const fact = (name: string, local: string | undefined, only = typeOnly): ImportFact => ({
    module,
    name,
    ...(local === undefined ? {} : { local }),
    typeOnly: only,
    line,
  });
  if (required) return [fact('*', required.parts[0]?.text)];
  const clause = node.parts.find(({ type }) => type === 'import_clause');
  if (!clause) return [fact('', undefined)];
  return clause.parts.flatMap((part) => {
    if (part.type === 'identifier') return [fact('default', part.text)];
    if (part.type === 'namespace_import') return [fact('*', part.parts[0]?.text)];
    return part.parts.map((specifier) => {
      const name = specifier.child('name');
      const local = specifier.child('alias') ?? name;
      return fact(javascriptStringValue(name) ?? name?.text ?? '', local?.text, typeOnly || specifier.hasToken('type'));
    });
  });
}

/** `const { a, b: c } = require('x')`, `const x = await import('x')`, `const a = require('x').a`. */
export function fromDeclarator(node: SyntaxNode): ImportFact[] {
  const value = node.child('value');
  const module = loadedModule(value);
  const pattern = node.child('name');
  if (!pattern) return [];
  if (module === undefined) return ofMember(value && bare(value), pattern);
  return [...patternNames(pattern)].map(({ name, member }) => ({
    module,
    name: member ?? '*',
    local: name,
    typeOnly: false,
    line: node.firstLine,
  }));
}

/** One name of a module that is loaded in the same expression. */
function ofMember(value: SyntaxNode | undefined, pattern: SyntaxNode): ImportFact[] {
  if (value?.type !== 'member_expression' || pattern.type !== 'identifier') return [];
  const module = loadedModule(value.child('object'));
  const name = value.child('property')?.text;
  if (module === undefined || name === undefined) return [];
  return [{ module, name, local: pattern.text, typeOnly: false, line: pattern.firstLine }];
}

function loadedOnly(call: SyntaxNode): ImportFact[] {
  const module = loadedModule(call);
  return module === undefined ? [] : [{ module, name: '', typeOnly: false, line: call.firstLine }];
}

/** The module that a `require('x')` or `await import('x')` loads, if its name is a plain string. */
function loadedModule(value: SyntaxNode | undefined): string | undefined {
  let call = value && bare(value);
  if (call?.type === 'await_expression') call = call.parts[0] && bare(call.parts[0]);
  if (call?.type !== 'call_expression') return undefined;
  const callee = call.child('function');
  const loads = callee?.type === 'import' || (callee?.type === 'identifier' && callee.text === 'require');
  return loads ? javascriptStringValue(call.child('arguments')?.parts[0]) : undefined;
}

function isDeclared(call: SyntaxNode): boolean {
  let outer = call.parent;
  while (outer && /^(await_expression|parenthesized_expression|as_expression)$/.test(outer.type)) outer = outer.parent;
  return outer?.type === 'variable_declarator';
}
