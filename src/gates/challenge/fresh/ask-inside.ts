import type { TreeHash } from '#contracts/ids.ts';
import type { TestFile } from '../../inventory/test-inventory.ts';
import type { TreeRunner } from '../../tree-runner.ts';
import type { ChangedCode } from '../changed-code.ts';
import { ends } from '../fair-share.ts';
import type { Observation, ObservedCall } from '../observe/observation.ts';
import { observe } from '../observe/observe.ts';
import { lastingId } from '../observe/plan-watch.ts';
import type { InsideQuestion } from '../observe/recorder-javascript.ts';
import { type Tables, tables } from './ask-fresh.ts';
import { neighbours, type Value } from './neighbours.ts';

/** Per function; fewer where there are many functions. */
const MOST_INPUTS = 8;
const MOST_FUNCTIONS = 40;
const NONE: Tables = { findings: [], doubts: [], narrow: [] };

/**
 * Inputs near the tests' inputs, for changed functions that cannot be called from outside: a getter, a static method, a
 * generator, a function made by a factory, one that takes a callback or an object of the test. While the project's
 * runner runs its tests, a copy of the body, with the same names in scope, is called with each; the object's state
 * counts as one more argument. Whether the tests pass is irrelevant in that run.
 */
export async function askInside(
  treeRunner: TreeRunner,
  tree: TreeHash,
  code: ChangedCode,
  { files, seen, answered }: { files: readonly TestFile[]; seen: Observation; answered: readonly ObservedCall[] },
  signal: AbortSignal,
): Promise<Tables> {
  const asked = insideInputs(seen.calls, answered);
  if (asked.size === 0) return NONE;
  const asking = new Map([...asked].map(([at, { questions }]) => [at, questions]));
  const run = await observe(treeRunner, tree, code, { files, masked: false, asking }, signal);
  return judgeInside(code, asked, run.inside);
}

export interface AskedInside {
  readonly call: ObservedCall;
  readonly questions: readonly InsideQuestion[];
  /** How many of them the tests have called. */
  readonly tested: number;
}

/** By lasting id. Pure. */
export function insideInputs(
  calls: readonly ObservedCall[],
  answered: readonly ObservedCall[],
): ReadonlyMap<string, AskedInside> {
  const known = new Set(answered.map(placeOf));
  const open = calls.filter((call) => call.top && !known.has(placeOf(call)) && call.object?.at !== -1);
  const groups = [...Map.groupBy(open, ({ function: { id } }) => lastingId(id))].slice(0, MOST_FUNCTIONS);
  return new Map(
    groups.flatMap(([at, own]): [string, AskedInside][] => {
      const tested = distinct(own.map(inputOf).filter((input) => input !== null));
      const [call] = own;
      if (!call || tested.length < 2) return [];
      const fresh = ends(tested, MOST_INPUTS).flatMap((input) =>
        neighbours(input.values).map((values) => ({ ...input, values })),
      );
      const questions = distinct([...tested, ...fresh]).map((input, n) => ({ n, ...questionOf(input) }));
      return [[at, { call, questions, tested: tested.length }]];
    }),
  );
}

const placeOf = ({ function: { path, line } }: ObservedCall): string => `${path}:${line}`;

/** A function's inputs: its arguments, then its object's state, by name. */
interface Input {
  readonly values: readonly Value[];
  readonly names: readonly string[];
}

/** Null where nothing of it can be written down. */
function inputOf({ args, partly, object }: ObservedCall): Input | null {
  const text = args ?? partly;
  if (text === undefined) return null;
  const read = JSON.parse(text);
  if (!Array.isArray(read) && Object.keys(read.names).length > 0) return null;
  const held: Record<string, Value> = object?.state === undefined ? {} : JSON.parse(object.state);
  const values = [...(Array.isArray(read) ? read : read.args), ...Object.values(held)];
  return values.every(isKept) ? null : { values, names: Object.keys(held) };
}

function questionOf({ values, names }: Input): Omit<InsideQuestion, 'n'> {
  const many = values.length - names.length;
  const args = values.slice(0, many);
  if (names.length === 0) return { args };
  return { args, fields: Object.fromEntries(names.map((name, at) => [name, values[many + at] ?? null])) };
}

const distinct = (inputs: readonly Input[]): Input[] => [
  ...new Map(inputs.map((input) => [JSON.stringify(input), input])).values(),
];

/** Answers without information: nothing was returned, or the call was impossible. */
const SILENT = /^(undefined|None|throws (TypeError|ReferenceError|AttributeError|NameError)\b.*)$/;

/** Pure. */
export function judgeInside(
  code: ChangedCode,
  asked: ReadonlyMap<string, AskedInside>,
  inside: Observation['inside'],
): Tables {
  const answers = [...asked].flatMap(([id, { call, questions, tested }]) => {
    const own = inside.filter(({ function: of }) => lastingId(of.id) === id);
    const told = bared(
      questions.flatMap((question) => {
        const outcome = own.find(({ n }) => n === question.n)?.outcome;
        const args = [...question.args.filter((arg) => !isKept(arg)), ...Object.values(question.fields ?? {})];
        return outcome === undefined || SILENT.test(outcome) ? [] : [{ args, outcome, isTested: question.n < tested }];
      }),
    );
    const of = { ...call.function, id, exports: [id] };
    return told.filter(({ isTested }) => isTested).length < 2 ? [] : [{ of, told, composed: true as const }];
  });
  const calls = answers.flatMap(({ of, told, composed }) =>
    told
      .filter(({ isTested }) => isTested)
      .map(
        ({ args, outcome }): ObservedCall => ({
          ...{ function: of, args: JSON.stringify(args), outcome, bound: false, test: null, composed },
        }),
      ),
  );
  const probes = answers.flatMap(({ of, told }) =>
    told
      .filter(({ isTested }) => !isTested)
      .map(({ args, outcome }) => ({
        question: { module: of.path, name: of.exports[0] ?? '', args: JSON.stringify(args) },
        outcome,
      })),
  );
  return tables(code, calls, probes);
}

/**
 * Output that is drawn or printed, without the words that all of these answers begin and end with: `yields [900]` says
 * 900. Pure.
 */
export function bared<T extends { readonly outcome: string }>(told: readonly T[]): T[] {
  const said = told.filter(({ outcome }) => SAID.test(outcome)).map(({ outcome }) => outcome);
  if (new Set(said).size < 2) return [...told];
  const words = said.map((each) => each.split(/(?<=\W)|(?=\W)/));
  const same = (at: (list: readonly string[]) => string | undefined): boolean =>
    words.every((list) => at(list) === at(words[0] ?? []));
  let [first, last] = [0, 0];
  while (same((list) => list[first])) first += 1;
  while (same((list) => (list.length - last > first ? list.at(-1 - last) : undefined))) {
    if (words.some((list) => list.length - last <= first)) break;
    last += 1;
  }
  const bare = (text: string): string => {
    const list = text.split(/(?<=\W)|(?=\W)/);
    return list.slice(first, list.length - last).join('') || text;
  };
  return told.map((each) => (SAID.test(each.outcome) ? { ...each, outcome: bare(each.outcome) } : each));
}

const SAID = /^yields |, and calls /;

const isKept = (arg: Value): boolean =>
  arg !== null && typeof arg === 'object' && !Array.isArray(arg) && arg.$ === 'kept';
