import type { InputJudgement, Looked } from './judge-inputs.ts';

/** Fewer say nothing. */
const ENOUGH = 4;
/** Common return values of functions called for an effect. */
const SAYS_NOTHING = /^(true|false|True|False|undefined|None|null|''|"")$/;
/** Its arguments may be used in a result that was not called or awaited. */
const HIDES = /\[function\]|\[promise\]|\[accessor\]|…|<(?:function|bound method|[\w.]+ object) /;

/**
 * A function that does the same whatever its arguments: one answer to all inputs of its tests and to all similar ones,
 * or one refusal. Its tests do not show that it has to compute anything. Pure.
 */
export function unvarying({ called, probes, source }: Looked): InputJudgement | null {
  const { calls, isComposed, isInner, parameters, name } = called;
  if (isComposed || isInner || parameters === 0 || calls.some(({ args }) => args.length === 0)) return null;
  const [only, ...more] = new Set([...calls, ...probes].map(({ outcome }) => kindOf(outcome)));
  if (only === undefined || more.length > 0 || probes.length < ENOUGH) return null;
  if (/^(throws|rejects) /.test(only))
    return refusesByName(name, source)
      ? null
      : { type: 'narrow', why: `${only} whatever it is given: nothing that it accepts was seen`, words: [] };
  const answer = only.replace(/^resolves /, '');
  return SAYS_NOTHING.test(answer) || HIDES.test(answer)
    ? null
    : { type: 'narrow', why: `returns ${answer} for every input`, words: [] };
}

/** All refusals count as one, whatever their messages quote. */
const kindOf = (outcome: string): string => /^(throws|rejects) [A-Z][\w.]*(?=: |$)/.exec(outcome)?.[0] ?? outcome;

/** Its declared type says that it never returns. */
const refusesByName = (name: string, source: string): boolean =>
  new RegExp(
    `\\b${name.replace(/[^\w]/g, '\\$&')}\\b[^\\n]*(:\\s*never\\b|->\\s*"?(typing\\.)?(NoReturn|Never)\\b)`,
  ).test(source);
