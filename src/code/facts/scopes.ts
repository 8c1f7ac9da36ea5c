import type { SyntaxNode, SyntaxTree } from '../parse/syntax-tree.ts';

export type ScopeKind = 'function' | 'block' | 'class';

/** A binding of a name. */
export interface Declared {
  readonly name: string;
  readonly kind: 'import' | 'parameter' | 'variable' | 'function' | 'class';
  readonly node: SyntaxNode;
  /** In the scope of the node, in the one it opens, in that of the enclosing function, or in the file's. */
  readonly where: 'around' | 'inside' | 'function' | 'file';
  /** Of an import: the module, and what of it (`*` for all). */
  readonly module?: string;
  readonly imported?: string;
  /** Its value, and whether it is bound whole or destructured (`const { a } = value`: member `a`). */
  readonly value?: SyntaxNode;
  readonly member?: string;
  readonly type?: SyntaxNode;
}

export interface ScopeRules {
  opens(node: SyntaxNode): ScopeKind | undefined;
  /** The names that this node itself binds. */
  declares(node: SyntaxNode): readonly Declared[];
  /** Assignments that show what a variable without an initial value is: its name and the value. */
  assigns(node: SyntaxNode): { readonly name: string; readonly value: SyntaxNode } | undefined;
  /** Whether a name in the scope of a class is visible inside its functions. */
  readonly classNamesReachInside: boolean;
}

export interface LexicalScope {
  readonly kind: ScopeKind;
  readonly node: SyntaxNode;
  readonly outer: LexicalScope | undefined;
  readonly names: Map<string, Declared>;
}

export interface Scopes {
  /** What a name refers to at a node; undefined for a global. */
  find(name: string, at: SyntaxNode): Declared | undefined;
  /** What a variable without an initial value is assigned later, if it is only one value. */
  given(declared: Declared): SyntaxNode | undefined;
  readonly file: LexicalScope;
}

/** Names by scope, of the whole text, read in one pass, since a declaration may follow its use. */
export function readScopes(tree: SyntaxTree, rules: ScopeRules): Scopes {
  const file: LexicalScope = { kind: 'function', node: tree.root, outer: undefined, names: new Map() };
  const scopeOf: LexicalScope[] = new Array(tree.size);
  const assigned: { name: string; value: SyntaxNode; at: SyntaxNode }[] = [];
  for (let id = 0; id < tree.size; id += 1) {
    const node = tree.node(id);
    const around = node.parent ? (scopeOf[node.parent.id] ?? file) : file;
    const kind = id === 0 ? undefined : rules.opens(node);
    const inner: LexicalScope = kind ? { kind, node, outer: around, names: new Map() } : around;
    scopeOf[id] = inner;
    for (const one of rules.declares(node)) declare(one, placeOf(one, around, inner, file));
    const given = rules.assigns(node);
    if (given) assigned.push({ ...given, at: node });
  }

  const find = (name: string, at: SyntaxNode): Declared | undefined => {
    let crossed = false;
    for (let scope: LexicalScope | undefined = scopeOf[at.id] ?? file; scope; scope = scope.outer) {
      const hidden = scope.kind === 'class' && crossed && !rules.classNamesReachInside;
      const found = hidden ? undefined : scope.names.get(name);
      if (found) return found;
      if (scope.kind === 'function') crossed = true;
    }
    return undefined;
  };
  const values = collectValues(assigned, find);
  return { find, file, given: (declared) => values.get(declared) };
}

function placeOf({ where }: Declared, around: LexicalScope, inner: LexicalScope, file: LexicalScope): LexicalScope {
  if (where === 'around') return around;
  if (where === 'inside') return inner;
  if (where === 'file') return file;
  let scope = inner;
  while (scope.kind === 'block' && scope.outer) scope = scope.outer;
  return scope;
}

/** The first informative one stays: `x = Stack()` above `x = None`. */
function declare(one: Declared, scope: LexicalScope): void {
  const known = scope.names.get(one.name);
  if (!known || (known.kind === 'variable' && !known.value && !known.type)) scope.names.set(one.name, one);
}

function collectValues(
  assigned: readonly { name: string; value: SyntaxNode; at: SyntaxNode }[],
  find: Scopes['find'],
): Map<Declared, SyntaxNode | undefined> {
  const values = new Map<Declared, SyntaxNode | undefined>();
  for (const { name, value, at } of assigned) {
    const declared = find(name, at);
    if (declared?.kind !== 'variable') continue;
    const known = values.get(declared);
    // Two different values: then it is neither.
    values.set(declared, values.has(declared) && known?.text !== value.text ? undefined : value);
  }
  return values;
}
