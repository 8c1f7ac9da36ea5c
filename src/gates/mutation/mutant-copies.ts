import type { TestEvidence } from '#contracts/test-run.ts';

export interface MutantRunOptions {
  readonly timeoutMs: number;
  /** Stop at the first test that fails, where the runner can. */
  readonly bail: boolean;
  /** Only these test files; all without it. */
  readonly files?: readonly string[];
  readonly signal?: AbortSignal;
}

/** One isolated copy of the project, in which one run at a time happens. */
export interface MutantCopy {
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
  run(options: MutantRunOptions): Promise<TestEvidence>;
}

/** Where mutants are laid: copies of the project, and a way to run its tests in them. */
export interface MutantCopies {
  /** At most so many copies, each like the others. */
  open(count: number, signal?: AbortSignal): Promise<readonly MutantCopy[]>;
  /** From now on tests may write to their copy, because some need to; false when they could before. */
  letWrite(): boolean;
  close(): Promise<void>;
}
