import type { SyntaxNode, SyntaxTree } from '../../parse/syntax-tree.ts';
import { inside } from '../../parse/walk.ts';
import type { Definition } from '../definition.ts';
import type { StubFinding } from '../fact-types.ts';
import type { Replacement, StubRules } from '../language.ts';
import { bare, isClassNode, isFunctionSyntax } from './nodes.ts';

export const javascriptStubRules: StubRules = { check, stub, importOffset };

function check({ body, kind }: Definition, sentinel: string): StubFinding {
  if (!body) return { kind: 'no-body' };
  if (body.type !== 'statement_block') return valueFinding(body);
  const statements = body.parts.filter((one) => !isDirective(one) && !(kind === 'constructor' && isSuperCall(one)));
  const [only, ...rest] = statements;
  if (!only) return { kind: 'returns', value: '' };
  if (rest.length > 0) return { kind: 'real', why: `it has ${statements.length} statements` };
  if (only.type === 'throw_statement') return throwFinding(only, sentinel);
  if (only.type !== 'return_statement') return { kind: 'real', why: `it has a ${only.type.replaceAll('_', ' ')}` };
  const value = only.parts[0];
  return value ? valueFinding(value) : { kind: 'returns', value: '' };
}

function throwFinding(statement: SyntaxNode, sentinel: string): StubFinding {
  const thrown = statement.parts[0] && bare(statement.parts[0]);
  const made = thrown?.child('constructor') ?? thrown?.child('function') ?? thrown;
  if (made?.text !== sentinel) return { kind: 'real', why: `it throws ${made?.text ?? 'nothing'}, not ${sentinel}` };
  // Work could hide in the sentinel's arguments.
  const given = thrown?.child('arguments');
  const work = given && [...inside(given)].find(({ type, named }) => named && WORK.test(type));
  return work
    ? { kind: 'real', why: `what it throws is made by a ${work.type.replaceAll('_', ' ')}` }
    : { kind: 'throws' };
}

const WORK =
  /^(call_expression|new_expression|await_expression|yield_expression|assignment_expression|augmented_assignment_expression|update_expression)$/;

/** A constant: its only names are its own keys. */
function valueFinding(node: SyntaxNode): StubFinding {
  const value = bare(node);
  const parts = [value, ...inside(value)];
  const real = parts.find(
    (one) =>
      one.named &&
      (WORK.test(one.type) ||
        isFunctionSyntax(one) ||
        (one.type === 'identifier' && !/^(undefined|NaN|Infinity)$/.test(one.text)) ||
        /^(this|member_expression|jsx_element|jsx_self_closing_element|template_substitution|shorthand_property_identifier)$/.test(
          one.type,
        )),
  );
  return real
    ? { kind: 'real', why: `it has a ${real.type.replaceAll('_', ' ')}` }
    : { kind: 'returns', value: node.text };
}

const isDirective = ({ type, parts }: SyntaxNode): boolean =>
  type === 'expression_statement' && parts[0]?.type === 'string';

const isSuperCall = ({ type, parts }: SyntaxNode): boolean =>
  type === 'expression_statement' && parts[0]?.child('function')?.type === 'super';

function stub(definition: Definition, sentinel: string): Replacement | undefined {
  const { body, kind, path } = definition;
  if (!body) return undefined;
  const thrown = `throw new ${sentinel}(${JSON.stringify(path)});`;
  const call = kind === 'constructor' ? superCall(body) : undefined;
  const block = call === undefined ? `{ ${thrown} }` : `{ ${call} ${thrown} }`;
  const typed = typedHead(definition);
  if (!typed) return { start: body.start, end: body.end, text: block };
  const gap = body.tree.text.slice(typed.end, body.start);
  return { start: typed.start, end: body.end, text: `${typed.text}${gap}${block}` };
}

/**
 * Where TypeScript would infer a return type from the body, a body that only throws means `void` or `never`, and code
 * that uses the result no longer compiles. So it gets the type `any`. Returns the parameters followed by that type.
 */
function typedHead({ body, kind, modifiers }: Definition): Replacement | undefined {
  const node = body?.parent;
  if (!node || node.tree.grammar === 'javascript' || kind === 'constructor' || kind === 'setter') return undefined;
  if (modifiers.includes('generator') || node.child('return_type')) return undefined;
  const type = modifiers.includes('async') ? ': Promise<any>' : ': any';
  const single = node.child('parameter');
  if (single) return { start: single.start, end: single.end, text: `(${single.text})${type}` };
  const parameters = node.child('parameters');
  return parameters && { start: parameters.end, end: parameters.end, text: type };
}

/** A class that extends another must call its constructor; type checkers insist. */
function superCall(body: SyntaxNode): string | undefined {
  const owner = body.parent?.parent?.parent;
  if (!owner || !isClassNode(owner)) return undefined;
  const heritage = owner.parts.find(({ type }) => type === 'class_heritage');
  if (!heritage || (heritage.parts.length > 0 && heritage.parts[0]?.type === 'implements_clause')) return undefined;
  const own = (node: SyntaxNode): boolean => !isClassNode(node);
  for (const node of inside(body, own))
    if (node.type === 'call_expression' && node.child('function')?.type === 'super') return `${node.text};`;
  return 'super();';
}

/** Behind `#!`, directives and comments at the top of the file. */
function importOffset(tree: SyntaxTree): number {
  const bom = tree.text.startsWith('\uFEFF') ? 1 : 0;
  let offset = bom;
  for (const node of tree.root.children) {
    if (node.type !== 'hash_bang_line' && !isDirective(node)) break;
    offset = node.end;
  }
  if (offset === bom) return offset;
  const lineEnd = tree.text.indexOf('\n', offset);
  return lineEnd < 0 ? tree.text.length : lineEnd + 1;
}
