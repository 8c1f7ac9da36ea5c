import { posix } from 'node:path';
import type { TestSelection } from '#contracts/test-run.ts';
import { programText } from '#host/program-text.ts';
import type { RunPlan, RunRequest } from './adapter.ts';
import { NO_TRACES, type RunnerProfile, type RunnerTraces } from './profile.ts';
import { explainProgramReport, parseProgramReport } from './program-report.ts';

/** The specific parts of a runner whose tests are loaded and reported by our own program in that language. */
export interface ProgramRunner
  extends Partial<Omit<RunnerTraces, 'runner' | 'family'>>,
    Pick<RunnerProfile, 'runner' | 'found' | 'lines' | 'startedBy' | 'ownPatterns' | 'isTestFile' | 'install'> {
  readonly interpreter: string;
  /** Our program, and the files that it loads. */
  readonly told: readonly [string, ...string[]];
  /** Its arguments apart from the files. */
  asked(select: TestSelection): Readonly<Record<string, unknown>>;
}

/** Code in such a language is neither watched while it runs nor called from outside; its challenge mutates it. */
export const programProfile = ({ interpreter, told, asked, ...own }: ProgramRunner): RunnerProfile => ({
  ...NO_TRACES,
  ...own,
  family: 'other',
  commandLine: null,
  env: null,
  bail: ['--fail-fast'],
  canary: null,
  asks: null,
  blankTest: null,
  keepsCompiled: false,
  parse: parseProgramReport,
  explain: explainProgramReport(own.runner, own.install),
  plan: (request) => planOf(interpreter, told, request, asked(request.select)),
});

function planOf(
  interpreter: string,
  told: ProgramRunner['told'],
  { select, reports, launch = [interpreter], timeoutMs }: RunRequest,
  asked: Readonly<Record<string, unknown>>,
): RunPlan {
  const [program, ...before] = launch;
  const files = select.type === 'all' ? null : select.type === 'files' ? select.files : [select.file];
  return {
    command: {
      program,
      args: [
        ...before,
        posix.join(reports, told[0]),
        posix.join(reports, 'report.json'),
        JSON.stringify({ files, ...asked }),
      ],
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    },
    report: { from: 'file', name: 'report.json' },
    supply: Object.fromEntries(told.map((name) => [name, text(name)])),
  };
}

const text = (name: string): string => programText(new URL(`./reporters/programs/${name}`, import.meta.url));
