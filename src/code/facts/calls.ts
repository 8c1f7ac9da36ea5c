import type { SyntaxNode } from '../parse/syntax-tree.ts';
import { bind } from './bind.ts';
import { chainText, readChain } from './chain.ts';
import { type Definition, isFunction } from './definition.ts';
import type { CallFact } from './fact-types.ts';
import type { ParsedSource } from './language.ts';

/** The calls in a node, including those in functions inside it, in the order of the text. */
export function callsIn(source: ParsedSource, node: SyntaxNode): CallFact[] {
  const { rules, tree } = source;
  const found: CallFact[] = [];
  for (let id = node.id; id < node.after; id += 1) {
    const at = tree.node(id);
    const call = rules.chains.call(at);
    if (!call) continue;
    const chain = readChain(call.callee, rules.chains);
    found.push({ kind: call.kind, callee: chainText(chain), line: at.firstLine, binding: bind(source, chain) });
  }
  return found;
}

/** The outgoing calls of a definition: decorators, defaults of parameters and the body. */
export const callsOf = (source: ParsedSource, definition: Definition): CallFact[] => callsIn(source, definition.whole);

/**
 * Everything called from a node, also through functions of the same file that it calls: a test whose helper calls push
 * calls push.
 */
export function reachableCalls(source: ParsedSource, node: SyntaxNode): CallFact[] {
  return reach(source, node).calls;
}

/** The same, with the functions of the same file that it went through, each once. */
export function reach(source: ParsedSource, node: SyntaxNode): { calls: CallFact[]; through: Definition[] } {
  const calls = callsIn(source, node);
  const through: Definition[] = [];
  const followed = new Set<number>();
  // The list grows while it is read.
  for (const { binding } of calls) {
    if (binding.to !== 'local') continue;
    const name = binding.symbol.replace(/\(\)|\[\]/g, '');
    for (const definition of source.definitionsOf.get(name) ?? []) {
      if (definition.whole.contains(node) || followed.has(definition.node.id)) continue;
      followed.add(definition.node.id);
      if (!isFunction(definition)) continue;
      through.push(definition);
      calls.push(...callsOf(source, definition));
    }
  }
  return { calls, through };
}
