import type { RefusalReason } from './gated-state.ts';

/** Codes for tampering with how the work is measured, and their meaning. */
const TAMPERING: Readonly<Record<string, string>> = {
  TEST_CHANGED: 'changed a test that was red',
  TEST_WEAKENED: 'weakened a test',
  TEST_REMOVED: 'took a test away',
  TESTS_REMOVED: 'took tests away',
  TEST_MUTED: 'muted a test',
  TEST_LINKED: 'put a link where a test was',
  TEST_SETUP_CHANGED: 'changed what its tests depend on',
  TEST_SUPPORT_CHANGED: 'changed what its tests depend on',
  TEST_CONFIG_CHANGED: 'changed the configuration of the tests',
  SNAPSHOT_CHANGED: 'changed a snapshot',
  SCRIPTS_CHANGED: 'changed the script that runs the tests',
  CHECKS_CHANGED: 'changed the checks',
  CHECK_SILENCED: 'silenced a check',
  HOOKS_CHANGED: 'changed the hooks',
  HISTORY_REWRITTEN: 'rewrote history',
  HIDDEN_CHANGES: 'hid changes from git',
  RUNNER_REPLACED: 'replaced the test runner',
  ASSAY_CONFIG_CHANGED: 'changed Assay’s own configuration',
  COMMAND_NOT_A_RUNNER: 'named a command that runs no tests',
  COMMAND_COMPOSED: 'named a command that always succeeds',
  COMMAND_RUNS_NOTHING: 'named tests that are none',
  PASSES_BY_NEW_TESTS: 'has tests that make themselves pass',
  RED_VACUOUS: 'wrote a test that looks at nothing',
  CHALLENGE_FAILED: 'wrote code that only knows its tests',
};

export interface RefusalWords {
  /** Whether it was about the measuring itself, rather than about unfinished work. */
  readonly tampering: boolean;
  readonly title: string;
}

/** A refusal in words. A cheat of a script is called that; of a real agent only the observation is reported. */
export function refusalWords(reasons: readonly RefusalReason[], simulated: boolean): RefusalWords {
  const seen = reasons.flatMap(({ code }) => (Object.hasOwn(TAMPERING, code) ? [TAMPERING[code]] : []));
  if (seen.length === 0) return { tampering: false, title: 'Measured, not correct yet' };
  const what = [...new Set(seen)].join('; ');
  return { tampering: true, title: simulated ? `Cheat refused: it ${what}` : `Refused: it ${what}` };
}
