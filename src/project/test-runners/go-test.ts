import { posix } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#contracts/json.ts';
import type { TestFailure, TestRunOutcome, TestSelection } from '#contracts/test-run.ts';
import type { FinishedRun, ParsedReport } from './adapter.ts';
import { goCompileFailures, goFailure } from './go-failure.ts';
import { broken, lastLines } from './judge-report.ts';
import { bySubcommand, NO_TRACES, REPORT_ONLY, type RunnerProfile } from './profile.ts';
import { withIds } from './test-id.ts';

/** `go test -json`. Go runs packages, so a test's file is its package, and one test is selected by package and name. */
export const goTest: RunnerProfile = {
  ...NO_TRACES,
  runner: 'go test',
  family: 'other',
  found: { comesWith: ['go.mod'], commands: ['go test', 'gotestsum'], run: ['go', 'test', './...'] },
  programs: ['gotestsum'],
  lines: ['go test'],
  startedBy: bySubcommand('go', 'test'),
  ...REPORT_ONLY,
  install: 'Install Go (https://go.dev/dl, or the system’s package golang-go), then run again.',
  isTestFile: (path) => /_test\.go$/.test(path),
  nameOf: (file) => packageOf(file),
  parse,
  explain,
  printed: ({ reports, exec }) => {
    const { events, other } = read(reports[0] ?? exec.stdout.text);
    return [events.map(({ Output = '' }) => Output).join(''), other, exec.stderr.text].join('\n').trim();
  },
  plan: ({ select, launch = ['go'], timeoutMs }) => {
    const [program, ...before] = launch;
    return {
      command: {
        program,
        // With a count Go does not answer from its cache.
        args: [...before, 'test', '-json', '-count=1', ...selected(select)],
        env: { GOFLAGS: '-mod=readonly' },
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      },
      report: { from: 'stdout' },
      supply: {},
      reads: 'go.mod',
    };
  },
};

const packageOf = (file: string): string => (file.endsWith('.go') ? posix.dirname(file) : posix.normalize(file));
const target = (file: string): string => `./${packageOf(file)}`.replace(/^\.\/\.$/, '.');

function selected(select: TestSelection): readonly string[] {
  if (select.type === 'all') return ['./...'];
  if (select.type === 'files') return [...new Set(select.files.map(target))];
  const names = [...select.suites, select.title].flatMap((name) => name.split('/'));
  const pattern = names
    .map((name) => `^${name.replaceAll(' ', '_').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
    .join('/');
  return ['-run', pattern, target(select.file)];
}

const GoEvent = z.object({
  Action: z.string(),
  Package: z.string().optional(),
  Test: z.string().optional(),
  Elapsed: z.number().optional(),
  Output: z.string().optional(),
});
type GoEvent = z.infer<typeof GoEvent>;

interface Seen {
  readonly pkg: string;
  readonly name: string;
  state: 'running' | 'pass' | 'fail' | 'skip';
  ms: number;
  output: string;
}

function parse(run: FinishedRun): ParsedReport {
  const { reports, exec, request } = run;
  const { events, other } = read(reports[0] ?? '');
  const seen = new Map<string, Seen>();
  const packages = new Map<string, string>();
  for (const event of events) take(event, seen, packages);
  const built = `${other}\n${exec.stderr.text}`;
  const folder = folderOf([...packages.keys()], request.select, moduleIn(run.read ?? ''));
  const all = [...seen.values()];
  const leaves = all.filter((test) => !isToldByChildren(test, all));
  const unfinished = all.filter(({ state }) => state === 'running');
  const fatal = unfinished.filter(({ output }) => endsProcess(output));
  const open = [...packages].filter(([, state]) => state === 'open').map(([name]) => name);
  const cut = unfinished.length > 0 ? unfinished.map(({ name }) => name) : open;
  return {
    tests: withIds(leaves.map((test) => testOf(test, folder(test.pkg), request.root))),
    files: [...packages.keys()].map(folder),
    failures: [...goCompileFailures(built), ...fatal.map((test) => crashOf(test, folder(test.pkg)))],
    ...(cut.length > 0 ? { unbelievable: `the report ends before ${cut.slice(0, 5).join(', ')} did` } : {}),
  };
}

function read(text: string): { events: GoEvent[]; other: string } {
  const events: GoEvent[] = [];
  const other: string[] = [];
  for (const line of text.split('\n')) {
    const event = line.startsWith('{') ? GoEvent.safeParse(parseJson(line)) : null;
    if (event?.success && event.data.Action === 'build-output') other.push((event.data.Output ?? '').trimEnd());
    else if (event?.success) events.push(event.data);
    else other.push(line);
  }
  return { events, other: other.join('\n') };
}

function take(
  { Action, Package: pkg = '', Test: name, Elapsed, Output = '' }: GoEvent,
  seen: Map<string, Seen>,
  packages: Map<string, string>,
): void {
  const ends = Action === 'pass' || Action === 'fail' || Action === 'skip';
  if (name === undefined) {
    if (pkg !== '' && Action !== 'build-fail') packages.set(pkg, ends ? Action : (packages.get(pkg) ?? 'open'));
    return;
  }
  const key = `${pkg} ${name}`;
  const test = seen.get(key) ?? { pkg, name, state: 'running', ms: 0, output: '' };
  seen.set(key, test);
  if (test.output.length < 64 * 1024) test.output += Output;
  if (!ends) return;
  test.state = Action;
  test.ms = (Elapsed ?? 0) * 1000;
}

/** A test that failed, or never ended, only through its sub-tests has no message of its own. */
function isToldByChildren(test: Seen, all: readonly Seen[]): boolean {
  const hasEnded = test.state !== 'running';
  if ((hasEnded && test.state !== 'fail') || /^\s+\S+\.go:\d+:|panic:|^fatal error: /m.test(test.output)) return false;
  const isBad = ({ state, output }: Seen): boolean => state === 'fail' || (!hasEnded && endsProcess(output));
  return all.some((each) => each.pkg === test.pkg && isBad(each) && each.name.startsWith(`${test.name}/`));
}

/** The runtime names the test: its stack overflowed, or two of its goroutines wrote one map. Later tests did not run. */
function crashOf({ name, output }: Seen, file: string): TestFailure {
  const [said = ''] = /^fatal error: .*/m.exec(output) ?? [];
  return { kind: 'crash', message: `${name} ended its process: ${said}`, file };
}

/** Errors of the runtime that no code can catch. A deadlock only waits. */
const endsProcess = (output: string): boolean => /^fatal error: (?!all goroutines are asleep)/m.test(output);

function testOf({ pkg: _, name, state, ms, output }: Seen, folder: string, root: string) {
  const path = name.split('/');
  const failure: TestFailure | null = state === 'fail' || state === 'running' ? goFailure(output, folder, root) : null;
  return {
    file: folder,
    suites: path.slice(0, -1),
    title: path.at(-1) ?? name,
    state: failure ? ('failed' as const) : state === 'skip' ? ('skipped' as const) : ('passed' as const),
    durationMs: ms,
    ...(failure ? { failure } : {}),
  };
}

const moduleIn = (manifest: string): string | null => /^module\s+"?([^\s"]+)/m.exec(manifest)?.[1] ?? null;

/**
 * Import paths as folders below the module's name. Where the name is not known, the common beginning of all paths is
 * used, which is too long where all packages are in one folder.
 */
function folderOf(packages: readonly string[], select: TestSelection, module: string | null): (pkg: string) => string {
  const asked =
    select.type === 'files' ? select.files.map(packageOf) : select.type === 'test' ? [packageOf(select.file)] : [];
  const common = packages.reduce((begin, name) => {
    const parts = name.split('/');
    const end = begin.findIndex((part, at) => part !== parts[at]);
    return end === -1 ? begin : begin.slice(0, end);
  }, packages[0]?.split('/') ?? []);
  return (pkg) => {
    if (module !== null && (pkg === module || pkg.startsWith(`${module}/`))) return pkg.slice(module.length + 1) || '.';
    const known = asked.find((folder) => folder !== '.' && (pkg === folder || pkg.endsWith(`/${folder}`)));
    if (known !== undefined) return known;
    if (asked.length === 1 && asked[0] === '.') return '.';
    return pkg.split('/').slice(common.length).join('/') || '.';
  };
}

function explain({ exec }: FinishedRun): TestRunOutcome | null {
  const said = `${exec.stdout.text}\n${exec.stderr.text}`;
  const failures = goCompileFailures(said);
  const [first] = failures;
  if (first) return broken(first.kind, `${first.file}:${first.line}: ${first.message}`, [...failures]);
  if (/no test files|no tests to run|no packages to test|matched no packages/.test(said)) {
    return {
      type: 'no-tests',
      why: lastLines(said.match(/.*no (test files|tests to run|packages).*/)?.[0] ?? 'no test files'),
    };
  }
  return /go\.mod file not found|cannot find main module|invalid go version/.test(said)
    ? broken('config', lastLines(said))
    : null;
}
