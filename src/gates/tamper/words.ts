import type { Refusal } from '#contracts/gate.ts';
import type { DiffFile } from '#contracts/workspace.ts';
import type { Protection } from './protected-paths.ts';

/** Test support may change together with tests, in a RED step. */
export const SINCE_ACCEPTED: ReadonlySet<Protection> = new Set(['snapshot', 'test-support']);

const WORDS: Readonly<Record<Protection, { code: string; what: string }>> = {
  'test-config': { code: 'TEST_CONFIG_CHANGED', what: 'decides how tests are run' },
  checks: { code: 'CHECKS_CHANGED', what: 'decides what the checks let pass' },
  scripts: { code: 'SCRIPTS_CHANGED', what: 'decides how the work is measured' },
  hooks: { code: 'HOOKS_CHANGED', what: 'is run by git' },
  started: { code: 'HOOKS_CHANGED', what: 'says what editors, shells or agents start when the folder is opened' },
  instructions: { code: 'HOOKS_CHANGED', what: 'tells agents what to do, and the reviewing one too' },
  assay: { code: 'ASSAY_CONFIG_CHANGED', what: 'decides what the gates ask for' },
  packages: { code: 'RUNNER_REPLACED', what: 'is where runners look for packages' },
  caches: { code: 'CHECKS_CHANGED', what: 'is used instead of the sources, or instead of checking them' },
  snapshot: { code: 'SNAPSHOT_CHANGED', what: 'is what tests compare against' },
  'test-support': { code: 'TEST_SUPPORT_CHANGED', what: 'supports the tests' },
};

const AS_MAIN = 'Put it back as main has it. A person can allow it in .assay/config.json (mayChange) on main.';

export function protectedFile({ path, status }: DiffFile, protection: Protection): Refusal {
  const { code, what } = WORDS[protection];
  const next = SINCE_ACCEPTED.has(protection)
    ? 'Put it back; a legitimate change of it belongs in a RED step, where its tests fail first.'
    : AS_MAIN;
  return { code, message: `${path} ${what}, and was ${status}`, next, file: path };
}

export const manifestPart = (path: string, part: string): Refusal => ({
  code: 'SCRIPTS_CHANGED',
  message: `${path}: ${part} decides how the work is measured, and was changed`,
  next: `Put ${part} back as main has it. A person can allow it in .assay/config.json (mayChange) on main.`,
  file: path,
});

export const redirected = (path: string, what: string): Refusal => ({
  code: 'SCRIPTS_CHANGED',
  message: `${path}: ${what}, which is still there: what is delivered would not be what was tested`,
  next: 'Leave the entry as main has it, or move the file. A person can allow it in .assay/config.json (mayChange) on main.',
  file: path,
});

export const replacedPackage = (path: string, what: string): Refusal => ({
  code: 'RUNNER_REPLACED',
  message: `${path}: ${what} was replaced, which decides how the work is measured`,
  next: AS_MAIN,
  file: path,
});

export const shadowing = (path: string, module: string): Refusal => ({
  code: 'RUNNER_REPLACED',
  message: `${path} shadows the installed module ${module}`,
  next: 'Give it another name, or put it into the project’s package.',
  file: path,
});

export const linked = ({ path }: DiffFile): Refusal => ({
  code: 'TEST_LINKED',
  message: `${path} is now a link: its content is not in the tree`,
  next: 'Commit the file itself.',
  file: path,
});

export const reachesRunner = (path: string, library: string): Refusal => ({
  code: 'TEST_SUPPORT_CHANGED',
  message: `${path} is not a test but uses ${library}: it supports the tests, or reaches into the runner`,
  next: 'Production code must not use test libraries. Add test helpers in a RED step, next to the tests.',
  file: path,
});

export const suppressed = (file: string, { line, text }: { line: number; text: string }): Refusal => ({
  code: 'CHECK_SILENCED',
  message: `${file}:${line} disables a check: ${text}`,
  next: 'Change the code so that the check passes.',
  file,
  line,
});
