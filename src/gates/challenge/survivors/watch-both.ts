import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../../tree-runner.ts';
import type { ChangedCode } from '../changed-code.ts';
import type { Observation, ObservedCall } from '../observe/observation.ts';
import { observe } from '../observe/observe.ts';
import { brief } from '../part.ts';
import type { Mistake } from './ask-both.ts';
import { isSameAnswer } from './same-answer.ts';
import type { Basis, Weight } from './weight.ts';

/**
 * The tests' own calls, with the mutant in the code: for what cannot be called anywhere else (methods, closures,
 * arguments that are more than data). A difference counts if it occurs twice and can be read.
 */
export async function watchBoth(
  treeRunner: TreeRunner,
  tree: TreeHash,
  code: ChangedCode,
  { seen, hidden, files }: Pick<Basis, 'seen' | 'hidden' | 'files'>,
  { path, text }: Mistake,
  signal: AbortSignal,
): Promise<Weight> {
  const broken = await treeRunner.write(tree, new Map([[path, text]]));
  const sources = code.sources.map((source) => (source.path === path ? { ...source, text } : source));
  const watch = async (of: TreeHash, changed: ChangedCode): Promise<Calls> =>
    callsOf(await observe(treeRunner, of, changed, { files, masked: false }, signal));
  const steady = alike(callsOf(seen), callsOf(hidden));
  if (steady.size === 0) return { type: 'unasked', why: 'no call of it could be compared' };
  const mistaken = await watch(broken, { ...code, sources });
  const differing = otherwise(steady, mistaken);
  if (differing.length === 0) return { type: 'same', calls: steady.size };
  const again = alike(steady, await watch(tree, code));
  const [first] = otherwise(again, alike(mistaken, await watch(broken, { ...code, sources })));
  if (!first) return { type: 'same', calls: steady.size };
  return { type: 'matters', say: first };
}

type Calls = ReadonlyMap<string, { readonly call: ObservedCall; readonly outcome: string }>;

/** Each call by its identity: the function, the test, its arguments, its number among equal ones. Pure. */
function callsOf({ calls }: Pick<Observation, 'calls'>): Calls {
  const all = new Map<string, { call: ObservedCall; outcome: string }>();
  for (const call of calls) {
    const what = [call.function.path, call.function.name, call.test, call.args].join('\n');
    for (let n = 0; ; n += 1) {
      if (all.has(`${what}\n${n}`)) continue;
      all.set(`${what}\n${n}`, { call, outcome: call.outcome });
      break;
    }
  }
  return all;
}

const alike = (one: Calls, two: Calls): Calls =>
  new Map([...one].filter(([key, { outcome }]) => two.get(key)?.outcome === outcome));

/** A sentence for each call that both made and that returned different answers. */
const otherwise = (original: Calls, mistaken: Calls): string[] =>
  [...original].flatMap(([key, { call, outcome }]) => {
    const then = mistaken.get(key)?.outcome;
    if (then === undefined || isSameAnswer(outcome, then) || !isPlain(outcome) || !isPlain(then)) return [];
    const given = call.args === null ? '…' : brief(call.args.slice(1, -1), 120);
    return [`${call.function.name}(${given}) returns ${brief(outcome, 120)}, but ${brief(then, 120)} with the mutant`];
  });

/** Data that a person can compare; an object of a class, with everything it refers to, is not. */
const isPlain = (outcome: string): boolean =>
  outcome.length < 300 && !/…|\[accessor\]|\[circular\]|\[function\]|\b[A-Z]\w* \{/.test(outcome);
