import type { TestRunOutcome, TestSelection } from '#contracts/test-run.ts';
import type { FinishedRun, ParsedReport } from './adapter.ts';
import { cargoCompileFailures, cargoFailure } from './cargo-failure.ts';
import { broken, lastLines } from './judge-report.ts';
import { bySubcommand, NO_TRACES, REPORT_ONLY, type RunnerProfile } from './profile.ts';
import { withIds } from './test-id.ts';

/**
 * `cargo test`, read from libtest's text output, since its JSON is not stable. A test's file is the target it was built
 * from.
 */
export const cargoTest: RunnerProfile = {
  ...NO_TRACES,
  runner: 'cargo test',
  family: 'other',
  found: { comesWith: ['Cargo.toml'], commands: ['cargo test'], run: ['cargo', 'test'] },
  programs: ['cargo-nextest', 'tarpaulin'],
  lines: ['cargo t', 'cargo nextest', 'cargo llvm-cov', 'cargo tarpaulin', 'cargo mutants', 'cargo hack test'],
  startedBy: bySubcommand('cargo', 'test', 't', 'nextest'),
  ...REPORT_ONLY,
  install: 'Install Rust (rustup, https://rustup.rs, or the system’s package cargo), then run again.',
  isTestFile: (path) =>
    /(^|\/)tests\/([^/]+|[^/]+\/main)\.rs$/.test(path) || /(^|\/)(tests|test_[^/]*|[^/]*_tests?)\.rs$/.test(path),
  parse,
  explain,
  plan: ({ select, launch = ['cargo'], timeoutMs }) => {
    const [program, ...before] = launch;
    return {
      command: {
        program,
        args: [...before, 'test', '--no-fail-fast', '--color=never', ...selected(select)],
        env: { RUST_BACKTRACE: '0', CARGO_TERM_COLOR: 'never', CARGO_TERM_PROGRESS_WHEN: 'never' },
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      },
      report: { from: 'stdout' },
      supply: {},
    };
  },
};

function selected(select: TestSelection): readonly string[] {
  if (select.type === 'all') return ['--', '--color=never'];
  const files = select.type === 'files' ? select.files : [select.file];
  const targets = [...new Set(files.flatMap(targetOf))];
  const names = select.type === 'test' ? ['--exact', [...select.suites, select.title].join('::')] : [];
  return [...targets, '--', '--color=never', ...names];
}

/** An integration test is a target of its own; tests in src run with their library or program. */
function targetOf(file: string): readonly string[] {
  const integration = /(?:^|\/)tests\/([^/]+?)(?:\.rs|\/main\.rs)$/.exec(file)?.[1];
  if (integration !== undefined) return ['--test', integration];
  const bin = /(?:^|\/)src\/bin\/([^/]+?)(?:\.rs|\/main\.rs)$/.exec(file)?.[1];
  return bin !== undefined ? ['--bin', bin] : /(^|\/)src\/main\.rs$/.test(file) ? ['--bins'] : ['--lib'];
}

function parse({ reports, exec }: FinishedRun): ParsedReport {
  const blocks = readBlocks(reports[0] ?? '');
  // Cargo names the targets on the other stream, in the order of their blocks.
  const targets = [...exec.stderr.text.matchAll(/^\s*(?:Running (?:unittests )?(\S+)|Doc-tests (\S+))/gm)].map(
    ([, file, crate]) => file ?? `doc-tests of ${crate}`,
  );
  const tests = blocks.flatMap((block, at) =>
    block.tests.map((test) => testOf(test, block.outputs, targets[at] ?? 'unknown')),
  );
  const bad = blocks.find((block) => !block.complete);
  const crashed = bad ? overflown(exec.stderr.text, targets[blocks.indexOf(bad)] ?? 'unknown') : [];
  const lost =
    targets.length !== blocks.length ? `${targets.length} targets ran and ${blocks.length} reported` : undefined;
  const unbelievable = bad
    ? `of ${bad.announced} tests ${bad.tests.length} were reported: it ended early or was cut off`
    : lost;
  return {
    tests: withIds([...tests, ...crashed]),
    files: [],
    failures: [
      ...cargoCompileFailures(exec.stderr.text),
      ...crashed.map(({ file, failure }) => ({ ...failure, kind: 'crash' as const, file })),
    ],
    ...(unbelievable === undefined ? {} : { unbelievable }),
  };
}

/** A stack overflow ends the process; the runtime names the test, and later tests did not run. */
function overflown(said: string, file: string) {
  return [...said.matchAll(/^thread '([^']+)'(?: \(\d+\))? has overflowed its stack/gm)].map(([message, name = '']) => {
    const path = name.split('::');
    const failure = { kind: 'exception' as const, message };
    return {
      ...{ file, suites: path.slice(0, -1), title: path.at(-1) ?? name, state: 'failed' as const, durationMs: 0 },
      failure,
    };
  });
}

interface Block {
  readonly announced: number;
  readonly tests: { name: string; state: 'ok' | 'FAILED' | 'ignored' }[];
  readonly outputs: Map<string, string>;
  complete: boolean;
}

/** One block per target: "running 4 tests", a line per test, the output of failed ones, "test result: …". */
function readBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let speaking: string | null = null;
  for (const line of text.split('\n')) {
    const begins = /^running (\d+) tests?$/.exec(line);
    if (begins) blocks.push({ announced: Number(begins[1]), tests: [], outputs: new Map(), complete: false });
    const block = blocks.at(-1);
    if (!block || begins) continue;
    const test = /^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)(?:, .*)?$/.exec(line);
    const says = /^---- (.+) stdout ----$/.exec(line);
    const result = /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/.exec(line);
    if (says) speaking = says[1] ?? null;
    else if (result || line === 'failures:') speaking = null;
    else if (speaking !== null) block.outputs.set(speaking, `${block.outputs.get(speaking) ?? ''}${line}\n`);
    if (test?.[1] !== undefined && speaking === null) block.tests.push({ name: test[1], state: stateOf(test[2]) });
    if (result) block.complete = isWhole(block, result.slice(1, 4).map(Number));
  }
  return blocks;
}

const stateOf = (word: string | undefined): 'ok' | 'FAILED' | 'ignored' =>
  word === 'ok' || word === 'ignored' ? word : 'FAILED';

function isWhole({ announced, tests }: Block, counts: readonly number[]): boolean {
  const told = (['ok', 'FAILED', 'ignored'] as const).map((word) => tests.filter(({ state }) => state === word).length);
  return tests.length === announced && told.every((count, at) => count === counts[at]);
}

function testOf({ name, state }: Block['tests'][number], outputs: ReadonlyMap<string, string>, file: string) {
  // The name of a doc test contains its line, which changes with every line above it.
  const path = name.replace(/ \(line \d+\)/, '').split('::');
  return {
    file,
    suites: path.slice(0, -1),
    title: path.at(-1) ?? name,
    state: state === 'ok' ? ('passed' as const) : state === 'ignored' ? ('skipped' as const) : ('failed' as const),
    durationMs: 0,
    ...(state === 'FAILED' ? { failure: cargoFailure(outputs.get(name) ?? '') } : {}),
  };
}

function explain({ exec }: FinishedRun): TestRunOutcome | null {
  const said = exec.stderr.text;
  const failures = cargoCompileFailures(said);
  const [first] = failures;
  if (first) return broken(first.kind, `${first.file}:${first.line}: ${first.message}`, failures);
  if (/no test target named|no library targets found/.test(said)) return { type: 'no-tests', why: lastLines(said) };
  const config = /could not find `Cargo\.toml`|failed to parse manifest|failed to (download|get)|no matching package/;
  if (!config.test(said)) return null;
  if (/failed to (download|get)|no matching package/.test(said)) {
    return { type: 'infrastructure', message: lastLines(said), next: 'Fetch the dependencies first: cargo fetch.' };
  }
  return broken('config', lastLines(said));
}
