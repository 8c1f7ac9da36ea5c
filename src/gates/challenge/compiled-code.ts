import { applyEdits, type TextEdit } from '#code/mutants/mutant.ts';
import { grammarOf } from '#code/symbols/languages.ts';
import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TestEvidence } from '#contracts/test-run.ts';
import { brokenCodeTimeout } from '../ledger/tree-times.ts';
import { addedLines } from '../mutation/files-to-mutate.ts';
import { nearestOf } from '../runners/nearest-of.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { askAsWritten, type UnaskedFunction } from './compiled/ask-as-written.ts';
import { askCompiled, askerOf } from './compiled/ask-compiled.ts';
import { BROKEN_LANGUAGES, type BrokenLanguage, type CanaryPlace } from './compiled/broken-languages.ts';
import { type CompiledFunction, changedFunctions, macrosOf } from './compiled/changed-functions.ts';
import { checksReached } from './compiled/checks-reached.ts';
import { notBuilt } from './compiled/not-built.ts';
import { isTaken } from './compiled/other-answers.ts';
import { testValues } from './own-values/test-values.ts';
import { NOTHING, type Part, UNMEASURED } from './part.ts';
import { oneSided } from './surroundings/one-sided.ts';
import { surroundings } from './surroundings/surroundings.ts';

const BUILD_MS = 180_000;
/** Sequential, each costs a build: at least this many, and more while time lasts. */
const FEWEST_ALONE = 8;
const ALONE_MS = 150_000;

/**
 * For languages whose code cannot be watched while it runs: a test that must fail is put beside the code and must be
 * reported as failed, and each changed function is made to fail, which some test must notice.
 */
export async function challengeCompiled(
  treeRunner: TreeRunner,
  { base, tree }: { readonly base: TreeHash; readonly tree: TreeHash },
  runner: ProjectRunner,
  signal: AbortSignal,
  runners: readonly ProjectRunner[] = [runner],
): Promise<Part> {
  const compiled = runners.filter((each) => each.runner === runner.runner);
  const language = BROKEN_LANGUAGES[runner.runner];
  const diff = await treeRunner.diff(base, tree);
  const candidates = diff.files.filter(
    (file) =>
      grammarOf(file.path) === language?.grammar &&
      nearestOf(compiled, file.path)?.root === runner.root &&
      !runner.isTestFile(file.path) &&
      file.added > 0,
  );
  if (!language || candidates.length === 0) return NOTHING;
  const left = await notBuilt(
    treeRunner,
    tree,
    runner,
    candidates.map(({ path }) => path),
  );
  const changed = candidates.filter(({ path }) => !left.has(path));
  const leftOut = [...left].map((path) => `${path} is built by no test`);
  if (changed.length === 0) return { ...NOTHING, doubts: leftOut };
  const texts = await treeRunner.readAll(
    tree,
    changed.map(({ path }) => path),
  );
  const functions: CompiledFunction[] = [];
  const sources = new Map<string, string>();
  for (const file of changed) {
    const found = await changedFunctions(file, texts.get(file.path) ?? '', language, runner);
    functions.push(...found.functions);
    sources.set(file.path, found.source);
  }
  // It includes a build, whose time is not in the duration of the tests.
  const timeoutMs = (await brokenCodeTimeout(treeRunner, tree, runner)) + BUILD_MS;
  const run = async (edits: ReadonlyMap<string, string>) =>
    treeRunner.test({ tree: await treeRunner.write(tree, edits), runner, select: { type: 'all' }, timeoutMs }, signal);
  // A build script is a program of its own, in which no test runs.
  const beside = (changed.find(({ path }) => !/(^|\/)build\.rs$/.test(path)) ?? changed[0])?.path ?? '';
  // A module may be built for other systems or features only; the top of its library always is.
  const top = runner.runner === 'cargo test' ? beside.replace(/(^|\/)src\/(?!bin\/).*$/, '$1src/lib.rs') : beside;
  const topText = texts.get(top) ?? (await treeRunner.read(tree, top));
  const place = {
    ...(topText === null ? { beside, text: texts.get(beside) ?? '' } : { beside: top, text: topText }),
    root: runner.root,
    ...{ near: await someTest(treeRunner, tree, runner), isTestFile: runner.isTestFile },
  };
  const caged = await canary(place, language, run);
  if (caged.unmeasured) return { ...NOTHING, ...caged };
  const { findings, evidence } = caged;
  const edited = (
    own: readonly CompiledFunction[],
    by: (each: CompiledFunction) => readonly TextEdit[],
  ): ReadonlyMap<string, string> => {
    const paths = [...new Set(own.map(({ path }) => path))];
    return new Map(
      paths.map((path) => [
        path,
        applyEdits(
          texts.get(path) ?? '',
          own.filter((each) => each.path === path).flatMap((each) => [...by(each)]),
        ),
      ]),
    );
  };
  const gutted = (own: readonly CompiledFunction[]) => edited(own, ({ edit }) => [edit]);
  const outside = await askCompiled(
    {
      ...{ treeRunner, base, tree, runner, texts, sources, timeoutMs },
      functions: functions.flatMap(({ asked }) => asked ?? []),
    },
    signal,
  );
  const unnoticed: CompiledFunction[] = [];
  const together = await oneByOne(functions, async (each) => {
    if (!isRed((await run(gutted([each]))).value)) unnoticed.push(each);
  });
  if (together.length > 0 && !isRed((await run(gutted(together))).value)) unnoticed.push(...together);
  const inSources = changed.map((file) => ({
    ...{ path: file.path, language: language.grammar, text: texts.get(file.path) ?? '' },
    ...(file.truncated ? {} : { lines: addedLines(file) }),
  }));
  const touched = diff.files.filter(({ path }) => runner.isTestFile(path)).map(({ path }) => path);
  const written = [...(await treeRunner.readAll(tree, touched))].map(([path, text]) => ({ path, text }));
  const values = await testValues(treeRunner, { base, tree }, { runner, sources: inSources, tests: written }, signal);
  // Tests may be in the same file as the code.
  const inside = runner.runner === 'cargo test' ? inSources.map(({ path, text }) => ({ path, text })) : [];
  const asking = [...written, ...inside];
  const unasked = [
    ...functions.filter(({ asked }) => asked === null || !outside.answered.includes(asked)),
    ...macrosOf(inSources),
  ];
  const asWritten = await askAsWritten(
    { treeRunner, base, tree, runner, texts, sources, timeoutMs },
    askerOf(runner) === null ? [] : unasked,
    asking,
    signal,
  );
  const unsaid: CompiledFunction[] = [];
  const taken = functions.filter(
    (each) =>
      each.others.length > 0 &&
      !unnoticed.includes(each) &&
      isTaken(
        each.name,
        asking.map(({ text }) => text),
      ),
  );
  const untried = await oneByOne(taken, async (each) => {
    for (const other of each.others)
      if (!isRed((await run(edited([each], () => other))).value)) return void unsaid.push(each);
  });
  const reached = await checksReached(
    {
      ...{ treeRunner, base, tree, runner, timeoutMs },
      files: asking,
    },
    signal,
  );
  const around = await surroundings(
    { sources: inSources.map((source) => ({ ...source, functions: [] })) },
    {
      entered: functions,
      unasked: functions.filter(({ asked }) => asked === null || !outside.answered.includes(asked)),
      variables: BUILD_VARIABLES,
    },
  );
  const placed = { runner, sources: inSources.map((source) => ({ ...source, functions: [] })), tests: written };
  const sides = await oneSided(treeRunner, tree, placed, BUILD_VARIABLES, signal);
  return {
    findings: [
      ...findings,
      ...sides.findings,
      ...outside.findings,
      ...asWritten.findings,
      ...unnoticed.map(findingOf),
      ...unsaid.map(followedBy),
      ...values.findings,
      ...around,
      ...reached.findings,
    ],
    doubts: [
      ...leftOut,
      ...outside.doubts,
      ...asWritten.doubts,
      ...reached.doubts,
      ...unaskable(unasked.filter(({ name }) => !asWritten.answered.includes(name))),
      ...(together.length > 0
        ? [`${together.length} changed functions were made to fail together, not one by one`]
        : []),
      ...(untried.length > 0 ? [`whether tests check what ${namesOf(untried)} return was not tried: out of time`] : []),
    ],
    evidence: [
      ...evidence,
      ...outside.evidence,
      ...asWritten.evidence,
      ...values.evidence,
      ...reached.evidence,
      await treeRunner.keep(
        'mutants',
        `${functions.length} functions made to fail, ${unnoticed.length} unnoticed`,
        tree,
        { functions, unnoticed },
      ),
    ],
  };
}

/** Those that were not reached. */
async function oneByOne(
  functions: readonly CompiledFunction[],
  attempt: (each: CompiledFunction) => Promise<void>,
): Promise<readonly CompiledFunction[]> {
  const begun = performance.now();
  for (const [at, each] of functions.entries()) {
    if (at >= FEWEST_ALONE && performance.now() - begun > ALONE_MS) return functions.slice(at);
    await attempt(each);
  }
  return [];
}

const namesOf = (functions: readonly CompiledFunction[]): string =>
  functions
    .slice(0, 5)
    .map(({ name }) => name)
    .join(', ');

/** The exit code is that of the language's own tool, which started the tests and is not one of them. */
const isRed = ({ outcome, exitCode }: TestEvidence): boolean => outcome.type !== 'infrastructure' && exitCode !== 0;

/** An existing test file, if there is one. */
async function someTest(treeRunner: TreeRunner, tree: TreeHash, runner: ProjectRunner): Promise<CanaryPlace['near']> {
  const path = (await treeRunner.list(tree)).find((each) => runner.isTestFile(each));
  return path === undefined ? null : { path, text: (await treeRunner.read(tree, path)) ?? '' };
}

async function canary(
  place: Omit<CanaryPlace, 'name'>,
  language: BrokenLanguage,
  run: (edits: ReadonlyMap<string, string>) => ReturnType<TreeRunner['test']>,
): Promise<Pick<Part, 'findings' | 'evidence' | 'unmeasured'>> {
  const { beside } = place;
  const name = `Q${Math.random().toString(36).slice(2, 9)}`;
  const made = language.canary({ ...place, name });
  if (!made) return { findings: [], evidence: [] };
  const { value, evidence } = await run(new Map([[made.path, made.text]]));
  if (value.outcome.type === 'infrastructure') {
    const { message, next } = value.outcome;
    return { findings: [], evidence: [evidence], unmeasured: { code: 'RUNNER_FAILED', message, next } };
  }
  const own = value.tests.filter(({ title }) => title.toLowerCase().includes(name.toLowerCase()));
  const fails = own.length > 0 && own.every(({ state }) => state === 'failed');
  // A failed build reported no test: the canary did not fit here.
  if (fails || value.tests.length === 0) return { findings: [], evidence: [evidence] };
  const message =
    own.length === 0
      ? `a test added next to ${beside}, which must fail, is missing from the report: the tests do not run to their end, or the report is forged`
      : `a test added next to ${beside}, which must fail, is reported as passed: the code has changed how tests run or report`;
  return { findings: [{ file: beside, line: null, severity: 'critical', message }], evidence: [evidence] };
}

function unaskable(functions: readonly UnaskedFunction[]): string[] {
  const names = functions.map(({ name }) => name);
  if (names.length === 0) return [];
  return [`${names.slice(0, 5).join(', ')} were not called outside their tests: only their tests show what they do`];
}

/** Set where tests are built and run, and hardly where the program is. */
const BUILD_VARIABLES = Object.fromEntries(
  `CARGO CARGO_MANIFEST_DIR CARGO_MANIFEST_PATH CARGO_PKG_NAME CARGO_PKG_VERSION CARGO_PRIMARY_PACKAGE CARGO_TARGET_DIR
  CARGO_TARGET_TMPDIR OUT_DIR RUST_TEST_THREADS RUST_RECURSION_COUNT RUSTUP_TOOLCHAIN GOFLAGS GOCACHE GOMODCACHE CI`
    .split(/\s+/)
    .map((name) => [name, '']),
);

const followedBy = ({ path, name, line }: CompiledFunction): Finding => ({
  ...{ file: path, line, severity: 'critical', code: 'ASSERTION_FOLLOWS_CODE' },
  message: `all tests pass although ${name} returns something else (a number one more or less, another text, another value in one field): the expected values come from the code itself, or the tests check almost nothing. Assert the exact value`,
});

const findingOf = ({ path, name, line }: CompiledFunction): Finding => ({
  ...{ file: path, line, severity: 'major', code: UNMEASURED },
  message: `${name} could not be measured: no test fails when it throws. Write a test that calls it and checks the result, or remove it; a person can waive this`,
});
