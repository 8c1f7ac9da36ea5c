import { z } from 'zod';
import type { Finding } from '#contracts/gate.ts';
import { writtenNameOf } from '../../proofs/is-run-of.ts';
import { type News, passes } from './judge-run.ts';
import type { Observation, ObservedAssertion } from './observation.ts';

/** The same tests, twice with the unchanged code and once with altered answers of the changed functions. */
export interface RunsAlike {
  readonly seen: Pick<Observation, 'run' | 'assertions'>;
  readonly hidden: Pick<Observation, 'assertions'>;
  readonly other: Pick<Observation, 'run' | 'tests' | 'assertions' | 'altered' | 'overflow' | 'broken'>;
}

const MOST = 5;

/**
 * Assertions of new tests that hold whatever the code answers, because the expected value comes from the code itself:
 * `assert.equal(f(2), f(2))`. Altered answers are the same for the same call, so such an assertion still holds; a law
 * (`decode(encode(x)) === x`, `f(f(x)) === f(x)`, two functions that agree) does not. It does not matter where other
 * assertions specify the answers. Pure.
 */
export function followsCode({ seen, hidden, other }: RunsAlike, root: string, news: News): Finding[] {
  if (other.overflow || other.broken !== null) return [];
  const said = answersSaid(other, root);
  const quiet = new Set(other.tests.filter(({ id }) => !said.tests.has(id)).map(({ id }) => id));
  return other.assertions
    .flatMap((assertion): Finding[] => {
      const { file, line } = assertion;
      const before = [seen, hidden].map(({ assertions }) => assertions.find((each) => isSame(each, assertion)));
      const of = assertion.passed.find((passed) => {
        const test = other.tests.find(({ id }) => id === passed.test);
        if (!test || !(assertion.test === null ? news.isNewLine(file, line) : news.isNewTest(test.written)))
          return false;
        if (!passes(seen.run, test.written, root) || !hasMoved(passed, before)) return false;
        const calls = callNumbers(passed.given ?? '', other.altered);
        if (calls.length > 0) return calls.some((n) => !isSaid(n, said.calls, other.altered));
        // The text does not show whose answer it is: then nothing in the test may have noticed, and there was only one
        // call.
        const [one, ...more] = new Set(askedIn(test.id, other.altered));
        return quiet.has(test.id) && one !== undefined && more.length === 0 && !isSaid(one, said.calls, other.altered);
      });
      if (!of) return [];
      const test = other.tests.find(({ id }) => id === of.test);
      const names = functionsOf(of, other.altered);
      const message = `${test ? writtenNameOf(test.written) : file}: line ${line} holds whatever ${names} answers, since what it wants comes from ${names} as well: it shows nothing. Say the value that must come back`;
      return [{ file, line, severity: 'critical', code: 'ASSERTION_FOLLOWS_CODE', message }];
    })
    .slice(0, MOST);
}

type Passed = ObservedAssertion['passed'][number];

/** Ids begin with letters that are random for each run. */
const isSame = (one: ObservedAssertion, two: ObservedAssertion): boolean => bare(one.id) === bare(two.id);
const bare = (id: string): string => id.replace(/^\$[0-9a-f]{6}/, '');

/** Both sides have changed, and are plain; where they vary from run to run, a number of ours must be in both. */
function hasMoved({ given, wanted }: Passed, before: readonly (ObservedAssertion | undefined)[]): boolean {
  const [wants] = wanted;
  if (given === undefined || wants === undefined || /^(opaque|equals)/.test(given) || /^(opaque|equals)/.test(wants))
    return false;
  if (NUMBER.test(given) && NUMBER.test(wants)) return true;
  const [one, two] = before.map((each) => each?.passed.map((passed) => `${passed.given} ${passed.wanted[0]}`) ?? []);
  if (!one || !two || one.length === 0 || one.join() !== two.join()) return false;
  return !before.some((each) => each?.passed.some((passed) => passed.given === given || passed.wanted[0] === wants));
}

/** Altered numbers are 91, the number of the call, and the number of the place in its answer. */
const NUMBER = /91(\d{8})(\d{3})/;

/** Which altered answers occur in a text. */
export const callNumbers = (text: string, altered: Observation['altered']): number[] => {
  const known = new Set(altered.map(({ n }) => n));
  return [...text.matchAll(new RegExp(NUMBER, 'g'))].map(([, n]) => Number(n)).filter((n) => known.has(n));
};

/** Which places of which altered answers occur in a text. */
export const answerPlaces = (text: string): { readonly n: number; readonly leaf: number }[] =>
  [...text.matchAll(new RegExp(NUMBER, 'g'))].map(([, n, leaf]) => ({ n: Number(n), leaf: Number(leaf) }));

export const askedIn = (test: string, altered: Observation['altered']): number[] =>
  altered.flatMap((each) => (each.test === test || each.test === null ? [each.n] : []));

/**
 * Calls whose answer some assertion specifies, and tests that notice; where it is not known which, all calls made
 * there.
 */
function answersSaid(
  { run, tests, assertions, altered }: RunsAlike['other'],
  root: string,
): { readonly calls: ReadonlySet<number>; readonly tests: ReadonlySet<string> } {
  const calls = new Set<number>();
  const noticed = new Set<string>();
  for (const { id, written, ended } of tests)
    if (ended !== 'well' || !passes(run, written, root)) {
      noticed.add(id);
      for (const n of askedIn(id, altered)) calls.add(n);
    }
  for (const { failed } of assertions)
    for (const { test, given = '', wanted, calls: made = [] } of failed) {
      if (test !== null) noticed.add(test);
      const read = callNumbers(`${given} ${wanted.join(' ')}`, altered);
      const found = read.length > 0 ? read : made;
      for (const n of found.length > 0 || test === null ? found : askedIn(test, altered)) calls.add(n);
    }
  return { calls, tests: noticed };
}

/**
 * Some assertion specifies the answer: to the same call, or to others of the same function that vary in every argument
 * in which this one differs. “The same each time” may then be asserted of it as well.
 */
function isSaid(n: number, said: ReadonlySet<number>, altered: Observation['altered']): boolean {
  if (said.has(n)) return true;
  const own = altered.find((each) => each.n === n);
  const others = altered.filter((each) => said.has(each.n) && each.function.id === own?.function.id);
  if (!own || others.length === 0) return false;
  return isVaried(argumentsOf(own), others.map(argumentsOf));
}

/** Others vary in every argument in which this one differs from them. */
export const isVaried = (args: readonly string[], others: readonly (readonly string[])[]): boolean =>
  args.every((each, at) => {
    const values = new Set(others.map((list) => list[at]));
    return values.size > 1 || values.has(each);
  });

/** One text for each; nothing where they cannot be written down. */
export function argumentsOf({ args }: Pick<Observation['altered'][number], 'args'>): string[] {
  const read = args === null ? [] : z.union([Listed, Named]).catch([]).parse(JSON.parse(args));
  const all = Array.isArray(read) ? read : [...read.args, ...Object.values(read.names)];
  return all.map((each) => JSON.stringify(each));
}

const Listed = z.array(z.unknown());
const Named = z.object({ args: Listed, names: z.record(z.string(), z.unknown()) });

function functionsOf({ given = '', test }: Passed, altered: Observation['altered']): string {
  const calls = callNumbers(given, altered);
  const own = altered.filter(({ n, test: of }) => (calls.length > 0 ? calls.includes(n) : of === test));
  return [...new Set(own.map(({ function: { name } }) => name))].slice(0, 3).join(', ') || 'the code';
}
