import { BLOCKING_KINDS } from '#code/mutants/mutant.ts';
import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { reachedCopies } from '../impact/reached-copies.ts';
import { reachedTests } from '../impact/reached-tests.ts';
import { stepScope } from '../impact/step-scope.ts';
import { mainShows } from '../ledger/main-ledger.ts';
import { treeRun } from '../ledger/tree-run.ts';
import { timeOf } from '../ledger/tree-times.ts';
import type { MutantCopies } from '../mutation/mutant-copies.ts';
import type { MutantResult, MutationResult } from '../mutation/mutation-result.ts';
import { runMutants } from '../mutation/run-mutants.ts';
import { withoutKnownRed } from '../mutation/without-known-red.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { within } from '../within.ts';
import type { Watched } from './ask-again.ts';
import type { ChangedCode, ChangedSource } from './changed-code.ts';
import { wasGuarded } from './changed-guard.ts';
import { liesAside } from './lies-aside.ts';
import { brief, NOTHING, type Part, UNMEASURED } from './part.ts';
import { weighSurvivors } from './survivors/weigh-survivors.ts';
import type { Weight } from './survivors/weight.ts';

export interface MutantOrder {
  readonly treeRunner: TreeRunner;
  readonly base: TreeHash;
  readonly tree: TreeHash;
  readonly copies: (runner: ProjectRunner, tree: TreeHash) => MutantCopies;
  readonly limit: number;
  readonly ms: number;
  /** For weighing the survivors. */
  readonly weighMs: number;
}

/** The results of the mutants, and the functions in which one died: those were measured. */
export interface Mutated extends Part {
  readonly died: readonly { readonly path: string; readonly name: string }[];
  /** Functions that are already reported as not reached by any test. */
  readonly named: readonly { readonly path: string; readonly name: string }[];
  /** Some mutants were not tried: time was up, or the tests cannot be run this way. */
  readonly untried: boolean;
}

const NONE: Mutated = { ...NOTHING, died: [], named: [], untried: false };

/**
 * Mutants of the changed lines, one at a time. Survivors are weighed: one that makes a difference to a caller is
 * reported, one that seems to make none is for the reviewer.
 */
export async function tryMutants(
  { treeRunner, base, tree, copies, limit, ms, weighMs }: MutantOrder,
  code: ChangedCode,
  { called, basis }: Pick<Watched, 'called' | 'basis'>,
  signal: AbortSignal,
): Promise<Mutated> {
  const { runner, sources } = code;
  // A file that tests were seen to run is under test, wherever it is.
  const isRun = (path: string): boolean => called.some((each) => each.path === path);
  const files = sources.filter(({ lines }) => lines === undefined || lines.length > 0);
  if (files.length === 0) return NONE;
  // All tests run once before the first mutant: a slow suite must not use up the mutants' time.
  const baseline = (await timeOf(treeRunner, tree, runner)) ?? 0;
  const reached = await reachedTests(treeRunner, { base, tree, scope: await stepScope(treeRunner, base) }, signal);
  const own = reached?.files.filter((path) => runner.isTestFile(path)) ?? runner.within ?? [];
  const all = own.length > 0 ? reachedCopies(copies(runner, tree), own) : copies(runner, tree);
  const attempt = (tried: MutantCopies): Promise<MutationResult> =>
    within(mutantTime(ms, baseline), signal, (late) =>
      runMutants({ files, copies: tried, limit, signal: late }).catch((thrown): MutationResult => {
        // Time may be up while files are read: that is no failure, only the rest was not tried.
        if (!late.aborted || signal.aborted) throw thrown;
        return { type: 'stopped', results: [], left: 1 };
      }),
    );
  const first = await attempt(all);
  const known = first.type === 'baseline-red' ? await redOnMainToo({ treeRunner, base, tree }, runner, signal) : null;
  const result = known !== null && known.size > 0 ? await attempt(withoutKnownRed(all, known)) : first;
  signal.throwIfAborted();
  const before = new Map<string, string>();
  for (const { path } of files) before.set(path, (await treeRunner.read(base, path)) ?? '');
  const unnoticed = blockingSurvivors(result, files, before);
  const weights = basis
    ? await weighSurvivors({ treeRunner, tree, code, basis, ms: weighMs }, unnoticed, signal)
    : new Map<MutantResult, Weight>();
  const told = tell(result, files, { before, weights });
  const weighed = unnoticed.map((each) => ({ file: each.file, mutant: each.mutant.id, weight: weights.get(each) }));
  const evidence = await treeRunner.keep('mutants', told.summary, tree, { ...result, weighed });
  const { findings, doubts } = withoutScripts(told, isRun);
  const results = 'results' in result ? result.results : [];
  // On a busy machine anything may time out: that only means something for code that was seen to be called.
  const inState = (states: RegExp) =>
    results
      .filter(({ outcome, file }) => states.test(outcome.state) && (outcome.state !== 'timed-out' || isRun(file)))
      .map(({ file, mutant }) => ({ path: file, name: mutant.symbol ?? '' }));
  const untried = !/^(measured|nothing-to-mutate|mutants-unseen)$/.test(result.type);
  const places = { died: inState(/^(killed|timed-out)$/), named: inState(/^not-covered$/), untried };
  if (result.type !== 'infrastructure') return { findings, doubts, evidence: [evidence], ...places };
  const { message, next } = result;
  return { ...NONE, evidence: [evidence], unmeasured: { code: 'RUNNER_FAILED', message, next } };
}

/** Tests that fail on the tree and on main alike, by their ids from the unit's folder. */
async function redOnMainToo(
  { treeRunner, base, tree }: Pick<MutantOrder, 'treeRunner' | 'base' | 'tree'>,
  { root }: ProjectRunner,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const runners = await treeRunner.runners(base);
  const { tests } = await treeRun(treeRunner, tree, runners, signal);
  const failed = tests.filter(({ state }) => state === 'failed');
  const known = await mainShows(treeRunner, base, runners, failed, signal);
  return new Set(known.map(({ id }) => (root !== '.' && id.startsWith(`${root}/`) ? id.slice(root.length + 1) : id)));
}

/** All tests run once before the first mutant, and a slow suite needs more for each. Pure. */
export const mutantTime = (ms: number, baseline: number): number =>
  baseline * 1.5 + Math.min(Math.max(ms, baseline * MUTANTS_WORTH), Math.max(ms, MOST_MS));

/** This many whole runs: most mutants meet only some of the tests. */
const MUTANTS_WORTH = 8;
const MOST_MS = 180_000;

/** A script, an example or a migration is seldom under test: a reviewer may judge that. */
function withoutScripts(
  { findings, doubts }: Pick<Part, 'findings' | 'doubts'>,
  isRun: (path: string) => boolean,
): Pick<Part, 'findings' | 'doubts'> {
  const aside = findings.filter(({ file }) => liesAside(file) && !isRun(file));
  const said = aside.map(({ file, line, message }) => `${file}${line === null ? '' : `:${line}`} ${message}`);
  return { findings: findings.filter((finding) => !aside.includes(finding)), doubts: [...said, ...doubts] };
}

type Texts = readonly (Pick<ChangedSource, 'path'> & Partial<Pick<ChangedSource, 'text'>>)[];

/**
 * Those that may block: a check that no test needs, a condition that may as well be its opposite, where main had
 * nothing of the kind. Pure.
 */
export function blockingSurvivors(
  result: MutationResult,
  sources: Texts,
  before: ReadonlyMap<string, string>,
): MutantResult[] {
  const hadIt = ({ file, mutant }: MutantResult): boolean => {
    const now = sources.find(({ path }) => path === file)?.text ?? '';
    return wasGuarded(now.split('\n')[mutant.line - 1]?.trim() ?? '', before.get(file) ?? '', now);
  };
  return ('results' in result ? result.results : []).filter(
    (each) => each.outcome.state === 'survived' && BLOCKING_KINDS.includes(each.mutant.kind) && !hadIt(each),
  );
}

export interface TellOptions {
  /** The same files on main. */
  readonly before?: ReadonlyMap<string, string>;
  /** The measured effects of survivors that may block; one that was not weighed blocks. */
  readonly weights?: ReadonlyMap<MutantResult, Weight>;
}

/** The mutants' results: what blocks, and what a reviewer should look at. Pure. */
export function tell(
  result: MutationResult,
  sources: Texts,
  { before = new Map(), weights = new Map() }: TellOptions = {},
): Pick<Part, 'findings' | 'doubts'> & { summary: string } {
  switch (result.type) {
    case 'measured':
    case 'stopped': {
      const survivors = result.results.filter(({ outcome }) => /^(survived|not-covered)$/.test(outcome.state));
      const killed = result.results.filter(({ outcome }) => /^(killed|timed-out)$/.test(outcome.state)).length;
      const left = result.type === 'stopped' ? ` (${result.left} not tried: time was up)` : '';
      const { findings, doubts } = told(survivors, blockingSurvivors(result, sources, before), weights);
      const late =
        result.type === 'stopped' && result.left > 0 ? [`${result.left} mutants were not tried: time was up`] : [];
      return {
        findings,
        doubts: [...doubts, ...late],
        summary: `${killed} mutants died, ${survivors.length} survived${left}`,
      };
    }
    case 'nothing-to-mutate':
      return { findings: [], doubts: [], summary: result.why };
    case 'mutants-unseen':
      return { findings: result.files.map((file) => unloaded(file, result.invalid)), doubts: [], summary: result.why };
    case 'baseline-red':
    case 'copies-unsteady':
    case 'infrastructure': {
      const why = 'why' in result ? result.why : result.message;
      const doubt = `mutants of ${sources.map(({ path }) => path).join(', ')} could not be tried: ${brief(why)}`;
      return { findings: [], doubts: [doubt], summary: brief(why) };
    }
  }
}

function told(
  survivors: readonly MutantResult[],
  unnoticed: readonly MutantResult[],
  weights: ReadonlyMap<MutantResult, Weight>,
): Pick<Part, 'findings' | 'doubts'> {
  const uncovered = survivors.filter(({ outcome }) => outcome.state === 'not-covered');
  const blocking = unnoticed.filter((result) => (weights.get(result)?.type ?? 'matters') === 'matters');
  const rest = survivors.filter((result) => !uncovered.includes(result) && !blocking.includes(result));
  const byFunction = new Map(uncovered.map((result) => [`${result.file}\n${result.mutant.symbol}`, result]));
  return {
    findings: [
      ...[...byFunction.values()].map(notCovered),
      ...blocking.map((result) => survived(result, weights.get(result))),
    ],
    doubts: rest.map(
      (result) =>
        `${result.file}:${result.mutant.line} ${change(result.mutant)}, and every test passes${sayWeight(weights.get(result))}`,
    ),
  };
}

function sayWeight(weight: Weight | undefined): string {
  if (weight === undefined || weight.type === 'matters') return '';
  if (weight.type === 'contrived') return `; it shows only for a constructed input: ${weight.say}`;
  return weight.type === 'same'
    ? `; it is probably equivalent: ${weight.calls} calls returned the same with and without it`
    : `; whether it matters could not be measured: ${weight.why}`;
}

const change = ({ description, before, after }: MutantResult['mutant']): string =>
  `${description} (\`${brief(before, 60)}\` → \`${brief(after, 60)}\`)`;

const survived = ({ file, mutant }: MutantResult, weight: Weight | undefined): Finding => ({
  file,
  line: mutant.line,
  severity: 'major',
  code: 'MUTANT_SURVIVED',
  message: `no test notices when ${change(mutant)}${weight?.type === 'matters' ? `: ${weight.say}` : ''}; add a test that fails in that case`,
});

const notCovered = ({ file, mutant, outcome }: MutantResult): Finding => ({
  file,
  line: mutant.line,
  severity: 'critical',
  code: 'NOT_TESTED',
  message: `${mutant.symbol ?? 'this'}: ${outcome.state === 'not-covered' ? outcome.why : 'never called'}; it is mocked or never called. Test it, or remove it`,
});

const unloaded = (file: string, invalid: string | null): Finding => ({
  ...{ file, line: null },
  ...(invalid === null
    ? {
        severity: 'critical',
        code: 'NOT_TESTED',
        message: `no test fails when ${file} throws on load: the tests never run it. Test it, or remove it`,
      }
    : {
        severity: 'major',
        code: UNMEASURED,
        message: `no test fails when lines of ${file} are changed, and whether one fails when it throws on load could not be measured: ${brief(invalid)}`,
      }),
});
