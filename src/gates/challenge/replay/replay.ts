import { posix } from 'node:path';
import type { EvidenceRef } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { mentionedBy } from '../../tamper/protected-paths.ts';
import type { TreeRunner } from '../../tree-runner.ts';
import type { ChangedCode } from '../changed-code.ts';
import type { Called, Heard, Probe, Told } from './heard.ts';
import { hear } from './heard.ts';
import { type ReplayPlan, replayPlan } from './replay-plan.ts';

export interface Replay {
  /** Under the project's runner; null where it could not be had. */
  readonly inside: Told | null;
  /** In a process that shows no sign of a test, on a tree without tests, twice. */
  readonly outside: Told;
  readonly again: Told;
  readonly calls: readonly Called[];
  readonly probes: readonly Probe[];
  readonly evidence: readonly EvidenceRef[];
  /** Whether the set-up of the tests could be brought along; where not, a difference may be its doing. */
  readonly whole: boolean;
  /** A test that ends with an error, whatever happens, was reported to have passed. */
  readonly hushed: boolean;
}

/** `ended`: the code left the process that loaded it, without an error. */
export type Replayed = Replay | { readonly unmeasured: string; readonly ended?: true };

const ENDS = 'it ends the process that loads it';

export type Ask = (calls: readonly Called[]) => readonly Omit<Probe, 'outcome'>[];

const PLAIN_MS = 15_000;

/**
 * Runs what the touched tests do, with a recorder in place of their assertions: once under the project's runner, and
 * twice in a plain process. `ask` may then name fresh inputs for the functions that were called.
 */
export async function replay(
  treeRunner: TreeRunner,
  tree: TreeHash,
  code: ChangedCode,
  ask: Ask,
  signal: AbortSignal,
): Promise<Replayed> {
  const plan = await replayPlan(code, await setUpOf(treeRunner, tree, code));
  if (!plan) return { unmeasured: 'its tests cannot be replayed outside of their runner (mocks, or another runner)' };
  const inside = await underRunner(treeRunner, tree, code, plan, signal);
  const env = withoutMarks(inside.heard?.env ?? {});
  const bare = await withoutTests(treeRunner, tree, code);
  const outside = await inPlainProcess(treeRunner, bare, code, plan, null, env, signal);
  if (!outside.heard && outside.ended) return { unmeasured: ENDS, ended: true };
  if (!outside.heard || outside.heard.told.length === 0)
    return { unmeasured: `a plain process could not run it: ${outside.heard?.failed ?? outside.said}` };
  const wanted = ask(outside.heard.calls);
  const again = await inPlainProcess(treeRunner, bare, code, plan, JSON.stringify(wanted), env, signal);
  return {
    inside: inside.heard?.told ?? null,
    outside: outside.heard.told,
    again: again.heard?.told ?? [],
    calls: outside.heard.calls,
    probes: again.heard?.probes ?? [],
    evidence: [inside.evidence],
    whole: plan.whole,
    hushed: inside.hushed,
  };
}

/** Files that the runner loads before tests: those its configuration names, and every conftest.py. */
async function setUpOf(
  treeRunner: TreeRunner,
  tree: TreeHash,
  { runner }: ChangedCode,
): Promise<{ path: string; text: string }[]> {
  const files = await treeRunner.list(tree);
  const configs = files.filter((path) => /(^|\/)(vitest|vite)[\w.-]*\.config\.[cm]?[jt]s$/.test(path));
  const named = (path: string, text: string): string[] =>
    mentionedBy(text, files, path).filter((each) => /\.[cm]?[jt]sx?$/.test(each) && !runner.isTestFile(each));
  const wanted =
    runner.runner === 'pytest'
      ? files.filter((path) => posix.basename(path) === 'conftest.py')
      : [...(await treeRunner.readAll(tree, configs))].flatMap(([path, text]) => named(path, text));
  return [...(await treeRunner.readAll(tree, wanted))].map(([path, text]) => ({ path, text }));
}

async function underRunner(
  treeRunner: TreeRunner,
  tree: TreeHash,
  { runner }: ChangedCode,
  { shared, inside }: ReplayPlan,
  signal: AbortSignal,
): Promise<{ heard: Heard | null; hushed: boolean; evidence: EvidenceRef }> {
  const prepared = await treeRunner.write(tree, new Map([...shared, [inside.path, inside.text]]));
  const select = { type: 'files' as const, files: [posix.relative(runner.root, inside.path)] };
  const { value, evidence } = await treeRunner.test({ tree: prepared, runner, select, timeoutMs: 60_000 }, signal);
  const hushed = value.tests.some(({ state }) => state === 'passed');
  return { heard: hear(value.tests.map(({ failure }) => failure?.message ?? '').join('\n')), hushed, evidence };
}

/** Code that looks for its tests on disk must find none either. */
const withoutTests = async (treeRunner: TreeRunner, tree: TreeHash, { runner }: ChangedCode): Promise<TreeHash> => {
  const tests = (await treeRunner.list(tree)).filter((path) => runner.isTestFile(path));
  return treeRunner.write(tree, new Map(tests.map((path) => [path, null])));
};

async function inPlainProcess(
  treeRunner: TreeRunner,
  bare: TreeHash,
  { runner }: ChangedCode,
  { shared, outside, outsideWith, inputs }: ReplayPlan,
  asked: string | null,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<{ heard: Heard | null; ended: boolean; said: string }> {
  const text = asked === null ? outside.text : outsideWith;
  const files = [...shared, [outside.path, text], ...(asked === null ? [] : [[inputs.path, asked]])] as const;
  const prepared = await treeRunner.write(bare, new Map(files.map(([path = '', content = '']) => [path, content])));
  const inRoot = runner.root === '.' ? {} : { cwd: runner.root };
  const args = [posix.relative(runner.root, outside.path)];
  const command = { program: outside.program, args, env, timeoutMs: PLAIN_MS, ...inRoot };
  const { value } = await treeRunner.run(prepared, command, signal);
  const ended = value.outcome === 'exited' && value.exitCode === 0;
  return { heard: hear(value.stdout.text), ended, said: value.stderr.text.trim().split('\n').at(-1) ?? value.outcome };
}

/** What tells a program that it is being tested, and what belongs to the place it runs in. */
const withoutMarks = (env: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !MARKS.test(name) && !PLACE.test(name)));

const MARKS =
  /^(VITEST|VITE|JEST|NODE_ENV$|NODE_TEST|TEST$|MODE$|DEV$|PROD$|SSR$|BASE_URL$|TINYPOOL|PYTEST|CI$|npm_|INIT_CWD|NODE_OPTIONS$|NODE_UNIQUE_ID|NODE_CHANNEL)/;
const PLACE = /^(PATH|HOME|PWD|OLDPWD|TMPDIR|SHLVL|_|LD_.*|PYTHONPATH|PYTHONDONTWRITEBYTECODE)$/;
