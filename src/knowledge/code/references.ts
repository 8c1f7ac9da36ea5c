import type { SyntaxNode } from '#code/parse/syntax-tree.ts';

const CALLS = new Set(
  `call_expression call method_invocation function_call_expression member_call_expression new_expression
  scoped_call_expression object_creation_expression invocation_expression macro_invocation command jsx_opening_element
  jsx_self_closing_element`.split(/\s+/),
);
const CALLEE_FIELDS = ['function', 'method', 'name', 'constructor', 'type', 'macro'] as const;
const LAST_NAME = /(?:([\p{L}_$][\p{L}\p{N}_$]*|[^\s])\s*(?:[?&]?\.|::|->)\s*)?([\p{L}_$][\p{L}\p{N}_$]*)[!?]?$/u;

/**
 * The name of a call, and its receiver: `items.push` of `this.items.push(x)`, `Stack` of `new Stack()`. A receiver that
 * is not a name becomes `?`.
 */
export function calleeOf(node: SyntaxNode, type: string): string | undefined {
  if (!CALLS.has(type)) return undefined;
  for (const field of CALLEE_FIELDS) {
    const callee = node.child(field);
    if (!callee) continue;
    // Type arguments and a long chain of calls before it are ignored; an inline function has no name.
    const from = Math.max(node.start, callee.end - 160);
    const [, on, name] = LAST_NAME.exec(node.tree.text.slice(from, callee.end).replace(/<[^<>]*>$/, '')) ?? [];
    if (name === undefined) return undefined;
    return on === undefined ? name : `${/^[\p{L}_$]/u.test(on) ? on : '?'}.${name}`;
  }
  return undefined;
}

/** `push` of `items.push`. */
export const calledName = (call: string): string => call.slice(call.lastIndexOf('.') + 1);

/** `items` of `items.push`; empty without a receiver. */
export const calledOn = (call: string): string | undefined =>
  call.includes('.') ? call.slice(0, call.lastIndexOf('.')) : undefined;

const IMPORTS = new Set(
  `import_statement import_from_statement export_statement import_spec import_declaration use_declaration mod_item
  preproc_include using_directive namespace_use_declaration call call_expression require_once_expression
  require_expression include_expression`.split(/\s+/),
);

/** The modules a node imports, as written. */
export function importOf(node: SyntaxNode, type: string): string[] | undefined {
  if (!IMPORTS.has(type)) return undefined;
  switch (type) {
    case 'import_statement':
      return node.tree.grammar === 'python' ? pythonModules(node) : quoted(node.child('source')?.text);
    case 'export_statement':
      return quoted(node.child('source')?.text);
    case 'import_from_statement':
      return fromModule(node);
    case 'import_spec':
      return quoted(node.child('path')?.text);
    case 'call':
    case 'call_expression':
      return required(node);
    case 'mod_item':
      return node.child('body') ? undefined : single(node.child('name')?.text);
    case 'preproc_include':
      return quoted(node.child('path')?.text);
    case 'import_declaration':
      if (node.tree.grammar === 'go') return undefined;
      return single(written(node));
    default:
      return single(written(node));
  }
}

const written = (node: SyntaxNode): string =>
  node.text
    .replace(/^(pub\s+)?(import|use|using|require_once|require|include)\s+(static\s+)?/, '')
    .replace(/[;{].*$/s, '')
    .replace(/\s+as\s+.*$/, '')
    .replace(/['"()]/g, '')
    .trim();

const single = (text: string | undefined): string[] | undefined => (text ? [text] : undefined);

const quoted = (text: string | undefined): string[] | undefined => single(text?.replace(/^['"`<]|['"`>]$/g, ''));

const pythonModules = (node: SyntaxNode): string[] =>
  node.parts.map((part) => (part.child('name') ?? part).text).filter((name) => /^[\w.]+$/.test(name));

/** `from .a import b`: b may be a module in a, or a name in it. */
function fromModule(node: SyntaxNode): string[] | undefined {
  const module = node.child('module_name')?.text;
  if (!module) return undefined;
  const names = node.parts
    .filter(({ field }) => field === 'name')
    .map((part) => `${module}${module.endsWith('.') ? '' : '.'}${(part.child('name') ?? part).text}`);
  return [module, ...names];
}

/** `require('./x')`, `import('./x')`, Ruby's `require_relative 'x'`. */
function required(node: SyntaxNode): string[] | undefined {
  const text = node.tree.text.slice(node.start, Math.min(node.end, node.start + 200));
  const found = /^(?:require|import|require_relative|load)\s*\(?\s*(['"`])([^'"`]+)\1/.exec(text);
  return found?.[2] ? [text.startsWith('require_relative') ? `./${found[2]}` : found[2]] : undefined;
}
