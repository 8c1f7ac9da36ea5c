import type { InputJudgement, Looked } from './judge-inputs.ts';
import type { Value } from './neighbours.ts';

/** Fewer say nothing. */
const ENOUGH = 4;

/**
 * The functions of a change that do nothing: they give back their first argument as it is, for all inputs of its tests
 * and all similar ones. One beside others may be meant (`defineConfig`); where nothing in the change does anything, or
 * two are given the same (`decode(encode(text))` holds then, too), their tests show nothing. Pure.
 */
export function idleFunctions(all: readonly Looked[]): ReadonlySet<Looked> {
  const asked = all.filter(({ called }) => !called.isInner);
  const idle = asked.filter(isIdle);
  const isPaired = (one: Looked): boolean =>
    idle.some((other) => other !== one && (isGiven(one, other) || isGiven(other, one)));
  return new Set(idle.length === asked.length ? idle : idle.filter(isPaired));
}

/** Why it is no measurement that their tests pass. */
export const IDLE: InputJudgement = {
  type: 'narrow',
  why: 'gives back what it is given, whatever that is: its tests do not show that it does anything',
  words: [],
};

/** Whether one was called with all that the other was called with. */
function isGiven({ called: one }: Looked, { called: other }: Looked): boolean {
  const given = new Set(one.calls.map(({ args }) => JSON.stringify(args[0])));
  return other.calls.every(({ args }) => given.has(JSON.stringify(args[0])));
}

function isIdle({ called, probes }: Looked): boolean {
  if (called.isComposed || called.parameters === 0 || probes.length < ENOUGH) return false;
  return [...called.calls, ...probes].every(
    ({ args: [first], outcome }) => first !== undefined && isSame(first, outcome),
  );
}

/** Yes, no and nothing are the answers of many functions to themselves. */
const isSame = (given: Value, outcome: string): boolean =>
  given !== null && typeof given !== 'boolean' && JSON.stringify(given) === JSON.stringify(read(outcome));

/** An answer as it is written; Python quotes its texts in another way. */
function read(outcome: string): unknown {
  for (const text of [outcome, outcome.replaceAll("'", '"')]) {
    try {
      return JSON.parse(text);
    } catch {}
  }
  return undefined;
}
