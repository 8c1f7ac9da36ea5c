import type { RunnerProfile } from '#project/test-runners/profile.ts';
import { withMore } from '#project/test-runners/start-script.ts';

/**
 * The same runner, stopping at the first failing test: one is enough to kill a mutant. A runner that cannot runs all.
 */
export function bailing(profile: RunnerProfile): RunnerProfile {
  const { bail } = profile;
  if (!bail) return profile;
  return {
    ...profile,
    plan: (request) => {
      const plan = profile.plan(request);
      return { ...plan, command: { ...plan.command, args: withMore(plan.command.args ?? [], bail) } };
    },
  };
}
