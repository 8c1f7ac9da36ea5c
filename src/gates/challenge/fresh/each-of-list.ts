import { fieldsOf } from './each-of-record.ts';
import { type InputJudgement, judgeInputs, type Looked } from './judge-inputs.ts';
import type { Value } from './neighbours.ts';

/**
 * Like `judgeInputs`, but a function that maps a list is also judged by each element, and one that returns records by
 * each field: a table that is indexed by a list, or answers in a field, is a table. Pure.
 */
export function judgeAlsoEach(looked: Looked): InputJudgement {
  const whole = judgeInputs(looked);
  for (const field of whole.type === 'table' ? [] : fieldsOf(looked)) {
    const judged = judgeInputs(field);
    if (judged.type === 'table') return judged;
  }
  const each = whole.type === 'table' ? null : eachOf(looked);
  if (each === null) return whole;
  const parts = judgeInputs(each);
  return parts.type === 'table' || whole.type === 'fine' ? parts : whole;
}

interface Asked {
  readonly args: readonly Value[];
  readonly outcome: string;
}

/** One case for each element of the single list argument; null where there is not one answer per element. Pure. */
export function eachOf({ called, probes, source }: Looked): Looked | null {
  const [first] = called.calls;
  const lists = (first?.args ?? []).flatMap((arg, at) => (isList(arg) ? [at] : []));
  const [at] = lists;
  if (at === undefined || lists.length > 1) return null;
  const calls = called.calls.filter(({ outcome }) => !isThrown(outcome)).map((call) => partsOf(call, at));
  const fresh = probes
    .filter(({ outcome }) => !isThrown(outcome))
    .map((probe) => partsOf(probe, at)?.map((part) => ({ ...probe, ...part })) ?? null);
  const [own, near] = [calls.filter((each) => each !== null).flat(), fresh.filter((each) => each !== null).flat()];
  if (own.length < 2 || calls.includes(null) || fresh.includes(null)) return null;
  const tested = new Set(own.map(({ args }) => JSON.stringify(args)));
  const others = near.filter(({ args }) => !tested.has(JSON.stringify(args)));
  return { called: { ...called, calls: own }, probes: others, source };
}

const isList = (arg: Value | undefined): arg is Value[] =>
  Array.isArray(arg) && arg.every((each) => each === null || typeof each !== 'object');

const isThrown = (outcome: string): boolean => outcome.startsWith('throws ');

function partsOf({ args, outcome }: Asked, at: number): Asked[] | null {
  const list = args[at];
  const [, inner = ''] = /^\[?([^[\]{}()]*)\]?$/.exec(outcome.replace(/^yields /, '')) ?? [null, '?'];
  const answers = inner === '' ? [] : inner.split(', ');
  if (!isList(list) || answers.length !== list.length) return null;
  return list.map((each, n) => ({ args: args.with(at, each), outcome: answers[n] ?? '' }));
}
