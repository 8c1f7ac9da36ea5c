import { stripVTControlCharacters } from 'node:util';
import type { BlobStore } from '#contracts/blobs.ts';
import type { Command, ExecResult } from '#contracts/exec.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TestEvidence } from '#contracts/test-run.ts';
import type { ReportSource, RunPlan, RunRequest, TestAdapter } from './adapter.ts';
import { type ExpectedTests, judgeReport } from './judge-report.ts';

export type Exec = (command: Command, signal?: AbortSignal) => Promise<ExecResult>;

/** The folder that runner and host share for one run. */
export interface ReportPlace {
  /** As the command sees it. */
  readonly path: string;
  /** Before the run: writes our files there and notes which reports already exist. */
  prepare(plan: Pick<RunPlan, 'report' | 'supply'>): Promise<void>;
  /** The texts of the reports that this run wrote; older ones are not included. */
  collect(source: ReportSource): Promise<readonly string[]>;
  /** A file of the project; null where there is none. */
  read(name: string): Promise<string | null>;
}

export interface RunOptions {
  readonly adapter: TestAdapter;
  readonly request: Omit<RunRequest, 'reports'>;
  readonly place: ReportPlace;
  readonly exec: Exec;
  readonly signal?: AbortSignal;
  readonly expected?: ExpectedTests;
  /** Which tree this is a run of, if known. */
  readonly tree?: TreeHash;
  /** Where the whole output goes. */
  readonly blobs?: BlobStore;
}

/** Runs tests and reports the result. Never throws because of the project: its failures are in the outcome. */
export async function runTests(options: RunOptions): Promise<TestEvidence> {
  const { adapter, place, blobs } = options;
  const request = { ...options.request, reports: place.path };
  const plan = adapter.plan(request);
  await place.prepare(plan);
  // Before the run, since the tests may write to it.
  const read = plan.reads === undefined ? {} : { read: await place.read(plan.reads) };

  const exec = withoutColours(await options.exec(plan.command, options.signal));
  const stdout = await wholeOf(exec, blobs);
  const reports = plan.report.from === 'stdout' ? present(stdout) : await place.collect(plan.report);
  const { outcome, tests } = judgeReport(adapter, { request, exec, reports, ...read }, options.expected);

  return {
    runner: adapter.runner,
    command: [plan.command.program, ...(plan.command.args ?? [])],
    tree: options.tree ?? null,
    outcome,
    tests: [...tests],
    exitCode: exec.exitCode,
    durationMs: exec.durationMs,
    leftovers: exec.leftovers,
    said: cutMiddle(adapter.printed?.({ request, exec, reports }) ?? printedBy(exec), MOST_SAID),
    output: blobs ? await blobs.put(`${stdout ?? exec.stdout.text}\n${exec.stderr.text}`) : null,
  };
}

/**
 * Colours are removed here, not turned off by NO_COLOR: code under test reads that variable, and tests of a project's
 * own colours then failed only here.
 */
const withoutColours = (exec: ExecResult): ExecResult => ({
  ...exec,
  stdout: { ...exec.stdout, text: stripVTControlCharacters(exec.stdout.text) },
  stderr: { ...exec.stderr, text: stripVTControlCharacters(exec.stderr.text) },
});

const MOST_SAID = 6_000;

const printedBy = ({ stdout, stderr }: ExecResult): string =>
  [stdout.text, stderr.text]
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n');

/** The beginning and the end are the useful parts. */
function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = most / 2;
  return `${text.slice(0, half)}\n… ${text.length - most} characters left out …\n${text.slice(-half)}`;
}

const present = (text: string | null): string[] => (text === null || text.trim() === '' ? [] : [text]);

/** The whole output; null if its middle is lost, because then no report can be read from it. */
async function wholeOf({ stdout }: ExecResult, blobs: BlobStore | undefined): Promise<string | null> {
  if (!stdout.truncated) return stdout.text;
  if (stdout.blob === undefined || blobs === undefined) return null;
  return new TextDecoder().decode(await blobs.get(stdout.blob));
}
