import type { RunPlan, RunRequest } from './adapter.ts';
import { JS_ENV } from './javascript-run.ts';
import { START_FILE, startScript, startWith } from './start-script.ts';

export interface StartedByScript {
  /** The packages that may contain the program, and what is done before it starts. */
  readonly script: Parameters<typeof startScript>;
  /** Options that the tests do not see. */
  readonly ours: readonly string[];
  /** What to run, after the project's own options. */
  readonly targets: readonly string[];
  /** The report file in the report folder. */
  readonly report: string;
  /** Our own files besides the start script. */
  readonly supply?: Readonly<Record<string, string>>;
}

/** The plan for a runner that our start script starts: our options first, then the project's, then what to run. */
export function startedPlan(request: RunRequest, { script, ours, targets, report, supply }: StartedByScript): RunPlan {
  const { reports, launch, start, timeoutMs } = request;
  const { program, args } = startWith(reports, launch, start?.nodeOptions ?? [], ours);
  return {
    command: {
      program,
      args: [...args, ...(start?.options ?? []), ...targets],
      env: { ...JS_ENV, ...start?.env },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    },
    report: { from: 'file', name: report },
    supply: { ...supply, [START_FILE]: startScript(...script) },
  };
}

/** The files that the project runs when all tests are requested; none if the request names files. */
export const ownTargets = ({ select, start }: RunRequest): readonly string[] =>
  select.type === 'all' ? (start?.targets ?? []) : [];

/** The requested files; none where all are. */
export const selectedFiles = ({ select }: RunRequest): readonly string[] =>
  select.type === 'all' ? [] : select.type === 'files' ? select.files : [select.file];
