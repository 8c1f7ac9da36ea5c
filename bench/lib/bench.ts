/** One line of a benchmark's table. A row that could not be measured has no value and says why in its note. */
export interface BenchRow {
  readonly label: string;
  readonly value: number | null;
  readonly unit: string;
  /** What the row is about, against what it is compared with; which way round is said by the table's title. */
  readonly ratio?: number;
  readonly target?: string;
  readonly pass?: boolean;
  readonly note?: string;
}

export interface BenchContext {
  /** The repository's folder. */
  readonly root: string;
  /** Fewer repetitions: to see that a benchmark works, not to quote its numbers. */
  readonly quick: boolean;
  /** Progress for the person who waits. */
  say(line: string): void;
  /** Installs the peers where they are missing; the sentence says why they cannot be had. */
  peers(): Promise<{ ready: true } | { ready: false; why: string }>;
}

/** What a `*.bench.ts` module exports. */
export interface BenchModule {
  readonly name: string;
  readonly title: string;
  run(ctx: BenchContext): Promise<BenchRow[]>;
}

export interface BenchResult {
  readonly name: string;
  readonly title: string;
  readonly rows: readonly BenchRow[];
  readonly seconds: number;
  readonly quick: boolean;
}

/** The part of a row that states a target and whether it was met. */
export function judge(
  measured: number,
  kind: 'at least' | 'at most',
  target: number,
): { target: string; pass: boolean } {
  return kind === 'at least'
    ? { target: `≥ ${target}`, pass: measured >= target }
    : { target: `≤ ${target}`, pass: measured <= target };
}

export const skipped = (label: string, why: string): BenchRow => ({
  label,
  value: null,
  unit: '',
  note: `skipped: ${why}`,
});
