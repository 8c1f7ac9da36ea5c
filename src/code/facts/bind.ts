import type { SyntaxNode } from '../parse/syntax-tree.ts';
import { outside } from '../parse/walk.ts';
import { type Chain, readChain } from './chain.ts';
import type { Binding, Via } from './fact-types.ts';
import type { ParsedSource } from './language.ts';
import type { Declared } from './scopes.ts';

/** How deep values of values are followed: enough for any hand-written text. */
const DEEPEST = 6;

/** What a chain refers to, by the imports and definitions of its file. */
export function bind(source: ParsedSource, chain: Chain, depth = 0): Binding {
  if (chain.kind === 'self') return bindSelf(source, chain);
  if (chain.kind === 'other' || chain.name === '') return { to: 'unknown' };
  const declared = source.scopes.find(chain.name, chain.root);
  if (!declared) return { to: 'global', symbol: chain.name + chain.steps.join('') };
  return bindDeclared(source, declared, chain.steps, depth);
}

function bindDeclared(source: ParsedSource, declared: Declared, steps: readonly string[], depth: number): Binding {
  const tail = steps.join('');
  if (declared.kind === 'import') return importBinding(declared, tail);
  if (declared.kind === 'function' || declared.kind === 'class')
    return { to: 'local', symbol: `${pathOf(source, declared)}${tail}`, via: 'name' };

  // A function named by the constant it is assigned to counts like one with its own name.
  const path = source.definitionAt.get(declared.node.id)?.path;
  const direct: Binding | undefined =
    path !== undefined && declared.kind === 'variable'
      ? { to: 'local', symbol: `${path}${tail}`, via: 'name' }
      : undefined;
  if (depth >= DEEPEST) return direct ?? { to: 'unknown' };
  const member = declared.member === undefined ? '' : `.${declared.member}`;
  const from = origin(source, declared, depth);
  if (from && from.binding.to !== 'unknown') return extend(from.binding, `${member}${tail}`, from.via);
  return direct ?? { to: 'unknown' };
}

/** What a variable or parameter is, by its type, its value, or a later assignment. */
function origin(source: ParsedSource, declared: Declared, depth: number): { binding: Binding; via: Via } | undefined {
  const { rules, scopes } = source;
  const value = declared.value ?? scopes.given(declared);
  const byValue = value && bind(source, readChain(value, rules.chains), depth + 1);
  if (byValue && byValue.to !== 'unknown') return { binding: byValue, via: 'value' };
  const type = declared.type && typeName(declared.type);
  if (type) return { binding: bind(source, readChain(type, rules.chains), depth + 1), via: 'type' };
  const fixture = declared.kind === 'parameter' ? fixtureValue(source, declared) : undefined;
  return fixture && { binding: bind(source, readChain(fixture, rules.chains), depth + 1), via: 'fixture' };
}

/** The first name in a type: `Stack` of `: Stack<number> | undefined`. */
function typeName(type: SyntaxNode): SyntaxNode | undefined {
  for (let id = type.id; id < type.after; id += 1) {
    const node = type.tree.node(id);
    if (node.type === 'type_identifier' || node.type === 'identifier') return node;
  }
  return undefined;
}

/** pytest passes to a test's parameter what the fixture of that name returns or yields. */
function fixtureValue(source: ParsedSource, { name }: Declared): SyntaxNode | undefined {
  const fixture = source.definitionsOf
    .get(name)
    ?.find((one) => one.modifiers.some((word) => /^@(.*\.)?fixture$/.test(word)));
  if (!fixture?.body) return undefined;
  for (let id = fixture.body.id; id < fixture.body.after; id += 1) {
    const node = source.tree.node(id);
    if (node.type === 'return_statement' || node.type === 'yield') return node.parts[0];
  }
  return undefined;
}

/** `this.push` in a method of Stack is `Stack.push`. */
function bindSelf(source: ParsedSource, { root, name, steps }: Chain): Binding {
  if (name === 'super') return { to: 'unknown' };
  for (const outer of outside(root)) {
    const owner = source.definitionAt.get(outer.id);
    if (owner?.kind === 'class') return { to: 'local', symbol: `${owner.path}${steps.join('')}`, via: 'self' };
  }
  return { to: 'unknown' };
}

function importBinding({ module = '', imported = '*', name }: Declared, tail: string): Binding {
  const rest = tail.replace(/^\./, '');
  // Python's `import a.b` binds the name `a`, and `a.b.f` is f of the module a.b.
  const inner = module.startsWith(`${name}.`) ? module.slice(name.length + 1) : undefined;
  if (imported === '*' && inner !== undefined && `${rest}.`.startsWith(`${inner}.`))
    return { to: 'import', module, symbol: rest.slice(inner.length + 1) || '*', via: 'name' };
  if (imported === '*') return { to: 'import', module, symbol: rest || '*', via: 'name' };
  return { to: 'import', module, symbol: `${imported}${tail}`, via: 'name' };
}

function extend(binding: Binding, tail: string, via: Via): Binding {
  if (binding.to === 'unknown') return binding;
  const symbol = binding.symbol === '*' ? tail.replace(/^\./, '') || '*' : `${binding.symbol}${tail}`;
  return binding.to === 'global' ? { to: 'global', symbol } : { ...binding, symbol, via };
}

const pathOf = (source: ParsedSource, { node, name }: Declared): string =>
  source.definitionAt.get(node.id)?.path ?? name;
