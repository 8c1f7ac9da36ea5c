import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { askedFirst } from './asked-first.ts';
import { notByDecorators } from './by-decorators.ts';
import type { ChangedCode } from './changed-code.ts';
import { fairShare } from './fair-share.ts';
import { freshQuestions, tables } from './fresh/ask-fresh.ts';
import { withoutChecks } from './fresh/computes-check.ts';
import type { Narrow } from './fresh/narrow.ts';
import { onlyTested } from './fresh/only-tested.ts';
import {
  type Answers,
  askOutside,
  askUnderRunner,
  type OutsideQuestion,
  setUpOf,
  withoutMarks,
  withoutTests,
} from './observe/ask-outside.ts';
import { composedCalls, constructorCalls, madeObjects } from './observe/composed-calls.ts';
import {
  type AskedBoth,
  changesTheWorld,
  differences,
  failedRecreations,
  isEnvironment,
} from './observe/differences.ts';
import { changingAnswers } from './observe/lasting.ts';
import type { Observation, ObservedCall } from './observe/observation.ts';
import { brief, type Said, UNMEASURED } from './part.ts';
import type { Basis } from './survivors/weight.ts';

export interface Elsewhere extends Said {
  /** Calls that were answered outside. */
  readonly answered: readonly ObservedCall[];
  readonly narrow: readonly Narrow[];
  readonly asked: number;
  readonly fresh: number;
  readonly kept: unknown;
  readonly ground: Pick<Basis, 'plain' | 'questions' | 'bare' | 'options'> | null;
}

const MOST_QUESTIONS = 400;

/** Repeats the tests' calls, and makes some new ones, where nothing shows that it is a test. */
export async function askElsewhere(
  treeRunner: TreeRunner,
  { base, tree }: { readonly base: TreeHash; readonly tree: TreeHash },
  code: ChangedCode,
  seen: Observation,
  signal: AbortSignal,
): Promise<Elsewhere> {
  const all = [...seen.calls.filter(isPlain), ...composedCalls(seen.calls)];
  const calls = fairShare(all, ({ function: { path, line } }) => `${path}:${line}`, MOST_QUESTIONS);
  const questions = calls.map(questionOf);
  const modules = [...new Set(code.sources.map(({ path }) => path))].filter((path) => seen.loaded.has(path));
  const bare = await withoutTests(treeRunner, tree, code);
  const setUp = await setUpOf(treeRunner, tree, code);
  const options = { env: withoutMarks(seen.env), before: setUp.files };
  // A module that the tests load is loaded there even if none of its functions can be called: one that ends the process
  // is noticed.
  const loads = modules.map((module) => ({ module, name: '', args: '[]' }));
  const looking = { ...options, lasting: true as const };
  const objects = madeObjects(seen.calls);
  const first = await askOutside(
    treeRunner,
    bare,
    code,
    [...questions, ...objects.map(({ question }) => question), ...loads],
    looking,
    signal,
  );
  const ends = meddling(first, code);
  if (ends)
    return { findings: [ends], doubts: [], asked: 0, fresh: 0, answered: [], narrow: [], kept: first, ground: null };
  const makings = constructorCalls(objects, first.outcomes.slice(questions.length));
  const fresh = freshQuestions(code, [...calls, ...makings]);
  const reversed = [...questions].reverse();
  const second = await askOutside(treeRunner, bare, code, [...reversed, ...fresh.questions], options, signal);
  const again = second.outcomes.slice(0, questions.length).reverse();
  const asked = calls.map(
    (call, n): AskedBoth => ({ call, outside: first.outcomes[n] ?? null, again: again[n] ?? null }),
  );
  const differing = await notByDecorators(
    differences(asked),
    code.sources,
    async (own) => (await askOutside(treeRunner, bare, code, own, options, signal)).outcomes,
  );
  const control =
    differing.length === 0
      ? null
      : await askUnderRunner(
          treeRunner,
          tree,
          code,
          differing.map(({ call }) => questionOf(call)),
          signal,
        );
  const whole = !setUp.reaches && first.setUp.length === 0 && !first.otherNode;
  const probes = fresh.questions.map((question, n) => ({
    question,
    outcome: second.outcomes[questions.length + n] ?? null,
  }));
  const unmade = failedRecreations(asked);
  const isMade = (call: ObservedCall): boolean => !call.composed || !unmade.has(call.function.id);
  const made = calls.filter(isMade);
  const known = tables(code, [...made, ...makings], probes);
  const more = async (own: readonly OutsideQuestion[]) =>
    (await askOutside(treeRunner, bare, code, own, options, signal)).outcomes;
  const narrow = await withoutChecks(code, [...made, ...makings], known.narrow, more);
  const turns = byTurn(asked);
  const firsts = (): Promise<Finding[]> =>
    askedFirst(
      asked
        .filter(({ call }) => !call.composed)
        .map(({ call, outside }) => ({
          ...{ question: questionOf(call), function: call.function, said: sayCall(call), outcome: call.outcome },
          alike: outside === call.outcome,
        })),
      more,
    );
  const alone = await onlyTested(
    treeRunner,
    { base, bare },
    code,
    { asked: asked.filter(({ call }) => isMade(call)), options },
    signal,
  );
  const stays = await changingAnswers({
    looked: [...calls.map((call, n) => ({ call, question: questions[n] ?? questionOf(call) })), ...objects],
    ...{ changingAnswers: first.changingAnswers, seen },
    ask: async (of, own) => {
      const where = of === 'change' ? bare : await withoutTests(treeRunner, base, code);
      return (await askOutside(treeRunner, where, code, [own], looking, signal)).changingAnswers;
    },
  });
  const parts = [
    stays,
    differently(code, seen, differing, control, whole),
    { findings: turns, doubts: [] },
    { findings: turns.length > 0 ? [] : await firsts(), doubts: [] },
    known,
    { findings: [], doubts: [...unasked(code, seen, first, asked), ...unmadeDoubts(seen, unmade)] },
  ];
  return {
    findings: parts.flatMap(({ findings }) => findings),
    doubts: parts.flatMap(({ doubts }) => doubts),
    narrow: [...narrow, ...alone],
    answered: asked.flatMap(({ call, outside }) =>
      outside === null || !isMade(call) || (first.otherNode && outside !== call.outcome) ? [] : [call],
    ),
    asked: first.outcomes.slice(0, calls.length).filter((each) => each !== null).length,
    fresh: probes.filter(({ outcome }) => outcome !== null).length,
    kept: { first, second, control },
    ground: {
      ...{ plain: made, bare, options },
      questions: [...made.map(questionOf), ...freshQuestions(code, made).questions],
    },
  };
}

/**
 * Functions that return the next of a sequence, whatever their arguments: in reverse order each call gets another's
 * answer.
 */
function byTurn(asked: readonly AskedBoth[]): Finding[] {
  const plain = asked.filter(
    ({ call }) => !call.composed && call.args !== null && !/^(\[\]|\{"args": ?\[\])/.test(call.args),
  );
  return [...Map.groupBy(plain, ({ call }) => call.function)].flatMap(([{ path, line, name }, own]) => {
    const answers = new Set(own.map(({ call }) => call.outcome));
    const moved = own.filter(
      ({ call, outside, again }) =>
        outside === call.outcome && again !== null && again !== outside && answers.has(again),
    );
    if (moved.length < 2 || moved.length * 2 < own.length) return [];
    const message = `${name} returns its answers in sequence, whatever the arguments: ${sayCall((moved[0] ?? (own[0] as AskedBoth)).call)} returns ${brief(moved[0]?.outside ?? '')}, but ${brief(moved[0]?.again ?? '')} when called in another order. What it computes is unknown; a person can waive this`;
    return [{ file: path, line, severity: 'critical' as const, code: UNMEASURED, message }];
  });
}

/** It can be called again: an exported function, with plain data, and no receiver. */
const isPlain = (call: ObservedCall): boolean =>
  call.function.exports.length > 0 && call.args !== null && !call.bound && call.outcome !== 'generator';

const questionOf = ({ function: { path, exports }, args }: ObservedCall): OutsideQuestion => ({
  ...{ module: path, name: exports[0] ?? '', args: args ?? '[]' },
});

function meddling({ left, broken, silent }: Answers, { sources }: ChangedCode): Finding | null {
  const names = sources.map(({ path }) => path).join(', ');
  const at = { file: sources[0]?.path ?? '', line: null, severity: 'critical' as const };
  if (left)
    return {
      ...at,
      message: `${names} ends the process that loads it: the rest of a test file never runs`,
    };
  if (silent)
    return {
      ...at,
      code: UNMEASURED,
      message: `${names} could not be called outside its tests: the process that loads it ends before any call returns, so what it does elsewhere is unknown. Make it loadable without its tests; a person can waive this`,
    };
  return broken === null
    ? null
    : { ...at, message: `while ${names} was called, ${broken}: it interferes with the measurement` };
}

function differently(
  { tests }: ChangedCode,
  seen: Observation,
  differing: readonly AskedBoth[],
  control: Answers | null,
  whole: boolean,
): Said {
  const texts = new Map(tests.map(({ path, code }) => [path, code]));
  const told = differing.map(({ call, outside }, n) => {
    const test = seen.tests.find(({ id }) => id === call.test)?.written.file;
    const patched =
      test === undefined ? [...texts.values()].some(changesTheWorld) : changesTheWorld(texts.get(test) ?? '');
    const under = control?.outcomes[n] ?? null;
    // The state of an object before the call may not be known completely: then only the runner may cause the
    // difference.
    const needsControl = patched || call.composed;
    const sure = whole && !isEnvironment(outside ?? '') && (!needsControl || under === call.outcome);
    return {
      sure,
      call,
      known: !call.composed || under === call.outcome,
      say: `${sayCall(call)} returns ${brief(call.outcome)} under the test runner but ${brief(outside ?? '')} in a plain process`,
    };
  });
  return {
    findings: told
      .filter(({ sure }) => sure)
      .slice(0, 3)
      .map(({ call, say }) => ({
        ...{ file: call.function.path, line: call.function.line, severity: 'critical' },
        message: `the code behaves differently under test: ${say}. Code must not know that it is being tested`,
      })),
    doubts: told
      .filter(({ sure, known }) => !sure && known)
      .slice(0, 3)
      .map(({ say }) => say),
  };
}

const sayCall = ({ function: { name }, args }: ObservedCall): string =>
  `${name}(${brief((args ?? '').slice(1, -1), 120)})`;

/** Functions that were called in their tests and could not be called anywhere else. */
function unasked(
  { sources }: ChangedCode,
  seen: Observation,
  { unloaded }: Answers,
  asked: readonly AskedBoth[],
): string[] {
  const failed = unloaded.filter(({ path }) => sources.some((source) => source.path.endsWith(path)));
  const answered = new Set(asked.filter(({ outside }) => outside !== null).map(({ call }) => call.function.id));
  const silent = seen.functions.filter(
    ({ id, exports }) => seen.entered.has(id) && exports.length > 0 && !answered.has(id),
  );
  return [
    ...failed.map(({ path, why }) => `${path} was not called outside its tests: ${brief(why)}`),
    ...(failed.length > 0 || silent.length === 0
      ? []
      : [
          `${silent
            .slice(0, 5)
            .map(({ name }) => name)
            .join(
              ', ',
            )} ${silent.length === 1 ? 'was' : 'were'} not asked outside of the tests: only with what cannot be recreated there`,
        ]),
  ];
}

/** For review: nothing but what their tests saw is known of these. */
const unmadeDoubts = ({ functions }: Observation, unmade: ReadonlySet<string>): string[] =>
  functions
    .filter(({ id }) => unmade.has(id))
    .slice(0, 5)
    .map(
      ({ path, line, name }) =>
        `${path}:${line}: ${name} was called only with its tests’ inputs: its object cannot be rebuilt outside them`,
    );
