import { BLOCKING_KINDS, type Mutant } from '#code/mutants/mutant.ts';

interface Place extends Pick<Mutant, 'kind' | 'symbol'> {
  readonly source: { readonly path: string };
}

/**
 * The order in which mutants are tried. It matters when a busy machine runs out of time: first one mutant of each
 * function, then all whose survival blocks, then the rest, taking turns among the functions. Pure.
 */
export function byWorth<M extends Place>(mutants: readonly M[]): M[] {
  const isBlocking = ({ kind }: M): boolean => BLOCKING_KINDS.includes(kind);
  const strictFirst = [...mutants.filter(isBlocking), ...mutants.filter((each) => !isBlocking(each))];
  const ofFunctions = [...Map.groupBy(strictFirst, ({ source, symbol }) => `${source.path}\n${symbol ?? ''}`).values()];
  const firsts = ofFunctions.flatMap((own) => own.slice(0, 1));
  const rest = ofFunctions.map((own) => own.slice(1));
  return [
    ...firsts,
    ...goingRound(rest.map((own) => own.filter(isBlocking))),
    ...goingRound(rest.map((own) => own.filter((each) => !isBlocking(each)))),
  ];
}

function goingRound<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, n) => lists.flatMap((list) => list.slice(n, n + 1))).flat();
}
