import { isWrapping, type Node, nodeAt, nodesAt, textAt, withoutWraps } from '../observe/syntax-javascript.ts';

/** How a name is used: the members that are read, and the resulting call. */
export interface Use {
  readonly members: readonly string[];
  readonly call: Node | null;
  readonly computed: boolean;
  /** It becomes the `env` of something else. */
  readonly handsOn: boolean;
  /** What a pattern takes of it: `const { a, b: { c } } = name`. */
  readonly picked: readonly string[];
}

export function useOf(node: Node, above: readonly Node[]): Use {
  const members: string[] = [];
  let at = node;
  let computed = false;
  for (let n = above.length - 1; n >= 0; n -= 1) {
    const parent = above[n];
    if (!parent) break;
    if (parent.type === 'ChainExpression' || (isWrapping(parent) && nodeAt(parent, 'expression') === at)) {
      at = parent;
      continue;
    }
    if (parent.type === 'CallExpression' && nodeAt(parent, 'callee') === at)
      return { members, call: parent, computed, handsOn: false, picked: [] };
    if (parent.type !== 'MemberExpression' || nodeAt(parent, 'object') !== at) break;
    const property = withoutWraps(nodeAt(parent, 'property'));
    const literal = parent.computed === true;
    if (literal && property?.type !== 'Literal') computed = true;
    members.push(literal ? textAt(property, 'value') : textAt(property, 'name'));
    at = parent;
  }
  const handsOn = above
    .slice(-8)
    .some((each) => each.type === 'Property' && textAt(nodeAt(each, 'key'), 'name') === 'env');
  return { members, call: null, computed, handsOn, picked: pickedOf(at, above) };
}

function pickedOf(at: Node, above: readonly Node[]): string[] {
  const parent = above[above.indexOf(at) - 1] ?? above.at(-1);
  if (parent?.type !== 'VariableDeclarator' || nodeAt(parent, 'init') !== at) return [];
  const id = nodeAt(parent, 'id');
  return id?.type === 'ObjectPattern'
    ? nodesAt(id, 'properties').map((each) => textAt(nodeAt(each, 'key'), 'name'))
    : [];
}
