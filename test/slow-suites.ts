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
    files: named('test/hybrid-tdd', 'green-python refused survivors blind wrong bad-input examples fork killed'),
    smoke: named('test/hybrid-tdd', 'green next peeks'),
  },
  {
    script: 'test:pr',
    files: [
      ...named(
        'test/gated-pr',
        'fork hosted-merge review-halt merge clients bad-input views trouble review-fix reviewer-program setup hosted-idle ready planted merge-request permissions-elsewhere history halted own-login',
      ),
      ...named('test/cli', 'demo-gated-pr'),
      ...named('test/prove', 'attest'),
      ...named('test/impact', 'impact steps'),
      ...named('test/services', 'services'),
      ...named(
        'test/judging',
        'ruby php java idle-units red-in-old-tests fixture-rows made-in-a-loop only-as-written version-file',
      ),
      ...named('src/workspace', 'layers-python'),
      ...named('test/agents', 'attempt-runner'),
    ],
    smoke: [
      ...named('test/judging', 'red-by-report own-values only-tested'),
      ...named('src/workspace', 'layers'),
      ...named('src/gates/impact', 'reached'),
      ...named('src/gates/services', 'with-services'),
      ...named('src/project/test-runners', 'ruby php maven'),
      ...named('src/attempts/sandboxes', 'open-program-sandbox program-home'),
      ...named('test/gated-pr', 'whole-pr hosted hosted-effects merge-effects permissions'),
      ...named('test/prove', 'prove'),
      ...named('test/real', 'real'),
    ],
  },
  {
    script: 'test:crash',
    files: [
      ...named('test/crashes', 'gated-pr'),
      ...named('test/server', 'crash'),
      ...named('test/cli', 'damage demo-interrupted runs-steered'),
      ...named('src/tools/checkpoint', 'crash'),
      ...named('src/workspace', 'branches-killed'),
    ],
    smoke: [
      ...named('test/crashes', 'crashes histories'),
      ...named('test/cli', 'runs demo'),
      ...named('src/tools/checkpoint', 'run resume'),
      ...named('src/engine/log', 'repair salvage'),
      ...named('src/workspace', 'branches'),
    ],
  },
  {
    script: 'test:web',
    files: [
      ...named('test/server', 'work'),
      ...named(
        'test/web',
        'accessible hostile recover chat-real watch steer-hosted killed transcript start notifications export eight-windows other-port work speed gated-large large graph',
      ),
    ],
    smoke: [...named('test/web', 'chat decide lists spoof'), ...named('test/cli', 'first-run')],
  },
  {
    script: 'test:mutation',
    files: named('test/mutation', 'mutation mutant-copies-apart workspace-mutant-copies'),
    smoke: named('src/gates/mutation', 'run-mutants judge-run'),
  },
  {
    script: 'test:cheats',
    files: named('test/cheats', 'hybrid hosted plan reader blind hooks unittest'),
    smoke: named('test/cheats', 'typescript python javascript checkout reports'),
  },
  {
    script: 'test:chat',
    files: [
      ...named('test/chat', 'bad-input cost own-program ask-trouble real-size'),
      ...named('test/sources', 'secrets-everywhere'),
    ],
    smoke: [...named('test/chat', 'ask chat service window-permissions'), ...named('test/sources', 'secrets')],
  },
  {
    script: 'test:peeks',
    files: named('test/peeks', 'as-root as-ordinary-user'),
    smoke: named('test/peeks', 'most-telling'),
  },
  {
    script: 'test:newcomer',
    files: named('test/newcomer', 'newcomer'),
    smoke: [...named('test/newcomer', 'readme-commands'), ...named('test/cli', 'first-run')],
  },
  {
    script: 'test:mcp',
    files: named('test/mcp', 'conformance'),
    smoke: named('src/app/mcp', 'serve-http http-guard offers'),
  },
  {
    script: 'test:defences',
    files: named('test/defences', 'defences'),
    smoke: [
      ...named('test/defences', 'found'),
      ...named('test/server', 'door asked open-link'),
      ...named('test/web', 'spoof'),
    ],
  },
  {
    script: 'test:runners',
    files: named('test/runners', 'live'),
    smoke: named('src/project/test-runners', 'profiles'),
  },
  {
    script: 'test:pack',
    files: named('test/pack', 'pack'),
    smoke: [...named('scripts/pack', 'imports manifest strip'), ...named('scripts', 'bin-assay')],
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
