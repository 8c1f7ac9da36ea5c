import type { SyntaxNode, SyntaxTree } from '../../parse/syntax-tree.ts';
import { inside } from '../../parse/walk.ts';
import type { Definition } from '../definition.ts';
import type { StubFinding } from '../fact-types.ts';
import type { Replacement, StubRules } from '../language.ts';
import { yields } from './definitions.ts';
import { docstringOf } from './nodes.ts';

export const pythonStubRules: StubRules = { check, stub, importOffset };

function check({ body, modifiers }: Definition, sentinel: string): StubFinding {
  if (!body) return { kind: 'no-body' };
  if (modifiers.includes('lambda')) return lambdaFinding(body, sentinel);
  const doc = docstringOf(body);
  const statements = body.parts.filter(({ id }) => id !== doc?.id);
  const bare = statements.filter((one) => !isEmpty(one));
  // Only a type checker reads these.
  if (modifiers.includes('overload') && bare.length === 0) return { kind: 'no-body' };
  const [first, ...rest] = bare;
  if (!first) return { kind: 'returns', value: 'None' };
  // Code after a raise never runs; a bare `yield` there keeps the function a generator.
  if (first.type === 'raise_statement' && rest.every(isBareYield)) return raiseFinding(first, sentinel);
  if (rest.length > 0) return { kind: 'real', why: `it has ${bare.length} statements` };
  if (first.type !== 'return_statement') return { kind: 'real', why: `it has a ${first.type.replaceAll('_', ' ')}` };
  const value = first.parts[0];
  if (!value) return { kind: 'returns', value: 'None' };
  const real = [value, ...inside(value)].find(({ type, named }) => named && WORK.test(type));
  return real
    ? { kind: 'real', why: `it has a ${real.type.replaceAll('_', ' ')}` }
    : { kind: 'returns', value: value.text };
}

const WORK = /^(identifier|call|await|yield|lambda|interpolation|named_expression)$/;

const isEmpty = ({ type, parts }: SyntaxNode): boolean =>
  type === 'pass_statement' || (type === 'expression_statement' && parts[0]?.type === 'ellipsis');

const isBareYield = ({ type, parts }: SyntaxNode): boolean =>
  type === 'expression_statement' && parts[0]?.type === 'yield' && parts[0].parts.length === 0;

function raiseFinding(statement: SyntaxNode, sentinel: string): StubFinding {
  const raised = statement.parts[0];
  const made = raised?.type === 'call' ? raised.child('function') : raised;
  if (made?.text !== sentinel) return { kind: 'real', why: `it raises ${made?.text ?? 'again'}, not ${sentinel}` };
  const given = raised?.child('arguments');
  // Work could hide in the sentinel's arguments.
  const work = given && [...inside(given)].find(({ type }) => /^(call|await|yield|named_expression)$/.test(type));
  if (work) return { kind: 'real', why: `what it raises is made by a ${work.type}` };
  return statement.child('cause') ? { kind: 'real', why: 'it raises from another error' } : { kind: 'throws' };
}

/** A lambda cannot raise; a generator can be made to. */
const lambdaStub = (sentinel: string, path: string): string =>
  `(_ for _ in ()).throw(${sentinel}(${JSON.stringify(path)}))`;

function lambdaFinding(body: SyntaxNode, sentinel: string): StubFinding {
  const thrown = /^\(_ for _ in \(\)\)\.throw\(([\w.]+)\("[^"\\]*"\)\)$/.exec(body.text)?.[1];
  if (thrown === sentinel) return { kind: 'throws' };
  const real = [body, ...inside(body)].find(({ type, named }) => named && WORK.test(type));
  return real ? { kind: 'real', why: `it has a ${real.type}` } : { kind: 'returns', value: body.text };
}

function stub({ body, modifiers, path }: Definition, sentinel: string): Replacement | undefined {
  if (!body) return undefined;
  if (modifiers.includes('lambda')) return { start: body.start, end: body.end, text: lambdaStub(sentinel, path) };
  const doc = docstringOf(body);
  const statements = body.parts.filter(({ id }) => id !== doc?.id);
  // Abstract methods, protocols and overloads have `...` as their body.
  if (statements.every(isEmpty) && (modifiers.includes('overload') || modifiers.includes('abstract'))) return undefined;
  if (statements.length > 0 && statements.every((one) => isEmpty(one) && one.type !== 'pass_statement'))
    return undefined;
  const { text } = body.tree;
  const raised = `raise ${sentinel}(${JSON.stringify(path)})`;
  const generator = yields(body);
  const oneLine = !/\n/.test(text.slice(body.parent?.child('parameters')?.end ?? body.start, body.start));
  const joint = oneLine ? '; ' : `${newline(text)}${indent(body)}`;
  const parts = [...(doc ? [doc.text] : []), raised, ...(generator ? ['yield'] : [])];
  return { start: body.start, end: body.end, text: parts.join(joint) };
}

const newline = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

const indent = (body: SyntaxNode): string => body.tree.text.slice(body.tree.lineStart(body.start), body.start);

/** Behind `#!`, the encoding, the docstring and imports from `__future__`. */
function importOffset(tree: SyntaxTree): number {
  let offset = tree.text.startsWith('\uFEFF') ? 1 : 0;
  const doc = docstringOf(tree.root);
  for (const node of tree.root.children) {
    if (node.type !== 'comment' && node.id !== doc?.id && node.type !== 'future_import_statement') break;
    const lineEnd = tree.text.indexOf('\n', node.end);
    offset = lineEnd < 0 ? tree.text.length : lineEnd + 1;
  }
  return offset;
}
