import type { Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { nearestNames } from '#host/nearest-names.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { type FunctionFact, readModule, resolveFunction } from './module-functions.ts';

export interface FunctionsOrder {
  readonly before: TreeHash;
  readonly after: TreeHash;
  readonly path: string;
  readonly language: string;
  /** Names that the agent says it wrote. */
  readonly claimed: readonly string[];
  /** Classes of ours in the file that the agent need not claim. */
  readonly ours: readonly string[];
}

/**
 * Compares the functions an agent claims with the file: one that is missing, or that was added or changed and not
 * claimed, is an error.
 */
export async function checkFunctions(treeRunner: TreeRunner, order: FunctionsOrder): Promise<Refusal[]> {
  const { path, language, claimed } = order;
  const after = await readModule(treeRunner, order.after, path, language);
  if (after.type === 'absent')
    return [refusal('CLAIM_NOT_ON_DISK', `${path} does not exist`, `Write ${path}, then claim what is in it.`, path)];
  if (after.type === 'unreadable')
    return [refusal('CLAIM_UNREADABLE', `${path} cannot be read: ${after.why}`, 'Make it valid source code.', path)];
  const before = await readModule(treeRunner, order.before, path, language);
  const old = before.type === 'read' ? before.functions : new Map<string, FunctionFact>();
  const there = [...after.functions.keys()];
  const classes = after.facts.symbols.filter(({ kind }) => kind === 'class').map((symbol) => symbol.path);

  const isOurs = (name: string): boolean => order.ours.some((own) => name.startsWith(`${own}.`));
  const problems: Refusal[] = [];
  const claimedPaths = new Set<string>();
  for (const name of claimed) {
    const found = resolveFunction(after.functions, name);
    if (found) claimedPaths.add(found.path);
    // A class without a constructor of its own still has one.
    else if (!classes.includes(name)) problems.push(missing(name, path, there));
  }
  for (const fact of after.functions.values()) {
    if (claimedPaths.has(fact.path) || isOurs(fact.path)) continue;
    const was = old.get(fact.path);
    if (!was) problems.push(unclaimed(fact.path, path, 'was added'));
    else if (was.text !== fact.text) problems.push(unclaimed(fact.path, path, 'was changed'));
  }
  const gone = [...old.keys()].filter((name) => !after.functions.has(name) && !claimed.includes(name) && !isOurs(name));
  return [...problems, ...gone.map((name) => unclaimed(name, path, 'was taken out'))];
}

function missing(name: string, path: string, there: readonly string[]): Refusal {
  const [near] = nearestNames(name, there);
  const next =
    near === undefined ? `Write it, or claim what exists: ${there.join(', ') || 'nothing'}.` : `Did you mean ${near}?`;
  return refusal('CLAIM_NOT_ON_DISK', `${name} is claimed and is not in ${path}`, next, path);
}

const unclaimed = (name: string, path: string, what: string): Refusal =>
  refusal('NOT_CLAIMED', `${name} ${what} in ${path} and is not claimed`, 'Claim it, or leave it as it was.', path);

const refusal = (code: string, message: string, next: string, file: string): Refusal => ({ code, message, next, file });
