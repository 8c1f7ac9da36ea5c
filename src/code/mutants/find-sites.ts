import { isComment, type SyntaxNode, type SyntaxTree } from '../parse/syntax-tree.ts';
import type { MutantTable } from './language-table.ts';
import { conditionOf, unwrapped } from './syntax.ts';

/** A node that may be mutated, and its function. */
export interface FoundSite {
  readonly node: SyntaxNode;
  readonly symbol: string | null;
}

/**
 * All nodes of a text that may be mutated, in order. Left out: types, imports, decorators, keys, log calls, the wording
 * of errors, tests, and unreachable code.
 */
export function* findSites(tree: SyntaxTree, table: MutantTable): Generator<FoundSite> {
  const unreachable = new Set<number>();
  const names: { readonly until: number; readonly path: string }[] = [];
  for (let id = 0; id < tree.size; ) {
    const node = tree.node(id);
    while (names.length > 0 && id >= (names.at(-1)?.until ?? 0)) names.pop();
    if (!node.named || unreachable.has(id) || isLeftOut(node, table)) {
      id = node.named ? node.after : id + 1;
      continue;
    }
    for (const behind of behindExit(node, table)) unreachable.add(behind.id);
    const name = siteNameOf(node, table);
    const around = names.at(-1)?.path;
    if (name !== undefined) names.push({ until: node.after, path: around === undefined ? name : `${around}.${name}` });
    yield { node, symbol: names.at(-1)?.path ?? null };
    id += 1;
  }
}

function isLeftOut(node: SyntaxNode, table: MutantTable): boolean {
  return (
    isComment(node) ||
    table.skip.test(node.type) ||
    table.keys.has(`${node.parent?.type}.${node.field}`) ||
    table.aside(node) ||
    isLogCall(node, table) ||
    isErrorText(node, table) ||
    isNeverTrue(node, table)
  );
}

/** The name of a function or class, or of the variable it is assigned to. */
export function siteNameOf(node: SyntaxNode, table: MutantTable): string | undefined {
  const own = node.child('name')?.text;
  if (table.classes.has(node.type)) return own;
  if (!table.functions.has(node.type)) return undefined;
  if (own !== undefined) return own;
  const { parent } = node;
  const given = parent?.child('name') ?? parent?.child('left') ?? parent?.child('key') ?? parent?.child('property');
  return parent && given && given.id !== node.id && /declarator|assignment|pair|field/.test(parent.type)
    ? given.text
    : undefined;
}

const LOG =
  /^(this\.|self\.|cls\.)?#?_?(console|log|logger|logging|debug|print|process\.stderr)(\.\w+)*$|\.(debug|trace)$/i;

/** A statement that only logs or reports. */
function isLogCall(node: SyntaxNode, { expressionStatement, calls }: MutantTable): boolean {
  if (node.type !== expressionStatement) return false;
  const [call] = node.parts;
  return call !== undefined && calls.has(call.type) && LOG.test(call.child('function')?.text ?? '');
}

function isErrorText(node: SyntaxNode, { raise, assert }: MutantTable): boolean {
  if (!/string$/.test(node.type)) return false;
  for (let outer = node.parent; outer; outer = outer.parent) {
    if (outer.type === raise || outer.type === assert) return true;
    if (/_statement$|^(statement_)?block$/.test(outer.type)) return false;
  }
  return false;
}

/** `if (false)`: its content never runs and does not count. */
function isNeverTrue(node: SyntaxNode, table: MutantTable): boolean {
  if (!table.guards.has(node.type) && !table.loops.has(node.type)) return false;
  const condition = conditionOf(node, table);
  return condition !== undefined && /^(false|False|0)$/.test(unwrapped(condition).text);
}

/** Code in a block behind a statement that left it. Functions declared there are still called. */
function behindExit(block: SyntaxNode, { blocks, exits, functions, classes }: MutantTable): readonly SyntaxNode[] {
  if (!blocks.has(block.type)) return [];
  const { parts } = block;
  const exit = parts.findIndex(({ type }) => exits.has(type));
  if (exit === -1) return [];
  return parts.slice(exit + 1).filter(({ type }) => !functions.has(type) && !classes.has(type));
}
