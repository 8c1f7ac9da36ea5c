import type { PermissionMode } from '#contracts/permission.ts';
import type { CommandPolicy, CommandRule } from '#contracts/policy.ts';

const DANGEROUS: CommandRule = { effect: 'deny', set: 'dangerous' };
const READ_ONLY: CommandRule = { effect: 'allow', set: 'read-only', why: 'it only reads' };

/** What each mode does with commands without any rules. */
export const COMMAND_POLICIES: Readonly<Record<PermissionMode, CommandPolicy>> = {
  explore: { rules: [DANGEROUS, READ_ONLY], otherwise: 'deny', unknown: 'deny', opaque: 'deny', writes: 'deny' },
  ask: { rules: [DANGEROUS, READ_ONLY], otherwise: 'ask', unknown: 'ask', opaque: 'ask', writes: 'ask' },
  execute: { rules: [DANGEROUS], otherwise: 'allow', unknown: 'ask', opaque: 'allow', writes: 'allow' },
};

/** Where a gate runs the tests: an agent that runs them too learns to work for the run, and not for the proof. */
export const TESTS_ARE_THE_GATES: CommandRule = {
  effect: 'deny',
  set: 'test-runners',
  why: 'tests are run by submit_work, not by you',
  next: 'Make your one attempt, then call submit_work: it runs the tests and gives you their output.',
};

/**
 * The same policy where a gate owns the tests. A command that cannot be read could be a test run, so it is refused too.
 */
export const gateOwnsTests = (policy: CommandPolicy): CommandPolicy => ({
  ...policy,
  rules: [TESTS_ARE_THE_GATES, ...policy.rules],
  unknown: 'deny',
});
