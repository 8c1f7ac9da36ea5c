import { AssayError } from '#contracts/errors.ts';
import type { ToolRule } from '../toolchain/language-table.ts';
import { ava } from './ava.ts';
import { cargoTest } from './cargo-test.ts';
import { goTest } from './go-test.ts';
import { jest } from './jest.ts';
import { junitProfile } from './junit.ts';
import { JUNIT_RUNNERS } from './junit-runners.ts';
import { minitest } from './minitest.ts';
import { mocha } from './mocha.ts';
import { nodeTest } from './node-test.ts';
import { phpunit } from './phpunit.ts';
import type { RunnerProfile } from './profile.ts';
import { pytest } from './pytest.ts';
import { rspec } from './rspec.ts';
import { tap } from './tap.ts';
import { tape } from './tape.ts';
import { unittest } from './unittest.ts';
import { uvu } from './uvu.ts';
import { vitest } from './vitest.ts';

/** Every runner that Assay can run and read, by its name in discovery. */
export const PROFILES: ReadonlyMap<string, RunnerProfile> = new Map(
  [
    vitest,
    jest,
    mocha,
    nodeTest,
    ava,
    tap,
    tape,
    uvu,
    pytest,
    unittest,
    goTest,
    cargoTest,
    minitest,
    rspec,
    phpunit,
    ...JUNIT_RUNNERS.map(junitProfile),
  ].map((profile) => [profile.runner, profile]),
);

export function profileFor(runner: string): RunnerProfile {
  const profile = PROFILES.get(runner);
  if (profile) return profile;
  throw new AssayError('CONFIG_INVALID', `no profile for the test runner "${runner}"`, {
    next: `Name one of ${[...PROFILES.keys()].join(', ')} as "test" in .assay/config.json.`,
  });
}

/** How discovery finds the runners of a family: rows for its languages' tables. */
export const toolRules = (family: RunnerProfile['family']): ToolRule[] =>
  [...PROFILES.values()].filter((profile) => profile.family === family).map(({ runner }) => toolRule(runner));

/** How discovery finds a runner: a row for a language's table. */
export const toolRule = (runner: string): ToolRule => ({
  name: runner,
  role: 'test-runner',
  ...profileFor(runner).found,
});
