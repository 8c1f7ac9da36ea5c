import type { Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { readModule, resolveFunction } from './module-functions.ts';

export interface StubsOrder {
  readonly tree: TreeHash;
  readonly path: string;
  readonly language: string;
  readonly functions: readonly string[];
  readonly sentinel: string;
}

/** Every function throws the sentinel and does nothing else. */
export async function checkStubs(treeRunner: TreeRunner, order: StubsOrder): Promise<Refusal[]> {
  const module = await readModule(treeRunner, order.tree, order.path, order.language);
  if (module.type !== 'read') return [wrong(order, `${order.path} is ${module.type}`)];
  return order.functions.flatMap((name) => {
    const found = resolveFunction(module.functions, name);
    if (!found) return [];
    const findings = module.facts.stubs(found.path, order.sentinel);
    const real = findings.find(({ kind }) => kind !== 'throws' && kind !== 'no-body');
    if (real) return [wrong(order, `${name} is not a stub: ${'why' in real ? real.why : 'it returns'}`)];
    return findings.some(({ kind }) => kind === 'throws') ? [] : [wrong(order, `${name} has no body`)];
  });
}

/** None of the functions is left as a stub, and the stubs' error class is gone. */
export async function checkImplemented(treeRunner: TreeRunner, order: StubsOrder): Promise<Refusal[]> {
  const module = await readModule(treeRunner, order.tree, order.path, order.language);
  if (module.type !== 'read') return [left(order, `${order.path} is ${module.type}`)];
  const stubs = order.functions.filter((name) => {
    const found = resolveFunction(module.functions, name);
    return found && module.facts.stubs(found.path, order.sentinel).some(({ kind }) => kind === 'throws');
  });
  if (stubs.length > 0) return [left(order, `still stubs: ${stubs.join(', ')}`)];
  if (!new RegExp(`\\b${order.sentinel}\\b`).test(module.text)) return [];
  return [left(order, `${order.path} still has ${order.sentinel}`)];
}

const wrong = ({ path }: StubsOrder, message: string): Refusal => ({
  code: 'NOT_A_STUB',
  message,
  next: 'Write the signature with a body that can be replaced.',
  file: path,
});

const left = ({ path, sentinel }: StubsOrder, message: string): Refusal => ({
  code: 'STUB_LEFT',
  message,
  next: `Write the functions, and take ${sentinel} out of ${path}.`,
  file: path,
});
