import type { TestEvidence } from '#contracts/test-run.ts';

export interface MutantRunOptions {
  readonly timeoutMs: number;
  /** Stop at the first failing test, where the runner can. */
  readonly bail: boolean;
  /** Only these test files; default: all. */
  readonly files?: readonly string[];
  readonly signal?: AbortSignal;
}

/** One isolated copy of the project, in which one run at a time happens. */
export interface MutantCopy {
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
  run(options: MutantRunOptions): Promise<TestEvidence>;
}

/** Copies of the project for mutants, and a way to run its tests in them. */
export interface MutantCopies {
  /** At most this many copies, all equal. */
  open(count: number, signal?: AbortSignal): Promise<readonly MutantCopy[]>;
  /** From now on tests may write to their copy, because some need to; false when they already could. */
  letWrite(): boolean;
  close(): Promise<void>;
}
