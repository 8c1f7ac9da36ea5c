import { createHash } from 'node:crypto';
import { BLOCKING_KINDS, MUTANT_KINDS, type Mutant, type MutantKind } from './mutant.ts';

/**
 * As many as the limit allows, always the same ones for one seed. Up to half of the places go to the kinds whose
 * survival always blocks; the rest is shared by all kinds in turn. Within a kind, functions and lines that have fewest
 * come next.
 */
export function selectMutants<M extends Mutant>(mutants: readonly M[], limit: number, seed = 0): M[] {
  if (mutants.length <= limit) return [...mutants];
  const pool = groupByKind(mutants, seed);
  const chosen: M[] = [];
  const taken = new Map<string, number>();
  const take = (kind: MutantKind): boolean => {
    const best = takeBest(pool.get(kind) ?? [], taken);
    if (best) chosen.push(best);
    return best !== undefined;
  };
  fill(BLOCKING_KINDS, Math.ceil(limit / 2), chosen, take);
  fill(MUTANT_KINDS, limit, chosen, take);
  const order = new Map(mutants.map((mutant, at) => [mutant, at]));
  return chosen.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
}

function fill(
  kinds: readonly MutantKind[],
  upTo: number,
  chosen: readonly Mutant[],
  take: (kind: MutantKind) => boolean,
): void {
  for (let found = true; found && chosen.length < upTo; ) {
    found = false;
    for (const kind of kinds) if (chosen.length < upTo && take(kind)) found = true;
  }
}

interface Candidate<M> {
  readonly mutant: M;
  readonly rank: string;
}

function groupByKind<M extends Mutant>(mutants: readonly M[], seed: number): Map<MutantKind, Candidate<M>[]> {
  const groups = new Map<MutantKind, Candidate<M>[]>();
  for (const mutant of mutants) {
    const group = groups.get(mutant.kind) ?? [];
    group.push({ mutant, rank: createHash('sha256').update(`${seed}\n${mutant.id}`).digest('hex') });
    groups.set(mutant.kind, group);
  }
  return groups;
}

/** Removes and returns the one whose function, and then whose line, was chosen least; the seed breaks ties. */
function takeBest<M extends Mutant>(group: Candidate<M>[], taken: Map<string, number>): M | undefined {
  const [first] = group;
  if (!first) return undefined;
  const weight = ({ mutant, rank }: Candidate<M>) =>
    [taken.get(`${mutant.symbol}`) ?? 0, taken.get(`${mutant.line}`) ?? 0, rank] as const;
  let best = { candidate: first, weight: weight(first) };
  for (const candidate of group) {
    const own = weight(candidate);
    if (isLess(own, best.weight)) best = { candidate, weight: own };
  }
  group.splice(group.indexOf(best.candidate), 1);
  const { mutant } = best.candidate;
  for (const key of [`${mutant.symbol}`, `${mutant.line}`]) taken.set(key, (taken.get(key) ?? 0) + 1);
  return mutant;
}

const isLess = (a: readonly [number, number, string], b: readonly [number, number, string]): boolean =>
  a[0] !== b[0] ? a[0] < b[0] : a[1] !== b[1] ? a[1] < b[1] : a[2] < b[2];
