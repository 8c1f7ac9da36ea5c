import { posix } from 'node:path';
import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { protectionOf } from '../tamper/protected-paths.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { askElsewhere } from './ask-elsewhere.ts';
import type { ChangedCode } from './changed-code.ts';
import { changedText } from './fresh/ask-fresh.ts';
import { askInside } from './fresh/ask-inside.ts';
import type { Narrow } from './fresh/narrow.ts';
import { lostByChange } from './lost-by-change.ts';
import { newsOf } from './news.ts';
import { followsCode } from './observe/follows.ts';
import { judgeRun, lost } from './observe/judge-run.ts';
import { leftOut, leftOutFinding } from './observe/left-out.ts';
import { nudgeAnswers } from './observe/nudge-answers.ts';
import type { Observation, ObservedCall } from './observe/observation.ts';
import { observe } from './observe/observe.ts';
import { unstatedPlaces } from './observe/says-little.ts';
import { type StatedText, statedElsewhere } from './observe/stated-elsewhere.ts';
import { onlyAsWritten } from './only-as-written.ts';
import { brief, NOTHING, type Part, type Said } from './part.ts';
import { type RanAndUnasked, surroundings } from './surroundings/surroundings.ts';
import type { Basis } from './survivors/weight.ts';

/** What was observed, for parts that need to know whether each function was measured. */
export interface Watched extends Part {
  /** Places of changed functions that were seen to be called. */
  readonly called: readonly { readonly path: string; readonly line: number; readonly name: string }[];
  /** Those of them that gave the same answer outside of their tests. */
  readonly answered: Watched['called'];
  readonly narrow: readonly Narrow[];
  /** Environment of the process that the tests ran in. */
  readonly variables: Readonly<Record<string, string>>;
  /** The source for repeating calls; null where nothing was observed. */
  readonly basis: Basis | null;
}

const UNSEEN: Watched = { ...NOTHING, called: [], answered: [], narrow: [], variables: {}, basis: null };

/**
 * Watches the changed code while the project's own runner runs its own tests. The same calls are then repeated where
 * nothing shows that it is a test, with some that the tests did not make. This exposes code that behaves differently
 * under test or knows only its tests' inputs, and false reports.
 */
export async function askAgain(
  treeRunner: TreeRunner,
  { base, tree }: { base: TreeHash; tree: TreeHash },
  code: ChangedCode,
  signal: AbortSignal,
): Promise<Watched> {
  // Includes functions whose tests only the runner knows (rows, loops): calls of the changed code are seen anyway.
  const files = [...code.tests, ...code.near];
  if (code.sources.length === 0 || files.length === 0) return UNSEEN;
  const seen = await observe(treeRunner, tree, code, { files, masked: false }, signal);
  if (seen.run.outcome.type === 'infrastructure') {
    const { message, next } = seen.run.outcome;
    return { ...UNSEEN, evidence: [seen.evidence], unmeasured: { code: 'RUNNER_FAILED', message, next } };
  }
  const [hidden, altered, outside] = await Promise.all([
    observe(treeRunner, tree, code, { files, masked: true }, signal),
    observe(treeRunner, tree, code, { files, masked: false, altered: 'far' }, signal),
    askElsewhere(treeRunner, { base, tree }, code, seen, signal),
  ]);
  const isLeftOut = (run: Observation) => leftOut(seen, run, code.runner.root, newsOf(code));
  // Repeated alone: beside other work there may have been too little time.
  const other =
    isLeftOut(altered).length === 0
      ? altered
      : await observe(treeRunner, tree, code, { files, masked: false, altered: 'far' }, signal);
  const inside = await askInside(treeRunner, tree, code, { files, seen, answered: outside.answered }, signal);
  const parts = [
    inside,
    { findings: leftOutFinding(isLeftOut(other)), doubts: [] },
    { findings: judgeRun(seen, code.runner.root, newsOf(code)), doubts: unread(seen) },
    { findings: followsCode({ seen, hidden, other }, code.runner.root, newsOf(code)), doubts: [] },
    { findings: await statedByOthers(treeRunner, { base, tree }, code, seen), doubts: [] },
    await whenNear(treeRunner, tree, code, { files, seen, hidden, other }, signal),
    onPipe(seen, code),
    { findings: seen.loadedByRunner.map(ofRunner), doubts: [] },
    await onlyAsWritten(treeRunner, { base, tree }, code, { files, seen }, signal),
    await whenHidden(treeRunner, { base, tree }, code, { files, seen, hidden }, signal),
    outside,
    { findings: await surroundings(code, aroundOf(seen, outside.answered)), doubts: [] },
  ];
  const { functions, entered, calls } = seen;
  const called = functions.filter(({ id }) => entered.has(id)).map(({ path, line, name }) => ({ path, line, name }));
  const answered = outside.answered.map(({ function: { path, line, name } }) => ({ path, line, name }));
  const summary = `${called.length} of ${functions.length} changed functions ran in their tests, ${calls.length} calls; outside of the tests ${outside.asked} were called, with ${outside.fresh} new inputs`;
  return {
    findings: parts.flatMap(({ findings }) => findings),
    doubts: parts.flatMap(({ doubts }) => doubts),
    evidence: [
      seen.evidence,
      await treeRunner.keep('mutants', summary, tree, { functions, calls, answers: outside.kept }),
    ],
    called,
    answered,
    narrow: [...outside.narrow, ...inside.narrow],
    variables: seen.env,
    basis: outside.ground && { seen, hidden, files, ...outside.ground },
  };
}

const unread = ({ unread: files }: Observation): string[] =>
  files.map(({ path, why }) => `${path} could not be watched while its tests ran: ${brief(why)}`);

/** Code that the runner's own process loads decides how tests are run and reported. */
const ofRunner = (file: string): Finding => ({
  ...{ file, line: null, severity: 'critical' },
  message:
    'the test runner loads this file into its own process, where no test runs, so it decides how work is measured, like configuration. A person can change it on main, or the runner must not load it',
});

/** Nothing else may write to this pipe. */
function onPipe({ broken }: Observation, { sources, tests }: ChangedCode): Said {
  if (broken === null) return { findings: [], doubts: [] };
  const file = sources[0]?.path ?? tests[0]?.path ?? '';
  const message = `while the tests ran, ${broken}: the code or its set-up interferes with the measurement`;
  return { findings: [{ file, line: null, severity: 'critical', message }], doubts: [] };
}

/** Runs the same tests with every sign of a test hidden from the changed functions: they must still pass. */
async function whenHidden(
  treeRunner: TreeRunner,
  { base, tree }: { readonly base: TreeHash; readonly tree: TreeHash },
  code: ChangedCode,
  { files, seen, hidden }: { files: ChangedCode['tests']; seen: Observation; hidden: Observation },
  signal: AbortSignal,
): Promise<Said> {
  const gone = hidden.run.outcome.type === 'infrastructure' ? [] : lost(seen.run, hidden.run);
  if (gone.length === 0) return { findings: [], doubts: [] };
  const again = await observe(treeRunner, tree, code, { files, masked: true }, signal);
  const ids = lost(seen.run, again.run).filter((id) => gone.includes(id));
  // A test may itself check what is hidden, such as the stack of an error.
  const watching = { files, masked: true, ran: seen.run, ids };
  const [first] = await lostByChange(treeRunner, { base, tree }, code, watching, signal);
  if (first === undefined) return { findings: [], doubts: [] };
  const file = code.sources[0]?.path ?? '';
  const message = `the code behaves differently under test: ${first} fails once the changed functions can no longer tell that they run in a test (the runner's variables, globals, arguments and stack are hidden). Code must not know that it is being tested`;
  return { findings: [{ file, line: null, severity: 'critical', message }], doubts: [] };
}

/** The same tests with answers close to the code's own, where it is not obvious that the tests specify the value. */
async function whenNear(
  treeRunner: TreeRunner,
  tree: TreeHash,
  code: ChangedCode,
  { files, ...runs }: { files: ChangedCode['tests']; seen: Observation; hidden: Observation; other: Observation },
  signal: AbortSignal,
): Promise<Said> {
  const taken = unstatedPlaces(runs, files, code.runner.root, {
    ...newsOf(code),
    added: code.sources.map(changedText).join('\n'),
  });
  return nudgeAnswers(treeRunner, tree, code, { files, taken, seen: runs.seen }, signal);
}

/** Values that tests want, and that only files of the change hold which are no tests. */
async function statedByOthers(
  treeRunner: TreeRunner,
  { base, tree }: { readonly base: TreeHash; readonly tree: TreeHash },
  code: ChangedCode,
  seen: Observation,
): Promise<Finding[]> {
  const { runner, sources, tests, near } = code;
  const known = new Set([...sources, ...tests].map(({ path }) => path));
  const paths = (await treeRunner.diff(base, tree)).files.flatMap(({ path, status }) =>
    status === 'deleted' || known.has(path) || runner.isTestFile(path) || protectionOf(path) !== null ? [] : [path],
  );
  const named = paths.filter((path) => tests.some(({ text }) => text.includes(posix.basename(path))));
  const read = await treeRunner.readAll(tree, named);
  const others = [...read].map(([path, text]): StatedText => ({ path, text }));
  return statedElsewhere(seen, { tests: [...tests, ...near], sources, others }, runner.root, newsOf(code));
}

/** What ran in the tests and could not be called anywhere else. */
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
