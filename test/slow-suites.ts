/** Test files that take long, apart from `npm test`: the script that runs them, and what of the same stays there. */
export interface SlowSuite {
  /** `npm run …`. */
  readonly script: string;
  readonly files: readonly string[];
  /** Faster tests of the same promise, which `npm test` runs. */
  readonly smoke: readonly string[];
}

export const SLOW_SUITES: readonly SlowSuite[] = [
  {
    script: 'test:tdd',
    files: named('test/hybrid-tdd', 'refused survivors blind wrong bad-input examples fork killed'),
    smoke: named('test/hybrid-tdd', 'green next peeks'),
  },
  {
    script: 'test:pr',
    files: named(
      'test/gated-pr',
      'fork hosted-merge review-halt merge clients bad-input views trouble review-fix reviewer-program setup hosted-idle',
    ),
    smoke: named('test/gated-pr', 'whole-pr hosted hosted-effects merge-effects permissions'),
  },
  {
    script: 'test:crash',
    files: [...named('test/crashes', 'gated-pr'), ...named('src/tools/checkpoint', 'crash')],
    smoke: [...named('test/crashes', 'crashes histories'), ...named('src/tools/checkpoint', 'run resume')],
  },
  {
    script: 'test:web',
    files: named(
      'test/web',
      'accessible hostile recover chat-real watch steer-hosted killed transcript start notifications export eight-windows other-port work',
    ),
    smoke: named('test/web', 'chat decide lists spoof'),
  },
  {
    script: 'test:mutation',
    files: named('test/mutation', 'mutation'),
    smoke: named('test/mutation', 'workspace-mutant-copies'),
  },
  {
    script: 'test:cheats',
    files: named('test/cheats', 'hybrid hosted'),
    smoke: named('test/cheats', 'typescript python javascript plan checkout reader blind'),
  },
];

function named(folder: string, names: string): string[] {
  return names.split(' ').map((name) => `${folder}/${name}.test.ts`);
}

/** What a run leaves out: nothing that is named on its command line, and nothing when all is asked for. */
export function leftOut(filters: readonly string[], all: boolean): string[] {
  const files = all ? [] : SLOW_SUITES.flatMap((suite) => suite.files);
  return files.filter((file) => !filters.some((filter) => file.includes(filter.replace(/^\.\//, ''))));
}
