import type { InputJudgement, Looked } from './judge-inputs.ts';

/** Fewer say nothing. */
const ENOUGH = 4;
/** What many functions give back for what they have done. */
const SAYS_NOTHING = /^(true|false|True|False|undefined|None|null|''|"")$/;
/** What it does with its arguments may lie in something that nobody has called or awaited. */
const HIDES = /\[function\]|\[promise\]|\[accessor\]|…|<(?:function|bound method|[\w.]+ object) /;

/**
 * A function that is given something and does the same whatever that is: one answer to all that its tests ask and to all
 * that is near, or one refusal. Its tests show nothing that it would have to compute. Pure.
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

/** A refusal is one, whatever its message says of what was given. */
const kindOf = (outcome: string): string => /^(throws|rejects) [A-Z][\w.]*(?=: |$)/.exec(outcome)?.[0] ?? outcome;

/** It says itself that it never returns. */
const refusesByName = (name: string, source: string): boolean =>
  new RegExp(
    `\\b${name.replace(/[^\w]/g, '\\$&')}\\b[^\\n]*(:\\s*never\\b|->\\s*"?(typing\\.)?(NoReturn|Never)\\b)`,
  ).test(source);
