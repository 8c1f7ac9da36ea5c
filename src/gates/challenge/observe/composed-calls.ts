import type { OutsideQuestion } from './ask-outside.ts';
import type { ObservedCall, ObservedFunction } from './observation.ts';

/** Longer sequences are not repeated. */
const MOST_STEPS = 6;
const MOST = 120;

/**
 * Calls of methods and of inner functions, as calls that can be repeated elsewhere: an object of the class is
 * constructed as in the tests and gets the same calls in their order, or the state it had; a returned function is
 * called. The name of such a call encodes the steps (`new:Cart:0:add:1:total:0`), its arguments are those of each step
 * in turn. Pure.
 */
export function composedCalls(calls: readonly ObservedCall[]): ObservedCall[] {
  const stories = new Map<string, ObservedCall[]>();
  for (const call of calls)
    if (call.object) stories.set(call.object.id, [...(stories.get(call.object.id) ?? []), call]);
  const found = calls.flatMap((call, at) => ofObject(call, stories) ?? ofFunction(call, calls.slice(0, at)) ?? []);
  return found.filter(({ outcome }) => isData(outcome)).slice(0, MOST);
}

/** The tests' objects as calls that only construct each of them. Pure. */
export const madeObjects = (
  calls: readonly ObservedCall[],
): { readonly call: ObservedCall; readonly question: OutsideQuestion }[] =>
  calls
    .filter(({ object, args, function: { method } }) => object?.at === -1 && args !== null && method !== undefined)
    .slice(0, MOST)
    .map((call) => {
      const { args, names } = listOf(call.args ?? '[]');
      const given = JSON.stringify(names === null ? args : { args, names });
      const name = `new:${call.function.method?.of}:${args.length}`;
      return { call, question: { module: call.function.path, name, args: given } };
    });

/** The state of each of them after construction, as the answer of its class. Pure. */
export const constructorCalls = (
  objects: ReturnType<typeof madeObjects>,
  outcomes: readonly (string | null | undefined)[],
): ObservedCall[] =>
  objects.flatMap(({ call, question }, n): ObservedCall[] => {
    const outcome = outcomes[n] ?? null;
    if (outcome === null || !/^\w+ \{"/.test(outcome)) return [];
    const own = { ...call.function, id: `${call.function.id} ${question.name}`, exports: [question.name] };
    const name = call.function.method?.of ?? call.function.name;
    return [
      {
        ...{ function: { ...own, name }, args: question.args, outcome },
        bound: false,
        test: call.test,
        composed: true,
      },
    ];
  });

/** Answers that can be compared: an object with everything it refers to, or nothing at all, says little. */
const isData = (outcome: string): boolean =>
  outcome !== 'undefined' &&
  outcome !== 'None' &&
  !/\[function\]|\[accessor\]|\[circular\]|^[A-Z]\w* \{|<\S+ (object )?at 0x/.test(outcome);

type Composed = ObservedCall | null;

function ofObject(call: ObservedCall, stories: ReadonlyMap<string, readonly ObservedCall[]>): Composed {
  const { object, function: own } = call;
  if (!object || object.at < 0 || !own.method || own.kind === 'generator' || call.args === null) return null;
  const story = (stories.get(object.id) ?? []).filter(({ object: of }) => (of?.at ?? 0) <= object.at);
  const steps = Array.from({ length: object.at + 1 }, (_, at) => story.find((each) => each.object?.at === at));
  const made = story.find((each) => each.object?.at === -1);
  const given = made ? (isOf(made, own) ? made.args : null) : own.method.bare ? '[]' : null;
  if (given !== null && steps.length <= MOST_STEPS && steps.every((step) => isOf(step, own))) {
    const known = steps.flatMap((step) => step ?? []);
    return composed(
      call,
      'new',
      own.method.of,
      given,
      known.map((step) => ({ name: step.function.method?.name ?? '', args: step.args ?? '[]' })),
    );
  }
  if (object.state === undefined) return null;
  return composed(call, 'state', own.method.of, `[${object.state}]`, [{ name: own.method.name, args: call.args }]);
}

/** A call of the same class with plain arguments. */
const isOf = (step: ObservedCall | undefined, { path, method }: ObservedFunction): boolean =>
  step?.args != null && step.function.path === path && step.function.method?.of === method?.of;

/** The function, or the object of functions, that another call returned last. */
function ofFunction(call: ObservedCall, before: readonly ObservedCall[]): Composed {
  const { function: own, args, top } = call;
  if (own.within === undefined || own.method || own.kind === 'generator' || args === null || !top) return null;
  const outer = before.findLast(
    (each) => each.function.id === own.within && each.test === call.test && each.function.exports.length > 0,
  );
  if (!outer || outer.args === null || outer.bound) return null;
  const isNamed = outer.outcome.includes(`${JSON.stringify(own.name)}: [function]`);
  if (!/^(\[function\]$|<function )/.test(outer.outcome) && !isNamed) return null;
  return composed(call, 'call', outer.function.exports[0] ?? '', outer.args, [{ name: isNamed ? own.name : '', args }]);
}

interface Step {
  readonly name: string;
  readonly args: string;
}

function composed(call: ObservedCall, how: string, of: string, given: string, steps: readonly Step[]): Composed {
  const lists = [given, ...steps.map(({ args }) => args)].map(listOf);
  // Only the last may have named arguments.
  if (lists.some(({ names }, at) => at < lists.length - 1 && names !== null && Object.keys(names).length > 0))
    return null;
  const [first = 0, ...more] = lists.map(({ args }) => args.length);
  const name = [how, of, first, ...steps.flatMap((step, at) => [step.name, more[at] ?? 0])].join(':');
  const last = steps.at(-1)?.name ?? '';
  const args = lists.flatMap((list) => list.args);
  const { names } = lists.at(-1) ?? { names: null };
  return {
    ...{ outcome: call.returned ?? call.outcome, bound: false, test: call.test, composed: true },
    args: JSON.stringify(names === null ? args : { args, names }),
    function: {
      ...{ ...call.function, id: `${call.function.id} ${name}`, exports: [name] },
      name: last === '' ? of : `${of}.${last}`,
    },
  };
}

/** In Python an argument may have a name. */
function listOf(text: string): { readonly args: readonly unknown[]; readonly names: object | null } {
  const read = JSON.parse(text);
  return Array.isArray(read) ? { args: read, names: null } : { args: read.args ?? [], names: read.names ?? {} };
}
