import { BLOCKING_KINDS } from '#code/mutants/mutant.ts';
import type { MutationClaim } from '../claims.ts';
import type { Strictness } from '../spec.ts';
import type { MutationReport, Proposal, Survivor } from '../state.ts';

export type MutationDecision =
  | { readonly type: 'pass' }
  | { readonly type: 'block'; readonly survivors: readonly Survivor[] }
  | { readonly type: 'unmeasured'; readonly why: string; readonly next: string };

/** Whether survivors keep the work from main. An unmeasured result is no pass. */
export function judgeMutation(report: MutationReport): MutationDecision {
  if (report.type === 'nothing') return { type: 'pass' };
  if (report.type === 'unmeasured') return { type: 'unmeasured', why: report.why, next: report.next };
  const survivors = report.survivors.filter(({ blocks }) => blocks);
  return survivors.length > 0 ? { type: 'block', survivors } : { type: 'pass' };
}

/** A removed check or a flipped condition that survived always blocks; the others only where the spec is strict. */
export const blocks = (kind: Survivor['kind'], { mutationBlocking }: Strictness): boolean =>
  mutationBlocking || BLOCKING_KINDS.includes(kind);

export function suiteVerdict(tried: number, survivors: number): 'robust' | 'gaps' | 'weak' {
  if (survivors === 0) return 'robust';
  return survivors * 2 > tried ? 'weak' : 'gaps';
}

/** What the tests agent is asked to add: the analyst's property, or a default for the kind of mutant. */
export function proposalsFor(survivors: readonly Survivor[], claim: MutationClaim | null): Proposal[] {
  return survivors.map((survivor, at) => {
    const said = claim?.survivors.find(({ id }) => id === survivor.id)?.proposed;
    return { function: survivor.function, kind: survivor.kind, sketch: said ?? plainSketch(survivor, at) };
  });
}

/** Names the kind of mistake and the function, never the code. */
function plainSketch({ function: name, kind }: Survivor, at: number): Proposal['sketch'] {
  const where = name ?? 'the module';
  return {
    name: `notices-${kind}-${where.replaceAll(/[^\w]/g, '-')}-${at + 1}`,
    description: `A mistake of the kind ${kind} in ${where} was noticed by no test.`,
    invariant: `${MISSING[kind]} in ${where}`,
    type: kind === 'Boundary' || kind === 'OffByOne' ? 'Boundary' : 'Other',
  };
}

const MISSING: Readonly<Record<Survivor['kind'], string>> = {
  RemovedCheck: 'every input that must be refused is refused',
  ConditionFlip: 'both sides of every condition behave as described',
  Boundary: 'the values at and next to every limit behave as described',
  OffByOne: 'counts and positions are exact',
  Operator: 'results are exact, not only of the right sign or size',
  WrongBranch: 'each case gives its own result',
  SwappedArgs: 'arguments that differ give different results',
  ReturnValue: 'what is returned is asserted exactly',
  RemovedCall: 'every effect that is described can be observed',
};
