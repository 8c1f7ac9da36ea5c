import { AssayError } from '#contracts/errors.ts';
import type { TestAdapter } from './adapter.ts';
import { cargoTest } from './cargo-test.ts';
import { goTest } from './go-test.ts';
import { jest } from './jest.ts';
import { junitAdapter } from './junit.ts';
import { JUNIT_RUNNERS } from './junit-runners.ts';
import { mocha } from './mocha.ts';
import { nodeTest } from './node-test.ts';
import { pytest } from './pytest.ts';
import { vitest } from './vitest.ts';

/** Every runner that Assay can run and read, by the name that discovery gives it. */
export const ADAPTERS: ReadonlyMap<string, TestAdapter> = new Map(
  [vitest, jest, nodeTest, mocha, pytest, goTest, cargoTest, ...JUNIT_RUNNERS.map(junitAdapter)].map((adapter) => [
    adapter.runner,
    adapter,
  ]),
);

export function adapterFor(runner: string): TestAdapter {
  const adapter = ADAPTERS.get(runner);
  if (adapter) return adapter;
  throw new AssayError('CONFIG_INVALID', `no adapter for the test runner "${runner}"`, {
    next: `Name one of ${[...ADAPTERS.keys()].join(', ')} as "test" in .assay/config.json.`,
  });
}
