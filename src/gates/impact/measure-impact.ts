import { randomBytes } from 'node:crypto';
import type { TreeHash } from '#contracts/ids.ts';
import { profileFor } from '#project/test-runners/profiles.ts';
import { told } from '../challenge/observe/records.ts';
import { mainRun } from '../ledger/main-run.ts';
import { type Channel, PIPE, type ProjectRunner, type TreeRunner } from '../tree-runner.ts';
import { gatherEdges, gatherPlaces, SeenEdge, SeenInPlace } from './gather.ts';
import { type ImpactMap, impactName, type KnownImpact } from './impact-map.ts';
import { markJavascript, markRecorder } from './mark-javascript.ts';
import { pythonImpact } from './mark-python.ts';

/**
 * Runs all tests of main once, with each file instrumented to report what loads it. Main is merged code: no agent's
 * work runs here, so none decides which tests its work will meet. The result is kept, even if it is that no map is
 * possible.
 */
export async function measureImpact(
  treeRunner: TreeRunner,
  main: TreeHash,
  runners: readonly ProjectRunner[],
  runner: ProjectRunner,
  signal: AbortSignal,
): Promise<KnownImpact> {
  const seen = await seenOn(treeRunner, main, runner, signal);
  const known: KnownImpact =
    typeof seen === 'string'
      ? { tree: main, why: seen }
      : await withoutLost(treeRunner, main, runners, runner, seen, signal);
  await treeRunner.remember(impactName(runner), known);
  return known;
}

type SeenRun = { readonly map: ImpactMap; readonly passed: ReadonlySet<string> };

async function seenOn(
  treeRunner: TreeRunner,
  tree: TreeHash,
  runner: ProjectRunner,
  signal: AbortSignal,
): Promise<SeenRun | string> {
  if (runner.setup !== undefined) return 'its tests run built files';
  const { family } = profileFor(runner.runner);
  const inRoot = (path: string): boolean => runner.root === '.' || path.startsWith(`${runner.root}/`);
  const paths = (await treeRunner.list(tree)).filter((path) => !path.includes('node_modules/'));
  const tests = paths.filter((path) => inRoot(path) && runner.isTestFile(path));
  const nonce = randomBytes(12).toString('hex');
  const at = `/tmp/${randomBytes(6).toString('hex')}`;
  const ups = runner.root === '.' ? 0 : runner.root.split('/').length;
  const place = { nonce, pipe: `${at}/${PIPE}`, ups };
  const run = (marked: TreeHash, channel: Channel) =>
    treeRunner.test({ tree: marked, of: tree, runner, select: { type: 'all' }, channel }, signal);
  if (family === 'python') {
    const files = paths.filter((path) => path.endsWith('.py'));
    const channel = { at, files: { 'sitecustomize.py': pythonImpact(place) }, env: { PYTHONPATH: at } };
    const { value, heard } = await run(tree, channel);
    const { records, lost } = told(SeenEdge, heard, nonce);
    if (value.outcome.type !== 'ran' || lost) return COULD_NOT;
    const map = gatherEdges(records, { tree, files, tests });
    return map ? { map, passed: passedIn(value.tests) } : COULD_NOT;
  }
  if (family !== 'javascript') return `${runner.runner} does not report what its tests load`;
  const code = paths.filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path));
  const edits = new Map<string, string>();
  for (const [path, text] of await treeRunner.readAll(tree, code)) {
    const marked = markJavascript(path, text, `${at}/r.cjs`);
    if (marked !== null) edits.set(path, marked);
  }
  const marked = await treeRunner.write(tree, edits);
  const { value, heard } = await run(marked, { at, files: { 'r.cjs': markRecorder(place) } });
  const { records, lost } = told(SeenInPlace, heard, nonce);
  if (value.outcome.type !== 'ran' || lost) return COULD_NOT;
  const map = gatherPlaces(records, { tree, files: [...edits.keys()].sort(), tests });
  return { map, passed: passedIn(value.tests) };
}

const COULD_NOT = 'which files its tests load could not be observed';

const passedIn = (tests: readonly { id: string; state: string }[]): ReadonlySet<string> =>
  new Set(tests.flatMap(({ id, state }) => (state === 'passed' ? [id] : [])));

/** Tests that the instrumentation broke were not observed completely: their files always run. */
async function withoutLost(
  treeRunner: TreeRunner,
  main: TreeHash,
  runners: readonly ProjectRunner[],
  { root }: ProjectRunner,
  { map, passed }: SeenRun,
  signal: AbortSignal,
): Promise<ImpactMap> {
  const { tests } = await mainRun(treeRunner, main, runners, signal);
  const own = (id: string): string => (root === '.' ? id : id.slice(root.length + 1));
  const lost = tests.filter(
    ({ id, file, state }) => state === 'passed' && Object.hasOwn(map.tests, file) && !passed.has(own(id)),
  );
  return { ...map, always: [...new Set([...map.always, ...lost.map(({ file }) => file)])].sort() };
}
