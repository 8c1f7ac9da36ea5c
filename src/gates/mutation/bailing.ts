import type { TestAdapter } from '#project/test-runners/adapter.ts';

/** How a runner is told to stop at the first failure; one that cannot runs them all. */
const BAIL: Readonly<Record<string, readonly string[]>> = {
  vitest: ['--bail=1'],
  jest: ['--bail'],
  mocha: ['--bail'],
  pytest: ['--exitfirst'],
};

/** The same runner, stopping at the first test that fails: one is enough to kill a mutant. */
export function bailing(adapter: TestAdapter): TestAdapter {
  const flags = BAIL[adapter.runner];
  if (!flags) return adapter;
  return {
    ...adapter,
    plan: (request) => {
      const plan = adapter.plan(request);
      return { ...plan, command: { ...plan.command, args: [...(plan.command.args ?? []), ...flags] } };
    },
  };
}
