import type { TestEvidence, TestRunOutcome } from '#contracts/test-run.ts';
import type { MutantCopies, MutantRunOptions } from '../mutant-copies.ts';

/** What the checks of scripted copies see: the current files, and the value that a script returns. */
export interface ScriptWorld {
  readonly files: ReadonlyMap<string, string>;
  readonly load: (path: string) => unknown;
  readonly run: MutantRunOptions;
  /** How many runs this copy has had. */
  readonly count: number;
}

export type Check = (world: ScriptWorld) => void;

/** Ends a run like a runner that did not finish, or that broke. */
export class RunEnds extends Error {
  readonly outcome: TestRunOutcome;
  constructor(outcome: TestRunOutcome) {
    super(outcome.type);
    this.outcome = outcome;
  }
}

export interface ScriptedMutantCopies extends MutantCopies {
  readonly runs: readonly MutantRunOptions[];
  readonly copies: readonly ReadonlyMap<string, string>[];
  closed: boolean;
}

/**
 * Copies in memory that really run their content: scripts whose last value is checked. For tests of the loop around it,
 * which then need no process.
 */
export function scriptedMutantCopies(
  files: Readonly<Record<string, string>>,
  checks: Readonly<Record<string, Check>>,
  needsWriting = false,
): ScriptedMutantCopies {
  const copies: Map<string, string>[] = [];
  const runs: MutantRunOptions[] = [];
  let mayWrite = false;
  return {
    runs,
    copies,
    closed: false,
    async open(count) {
      while (copies.length < count) copies.push(new Map(Object.entries(files)));
      return copies.map((copy) => {
        let own = 0;
        return {
          read: async (path) => copy.get(path) ?? '',
          write: async (path, text) => void copy.set(path, text),
          run: async (run) => {
            runs.push(run);
            own += 1;
            const world = {
              files: copy,
              run,
              count: own,
              load: (path: string) => new Function(copy.get(path) ?? '')(),
            };
            if (needsWriting && !mayWrite) return evidence({ type: 'ran' }, [['writes', new Error('read-only')]]);
            return runChecks(world, checks);
          },
        };
      });
    },
    letWrite() {
      const was = mayWrite;
      mayWrite = true;
      return !was;
    },
    async close() {
      this.closed = true;
    },
  };
}

function runChecks(world: ScriptWorld, checks: Readonly<Record<string, Check>>): TestEvidence {
  const done: [string, unknown][] = [];
  for (const [name, check] of Object.entries(checks)) {
    if (world.run.files && !world.run.files.includes(name.split(' ')[0] ?? '')) continue;
    try {
      check(world);
      done.push([name, null]);
    } catch (thrown) {
      if (thrown instanceof RunEnds) return evidence(thrown.outcome, []);
      if (thrown instanceof SyntaxError)
        return evidence({ type: 'broken', kind: 'syntax', message: thrown.message, failures: [] }, []);
      done.push([name, thrown]);
      if (world.run.bail) break;
    }
  }
  return evidence({ type: 'ran' }, done);
}

function evidence(outcome: TestRunOutcome, done: readonly [string, unknown][]): TestEvidence {
  const tests = done.map(([title, thrown]) => ({
    ...{ id: title, file: 'script', suites: [], title, durationMs: 0 },
    state: thrown === null ? ('passed' as const) : ('failed' as const),
  }));
  const exitCode = done.some(([, thrown]) => thrown !== null) ? 1 : 0;
  return {
    runner: 'script',
    command: ['script'],
    tree: null,
    outcome,
    tests,
    exitCode,
    // As if every check took as long as every other.
    durationMs: done.length * 10,
    leftovers: 0,
    output: null,
  };
}
