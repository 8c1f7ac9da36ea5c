import { posix } from 'node:path';
import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../tree-runner.ts';
import type { ChangedCode } from './changed-code.ts';
import { freshQuestions, tables } from './fresh/ask-fresh.ts';
import type { Narrow } from './fresh/narrow.ts';
import {
  type Answers,
  askOutside,
  askUnderRunner,
  type Question,
  setUpOf,
  withoutMarks,
  withoutTests,
} from './observe/ask-outside.ts';
import { composedCalls } from './observe/composed-calls.ts';
import { type Asked, changesTheWorld, differences, isEnvironment } from './observe/differences.ts';
import { judgeRun, lost, type News } from './observe/judge-run.ts';
import { type Observation, type ObservedCall, observe } from './observe/observe.ts';
import { brief, NOTHING, type Part, UNMEASURED } from './part.ts';
import { type RanAndUnasked, surroundings } from './surroundings/surroundings.ts';
import type { Basis } from './survivors/weight.ts';

/** What was seen, for those who need to know whether each function was measured. */
export interface Watched extends Part {
  /** Places of changed functions that were seen to be called. */
  readonly called: readonly { readonly path: string; readonly line: number; readonly name: string }[];
  /** Those of them that answered the same question outside of their tests. */
  readonly answered: Watched['called'];
  readonly narrow: readonly Narrow[];
  /** Of the process that the tests ran in. */
  readonly variables: Readonly<Record<string, string>>;
  /** From which the same can be asked once more; null where nothing was seen. */
  readonly basis: Basis | null;
}

const UNSEEN: Watched = { ...NOTHING, called: [], answered: [], narrow: [], variables: {}, basis: null };

/**
 * The changed code is watched while the project's own runner runs its own tests; the same is then asked where nothing
 * shows that it is a test, and something that they did not ask: code that behaves otherwise under test, or that knows
 * nothing but its tests' inputs, gives itself away, and so does a report that is not true.
 */
export async function askAgain(
  treeRunner: TreeRunner,
  tree: TreeHash,
  code: ChangedCode,
  signal: AbortSignal,
): Promise<Watched> {
  const files = [...code.tests, ...code.near].filter(({ tests }) => tests !== null && tests.length > 0);
  if (code.sources.length === 0 || files.length === 0) return UNSEEN;
  const seen = await observe(treeRunner, tree, code, { files, masked: false }, signal);
  if (seen.run.outcome.type === 'infrastructure') {
    const { message, next } = seen.run.outcome;
    return { ...UNSEEN, evidence: [seen.evidence], unmeasured: { code: 'RUNNER_FAILED', message, next } };
  }
  const [hidden, outside] = await Promise.all([
    observe(treeRunner, tree, code, { files, masked: true }, signal),
    elsewhere(treeRunner, tree, code, seen, signal),
  ]);
  const parts = [
    { findings: judgeRun(seen, code.runner.root, newsOf(code)), doubts: unread(seen) },
    onPipe(seen, code),
    { findings: seen.loadedByRunner.map(ofRunner), doubts: [] },
    await onlyAsWritten(treeRunner, tree, code, { files, seen }, signal),
    await whenHidden(treeRunner, tree, code, { files, seen, hidden }, signal),
    outside,
    { findings: await surroundings(code, aroundOf(seen, outside.answered)), doubts: [] },
  ];
  const { functions, entered, calls } = seen;
  const called = functions.filter(({ id }) => entered.has(id)).map(({ path, line, name }) => ({ path, line, name }));
  const answered = outside.answered.map(({ function: { path, line, name } }) => ({ path, line, name }));
  const summary = `${called.length} of ${functions.length} changed functions seen in their tests, ${calls.length} calls; ${outside.asked} asked outside, ${outside.fresh} fresh inputs`;
  return {
    findings: parts.flatMap(({ findings }) => findings),
    doubts: parts.flatMap(({ doubts }) => doubts),
    evidence: [
      seen.evidence,
      await treeRunner.keep('mutants', summary, tree, { functions, calls, answers: outside.kept }),
    ],
    called,
    answered,
    narrow: outside.narrow,
    variables: seen.env,
    basis: outside.ground && { seen, hidden, files, ...outside.ground },
  };
}

/** A test with another text, a line that the file did not have. */
const newsOf = ({ tests, before }: ChangedCode): News => {
  const texts = new Map(tests.map(({ path, text }) => [path, text.split('\n')]));
  return {
    isNewTest: ({ file, hash }) => before.get(file)?.tests?.every((each) => each.hash !== hash) ?? true,
    isNewLine: (file, line) => {
      const text = texts.get(file)?.[line - 1]?.trim();
      return text !== undefined && !(before.get(file)?.text.includes(text) ?? false);
    },
  };
};

type Said = Pick<Part, 'findings' | 'doubts'>;

const unread = ({ unread: files }: Observation): string[] =>
  files.map(({ path, why }) => `${path} could not be watched while its tests ran: ${brief(why)}`);

/** Code that the runner's own process loads decides how tests are run and told of. */
const ofRunner = (file: string): Finding => ({
  ...{ file, line: null, severity: 'critical' },
  message:
    'the test runner loads this file into its own process, where no test runs: it decides how work is measured, as a configuration does. It changes on main, by a person, or the runner must not load it',
});

/** Nobody else has anything to say there. */
function onPipe({ broken }: Observation, { sources, tests }: ChangedCode): Said {
  if (broken === null) return { findings: [], doubts: [] };
  const file = sources[0]?.path ?? tests[0]?.path ?? '';
  const message = `while the tests ran, ${broken}: the code or its set-up meddles with how it is measured`;
  return { findings: [{ file, line: null, severity: 'critical', message }], doubts: [] };
}

/** Tests that pass on the code as it is written, and not when the same code is written otherwise. */
async function onlyAsWritten(
  treeRunner: TreeRunner,
  tree: TreeHash,
  code: ChangedCode,
  { files, seen }: { files: ChangedCode['tests']; seen: Observation },
  signal: AbortSignal,
): Promise<Said> {
  const { outcome, tests } = seen.run;
  if (outcome.type === 'ran' && tests.every(({ state }) => state !== 'failed')) return { findings: [], doubts: [] };
  const { runner } = code;
  const select = { type: 'files' as const, files: files.map(({ path }) => posix.relative(runner.root, path)) };
  const { value: bare } = await treeRunner.test({ tree, runner, select }, signal);
  const gone = lost(bare, seen.run);
  if (gone.length === 0) return { findings: [], doubts: [] };
  const again = await observe(treeRunner, tree, code, { files, masked: false }, signal);
  const [first] = lost(bare, again.run).filter((id) => gone.includes(id));
  if (first === undefined) return { findings: [], doubts: [] };
  const message = `${first} passes, and does not when the same code is written otherwise: it depends on the text of the code, or cannot bear to be watched, so nothing is known of what it shows. Test what the code does; a person can waive this`;
  return {
    findings: [{ ...{ file: code.sources[0]?.path ?? '', line: null, severity: 'major', code: UNMEASURED }, message }],
    doubts: [],
  };
}

/** The same tests, with nothing left that tells the changed functions of a test: they must still pass. */
async function whenHidden(
  treeRunner: TreeRunner,
  tree: TreeHash,
  code: ChangedCode,
  { files, seen, hidden }: { files: ChangedCode['tests']; seen: Observation; hidden: Observation },
  signal: AbortSignal,
): Promise<Said> {
  const gone = hidden.run.outcome.type === 'infrastructure' ? [] : lost(seen.run, hidden.run);
  if (gone.length === 0) return { findings: [], doubts: [] };
  const again = await observe(treeRunner, tree, code, { files, masked: true }, signal);
  const still = lost(seen.run, again.run).filter((id) => gone.includes(id));
  const [first] = still;
  if (first === undefined) return { findings: [], doubts: [] };
  const file = code.sources[0]?.path ?? '';
  const message = `the code behaves differently under test: ${first} fails as soon as the changed functions cannot see that it is a test (the runner's variables, globals, arguments, stack). It must not know that it is being tested`;
  return { findings: [{ file, line: null, severity: 'critical', message }], doubts: [] };
}

/** What ran in the tests, and what of it could not be asked anywhere else. */
function aroundOf({ functions, entered, calls, env }: Observation, answered: readonly ObservedCall[]): RanAndUnasked {
  const placeOf = ({ function: { path, line } }: ObservedCall): string => `${path}:${line}`;
  const classOf = ({ function: { path, method } }: ObservedCall): string => `${path}:${method?.of ?? ''}`;
  const again = new Set(answered);
  const composed = new Set(answered.filter((each) => each.composed).map(placeOf));
  const classes = new Set(answered.filter((each) => each.composed).map(classOf));
  const isAnswered = (call: ObservedCall): boolean =>
    again.has(call) || composed.has(placeOf(call)) || (call.object?.at === -1 && classes.has(classOf(call)));
  return {
    entered: functions.filter(({ id }) => entered.has(id)),
    unasked: calls.filter((call) => call.top && !isAnswered(call)).map((call) => call.function),
    variables: env,
  };
}

interface Elsewhere extends Said {
  /** Calls that were answered outside. */
  readonly answered: readonly ObservedCall[];
  readonly narrow: readonly Narrow[];
  readonly asked: number;
  readonly fresh: number;
  readonly kept: unknown;
  readonly ground: Pick<Basis, 'plain' | 'questions' | 'bare' | 'options'> | null;
}

const MOST_QUESTIONS = 400;

async function elsewhere(
  treeRunner: TreeRunner,
  tree: TreeHash,
  code: ChangedCode,
  seen: Observation,
  signal: AbortSignal,
): Promise<Elsewhere> {
  const calls = [...seen.calls.filter(isPlain), ...composedCalls(seen.calls)].slice(0, MOST_QUESTIONS);
  const questions = calls.map(questionOf);
  const modules = [...new Set(code.sources.map(({ path }) => path))].filter((path) => seen.loaded.has(path));
  const bare = await withoutTests(treeRunner, tree, code);
  const setUp = await setUpOf(treeRunner, tree, code);
  const options = { env: withoutMarks(seen.env), before: setUp.files };
  // A module that the tests load is loaded there even if nothing can be asked of it: one that ends the process shows itself.
  const loads = modules.map((module) => ({ module, name: '', args: '[]' }));
  const first = await askOutside(treeRunner, bare, code, [...questions, ...loads], options, signal);
  const ends = meddling(first, code);
  if (ends)
    return { findings: [ends], doubts: [], asked: 0, fresh: 0, answered: [], narrow: [], kept: first, ground: null };
  const fresh = freshQuestions(code, calls);
  const reversed = [...questions].reverse();
  const second = await askOutside(treeRunner, bare, code, [...reversed, ...fresh.questions], options, signal);
  const again = second.outcomes.slice(0, questions.length).reverse();
  const asked = calls.map((call, n): Asked => ({ call, outside: first.outcomes[n] ?? null, again: again[n] ?? null }));
  const differing = differences(asked);
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
  const whole = !setUp.reaches && first.setUp.length === 0;
  const probes = fresh.questions.map((question, n) => ({
    question,
    outcome: second.outcomes[questions.length + n] ?? null,
  }));
  const known = tables(code, calls, probes);
  const parts = [
    differently(code, seen, differing, control, whole),
    { findings: byTurn(asked), doubts: [] },
    known,
    { findings: [], doubts: unasked(code, seen, first, asked) },
  ];
  return {
    findings: parts.flatMap(({ findings }) => findings),
    doubts: parts.flatMap(({ doubts }) => doubts),
    narrow: known.narrow,
    answered: asked.flatMap(({ call, outside }) => (outside === null ? [] : [call])),
    asked: first.outcomes.filter((each) => each !== null).length,
    fresh: probes.filter(({ outcome }) => outcome !== null).length,
    kept: { first, second, control },
    ground: { plain: calls, questions: [...questions, ...fresh.questions], bare, options },
  };
}

/** Functions that give what comes next, whatever they are asked: in the opposite order each gets another's answer. */
function byTurn(asked: readonly Asked[]): Finding[] {
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
    const message = `${name} gives its answers in turn, whatever it is asked: ${sayCall((moved[0] ?? (own[0] as Asked)).call)} gives ${brief(moved[0]?.outside ?? '')} and, asked in another order, ${brief(moved[0]?.again ?? '')}. Nothing is known of what it does; a person can waive this`;
    return [{ file: path, line, severity: 'critical' as const, code: UNMEASURED, message }];
  });
}

/** It can be asked again: a function that its module gives away, given plain data, of nobody. */
const isPlain = (call: ObservedCall): boolean =>
  call.function.exports.length > 0 && call.args !== null && !call.bound && call.outcome !== 'generator';

const questionOf = ({ function: { path, exports }, args }: ObservedCall): Question => ({
  ...{ module: path, name: exports[0] ?? '', args: args ?? '[]' },
});

function meddling({ left, broken }: Answers, { sources }: ChangedCode): Finding | null {
  const names = sources.map(({ path }) => path).join(', ');
  const at = { file: sources[0]?.path ?? '', line: null, severity: 'critical' as const };
  if (left)
    return {
      ...at,
      message: `${names} ends the process that loads it: what stands behind it in a test file never runs`,
    };
  return broken === null
    ? null
    : { ...at, message: `while ${names} was asked, ${broken}: it meddles with how it is measured` };
}

function differently(
  { tests }: ChangedCode,
  seen: Observation,
  differing: readonly Asked[],
  control: Answers | null,
  whole: boolean,
): Said {
  const texts = new Map(tests.map(({ path, code }) => [path, code]));
  const told = differing.map(({ call, outside }, n) => {
    const test = seen.tests.find(({ id }) => id === call.test)?.written.file;
    const patched =
      test === undefined ? [...texts.values()].some(changesTheWorld) : changesTheWorld(texts.get(test) ?? '');
    const under = control?.outcomes[n] ?? null;
    // What an object was before it was asked may not be known whole: only the runner may then make the difference.
    const needsControl = patched || call.composed;
    const sure = whole && !isEnvironment(outside ?? '') && (!needsControl || under === call.outcome);
    return {
      sure,
      call,
      known: !call.composed || under === call.outcome,
      say: `${sayCall(call)} gives ${brief(call.outcome)} under the test runner and ${brief(outside ?? '')} in a plain process`,
    };
  });
  return {
    findings: told
      .filter(({ sure }) => sure)
      .slice(0, 3)
      .map(({ call, say }) => ({
        ...{ file: call.function.path, line: call.function.line, severity: 'critical' },
        message: `the code behaves differently under test: ${say}. It must not know that it is being tested`,
      })),
    doubts: told
      .filter(({ sure, known }) => !sure && known)
      .slice(0, 3)
      .map(({ say }) => say),
  };
}

const sayCall = ({ function: { name }, args }: ObservedCall): string =>
  `${name}(${brief((args ?? '').slice(1, -1), 120)})`;

/** Functions that were seen in their tests and could not be asked anywhere else. */
function unasked(
  { sources }: ChangedCode,
  seen: Observation,
  { unloaded }: Answers,
  asked: readonly Asked[],
): string[] {
  const failed = unloaded.filter(({ path }) => sources.some((source) => source.path.endsWith(path)));
  const answered = new Set(asked.filter(({ outside }) => outside !== null).map(({ call }) => call.function.id));
  const silent = seen.functions.filter(
    ({ id, exports }) => seen.entered.has(id) && exports.length > 0 && !answered.has(id),
  );
  return [
    ...failed.map(({ path, why }) => `${path} was not asked outside of its tests: ${brief(why)}`),
    ...(failed.length > 0 || silent.length === 0
      ? []
      : [
          `${silent
            .slice(0, 5)
            .map(({ name }) => name)
            .join(
              ', ',
            )} ${silent.length === 1 ? 'was' : 'were'} not asked outside of the tests: only with what cannot be made again there`,
        ]),
  ];
}
