import type { Called, Probe } from './called.ts';
import { type InputJudgement, judgeInputs } from './judge-inputs.ts';
import type { Value } from './neighbours.ts';
import { isWord, leavesOf } from './spelled-out.ts';

/** A method after the calls that made its object: one sequence of calls, with the arguments of all of them. */
export interface MethodStory {
  readonly called: Called;
  readonly probes: readonly Probe[];
  readonly source: string;
}

/**
 * A method whose tests make other calls before it each time: judged by all of these sequences together, since one alone
 * says nothing. What the calls left in the object, in whatever field, is then an input like any other. Pure.
 */
export function judgeStories(stories: readonly MethodStory[]): InputJudgement {
  const [first] = stories;
  if (!first || stories.length < 2) return { type: 'fine' };
  const together = stories.map(({ called, probes }) => ({
    calls: called.calls.map((call) => ({ ...call, args: marked(called, call.args) })),
    probes: probes.map((probe) => ({ ...probe, args: marked(called, probe.args) })),
  }));
  return judgeInputs({
    called: { ...first.called, calls: together.flatMap(({ calls }) => calls) },
    probes: together.flatMap(({ probes }) => probes),
    source: first.source,
  });
}

/**
 * What answers only the words of its tests, after several calls, may be a state machine: those it does not know leave it
 * as it was. That is for review. Pure.
 */
export function orStates({ name, isComposed, calls }: Called, judged: InputJudgement): InputJudgement {
  const steps = (name.split(':').length - 3) / 2;
  const isOfWords = calls.every(({ args }) => leavesOf([...args]).every(isWord));
  return judged.type === 'narrow' && isComposed && steps > 1 && isOfWords ? { type: 'doubt', why: judged.why } : judged;
}

/** Which calls were made distinguishes sequences with the same arguments; it is no input that could be spelled out. */
const marked = ({ name }: Called, args: readonly Value[]): Value[] => [{ $: 'function', v: name }, ...args];

/** The same sequence with one word replaced wherever it occurs: calls may refer to each other by names. Pure. */
export function renamedThroughout(args: readonly Value[], near: (word: string) => string | undefined): Value[][] {
  const words = args.filter((arg) => typeof arg === 'string');
  const repeated = new Set(words.filter((word, at) => words.indexOf(word) !== at));
  return [...repeated].flatMap((word) => {
    const other = near(word);
    return other === undefined || words.includes(other) ? [] : [args.map((arg) => (arg === word ? other : arg))];
  });
}
