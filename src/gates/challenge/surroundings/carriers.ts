import { isFunctionNode, isWrapping, type Node, nodeAt, nodesAt, textAt } from '../observe/syntax-javascript.ts';
import type { SeenLook } from './looks-by-name.ts';
import { boundBy } from './names-javascript.ts';

/**
 * Where a file keeps what it saw of its surroundings before it decides by it: in a variable of a function, in a field,
 * as the result of a function of its own. `const late = Date.now() > END; return late ? a : b` is the same condition.
 */
export class Carriers {
  /** By the function that a variable belongs to. */
  readonly #variables = new Map<Node, Map<string, NonNullable<SeenLook>>>();
  readonly #fields = new Map<string, NonNullable<SeenLook>>();
  readonly #functions = new Map<string, NonNullable<SeenLook>>();

  /** Follows what was seen at this node to where it is kept. */
  keep(node: Node, above: readonly Node[], seen: NonNullable<SeenLook>): void {
    if (!KEPT.test(bare(seen.what))) return;
    let at = node;
    for (let n = above.length - 1; n >= 0; n -= 1) {
      const parent = above[n];
      if (!parent) return;
      const around = above.slice(0, n);
      if (parent.type === 'VariableDeclarator' && nodeAt(parent, 'init') === at)
        return this.#variable(boundBy(nodeAt(parent, 'id')), around, seen);
      if (parent.type === 'AssignmentExpression' && nodeAt(parent, 'right') === at)
        return this.#assigned(nodeAt(parent, 'left'), around, seen);
      if (parent.type === 'PropertyDefinition' && nodeAt(parent, 'value') === at)
        return void this.#fields.set(textAt(nodeAt(parent, 'key'), 'name'), seen);
      if (parent.type === 'ReturnStatement') return this.#returned(around, seen);
      if (isFunctionNode(parent)) {
        if (parent.type === 'ArrowFunctionExpression' && nodeAt(parent, 'body') === at)
          this.#returned(above.slice(0, n + 1), seen);
        return;
      }
      if (!isCarriedOn(parent, at)) return;
      at = parent;
    }
  }

  /** What a name stands for here. */
  of(node: Node, above: readonly Node[], isCalled: boolean): SeenLook {
    if (node.type === 'ThisExpression') {
      const parent = above.at(-1);
      const isMember = parent?.type === 'MemberExpression' && nodeAt(parent, 'object') === node && !parent.computed;
      const name = isMember ? textAt(nodeAt(parent, 'property'), 'name') : '';
      return named(`this.${name}`, this.#fields.get(name));
    }
    const name = textAt(node, 'name');
    for (const fn of above.filter(isFunctionNode)) {
      const seen = this.#variables.get(fn)?.get(name);
      if (seen) return named(name, seen);
    }
    return isCalled ? named(`${name}()`, this.#functions.get(name)) : null;
  }

  #variable(names: Iterable<string>, around: readonly Node[], seen: NonNullable<SeenLook>): void {
    const fn = around.findLast(isFunctionNode);
    if (!fn) return;
    const known = this.#variables.get(fn) ?? new Map<string, NonNullable<SeenLook>>();
    for (const name of names) known.set(name, seen);
    this.#variables.set(fn, known);
  }

  #assigned(left: Node | null, around: readonly Node[], seen: NonNullable<SeenLook>): void {
    if (left?.type === 'Identifier') this.#variable([textAt(left, 'name')], around, seen);
    if (left?.type === 'MemberExpression' && nodeAt(left, 'object')?.type === 'ThisExpression' && !left.computed)
      this.#fields.set(textAt(nodeAt(left, 'property'), 'name'), seen);
  }

  /** `around` ends within the function that returns it. */
  #returned(around: readonly Node[], seen: NonNullable<SeenLook>): void {
    const at = around.findLastIndex(isFunctionNode);
    const [fn, parent] = [around[at], around[at - 1]];
    if (!fn) return;
    const name = textAt(nodeAt(fn, 'id'), 'name');
    if (name !== '') this.#functions.set(name, seen);
    else if (parent?.type === 'VariableDeclarator') this.#functions.set(textAt(nodeAt(parent, 'id'), 'name'), seen);
    else if (parent?.type === 'MethodDefinition') this.#fields.set(textAt(nodeAt(parent, 'key'), 'name'), seen);
  }
}

/**
 * What says something wherever it is kept. What is read or loaded has contents of its own, all variables are many, and a
 * name that nothing is known of may be anything.
 */
const KEPT =
  /^(the clock|process(\.|$)|os\.|inspector|v8\.|async_hooks|the language|a file of a fixed name \((exists|access))/;

const bare = (what: string): string => what.replace(/^.*, which holds /, '');
const named = (name: string, seen: SeenLook | undefined): SeenLook =>
  seen ? { what: `${name}, which holds ${bare(seen.what)}`, clock: seen.clock } : null;

const OPERATORS =
  /^(Member|Chain|Binary|Logical|Unary|Conditional|Await|Template|Object|Array|Parenthesized)(Expression|Literal)$|^(Property|SpreadElement)$/;

/** Whether the value of this expression is still made of what was seen: not that of any function it is passed to. */
function isCarriedOn(parent: Node, at: Node): boolean {
  if (parent.type === 'ConditionalExpression' && nodeAt(parent, 'test') === at) return false;
  if (OPERATORS.test(parent.type) || isWrapping(parent)) return true;
  if (!/^(Call|New)Expression$/.test(parent.type)) return false;
  const callee = nodeAt(parent, 'callee');
  if (callee === at) return true;
  const name = textAt(callee, 'name') || textAt(callee ? nodeAt(callee, 'object') : null, 'name');
  return nodesAt(parent, 'arguments').includes(at) && /^(Boolean|Number|String|BigInt|Math|Date|parse\w+)$/.test(name);
}

/** A time is always something: only a comparison depends on which. */
export function isCompared(node: Node, above: readonly Node[]): boolean {
  for (let n = above.length - 1; n >= 0; n -= 1) {
    const parent = above[n];
    if (!parent || isFunctionNode(parent) || /Statement$/.test(parent.type)) return false;
    if (parent.type === 'BinaryExpression' && /^[<>!=]/.test(textAt(parent, 'operator'))) return true;
  }
  return node.type === 'BinaryExpression';
}
