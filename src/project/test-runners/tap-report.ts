import type { TestFailure, TestState } from '#contracts/test-run.ts';
import type { FinishedRun, ParsedReport } from './adapter.ts';
import { javascriptFailure, withoutColours } from './javascript-failure.ts';
import { memberOf } from './read-settings.ts';
import { readTap, type TapPoint } from './read-tap.ts';
import { fromRoot, withIds } from './test-id.ts';

/**
 * node-tap's report: a subtest per file, with tests and assertions in it. A test has assertions of its own, or is
 * empty; assertions outside of any test form one test named after the file.
 */
export function parseTapReport({ reports, exec, request: { root } }: FinishedRun): ParsedReport {
  const { points, bailed } = readTap(reports[0] ?? '');
  const files = points.filter(isFile);
  const told = files.map((point) => ({ point, file: fromRoot(root, point.name), tests: testsIn(point, root) }));
  const unhandled = told.flatMap(({ point, file, tests }): TestFailure[] =>
    point.ok || tests.some(({ state }) => state === 'failed') ? [] : [outside(point, file, exec.stderr.text, root)],
  );
  return {
    tests: withIds(told.flatMap(({ tests }) => tests)),
    files: told.map(({ file }) => file),
    failures: unhandled,
    emptyFiles: told.filter(({ point, tests }) => point.ok && tests.length === 0).map(({ file }) => file),
    ...(points.length === 0 ? { unbelievable: bailed ?? 'the report names no file' } : {}),
  };
}

/** At the top of the stream stand the files. */
const isFile = ({ name }: TapPoint): boolean => /\.[cm]?[jt]sx?$/.test(name);

interface Told {
  readonly file: string;
  readonly suites: string[];
  readonly title: string;
  readonly state: TestState;
  readonly durationMs: number;
  readonly failure?: TestFailure;
}

function testsIn(file: TapPoint, root: string): Told[] {
  const path = fromRoot(root, file.name);
  const found: Told[] = [];
  const go = (point: TapPoint, suites: readonly string[]): void => {
    const below = point.points ?? [];
    const own = below.filter(({ points }) => points === null);
    const inner = below.filter(({ points }) => points !== null);
    // A subtest that is skipped or todo has no points and looks like an assertion.
    const empty = own.filter(({ directive }) => directive !== null);
    const isTop = point === file;
    const here = isTop ? [] : [...suites, point.name];
    if (own.length > empty.length || (below.length === 0 && !isTop)) found.push(asTest(point, own, suites));
    for (const each of empty) found.push(asTest(each, [], here));
    for (const each of inner) go(each, here);
  };
  const asTest = (point: TapPoint, own: readonly TapPoint[], suites: readonly string[]): Told => {
    const failed = own.find(({ ok, directive }) => !ok && directive === null);
    const isBad = failed !== undefined || (!point.ok && own.length === 0 && point.directive === null);
    const state: TestState =
      point.directive === 'skip' ? 'skipped' : point.directive === 'todo' ? 'todo' : isBad ? 'failed' : 'passed';
    const failure = state === 'failed' ? failureOf(failed ?? point, path, root) : undefined;
    const title = point === file ? path : point.name;
    return {
      ...{ file: path, suites: [...suites], title, state, durationMs: point.ms },
      ...(failure ? { failure } : {}),
    };
  };
  go(file, []);
  return found;
}

/** How tap reports tests that were still to come when the process exited. */
const LEFT = /^test unfinished|left in queue/;

function failureOf({ name, said }: TapPoint, file: string, root: string): TestFailure {
  const stack = String(memberOf(said, 'stack') ?? '');
  const kind = memberOf(said, 'type') ?? memberOf(said, 'name');
  // Thrown errors have a type; tap's own assertions have none.
  const thrown = typeof kind === 'string' && /Error$|Exception$/.test(kind) ? kind : null;
  const at = memberOf(said, 'at');
  const line = Number(memberOf(at, 'line') ?? memberOf(at, 'lineNumber') ?? Number.NaN);
  const code = memberOf(said, 'code');
  const found = javascriptFailure(
    {
      name: thrown ?? (memberOf(said, 'tapCaught') === undefined && !LEFT.test(name) ? 'AssertionError' : 'Error'),
      message: LEFT.test(name)
        ? `the file exited unexpectedly: ${name}`
        : name === 'timeout!'
          ? `timed out after ${String(memberOf(said, 'timeout') ?? memberOf(said, 'expired') ?? 30_000)} ms`
          : name,
      stack,
      code: typeof code === 'string' ? code : undefined,
      ...sidesOf(said),
    },
    root,
  );
  const place = memberOf(at, 'file') ?? memberOf(at, 'fileName');
  const known = typeof place === 'string' ? fromRoot(root, place.replace(/^file:\/\//, '')) : file;
  return { ...(Number.isInteger(line) ? { file: known, line } : { file }), ...found };
}

/** `found` and `wanted` where tap reports them, else the two sides of its diff. */
function sidesOf(said: TapPoint['said']): { expected?: string; actual?: string } {
  const diff = memberOf(said, 'diff');
  if (typeof diff === 'string') {
    const lines = diff.split('\n').filter((line) => !/^(---|\+\+\+|@@)/.test(line));
    const side = (sign: string): string =>
      lines
        .filter((line) => line.startsWith(sign))
        .map((line) => line.slice(1))
        .join('\n')
        .trim();
    return { expected: side('-'), actual: side('+') };
  }
  const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  return {
    ...('wanted' in said ? { expected: text(said.wanted) } : {}),
    ...('found' in said ? { actual: text(said.found) } : {}),
  };
}

/** A file that failed although none of its tests did: it did not load, timed out, or exited. */
function outside({ said }: TapPoint, file: string, stderr: string, root: string): TestFailure {
  const words = withoutColours(stderr);
  const name = /^([A-Za-z]*Error)\b/m.exec(words)?.[1];
  const why = memberOf(said, 'timeout') !== undefined && memberOf(said, 'signal') ? 'timed out' : 'it did not end well';
  const message = name === undefined ? `${file}: ${why} (exit code ${String(memberOf(said, 'exitCode'))})` : words;
  return { file, ...javascriptFailure({ name, message: message.slice(0, 4000), stack: words }, root) };
}
