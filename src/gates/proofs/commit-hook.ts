import { posix } from 'node:path';
import { accepted, type Refusal, refused, unmeasured, type Verdict } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { isCode } from '../is-code.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { hookScript } from './hook-script.ts';

const GATE = 'commit hook';
const TIMEOUT_MS = 10 * 60_000;

export interface Hooked {
  readonly verdict: Verdict;
  /** For readers of the verdict; empty where there is nothing to say. */
  readonly output: string;
}

/**
 * Runs the repository's own hook, as the person has it, on the change as it would be committed, so an agent gains nothing
 * by skipping it in a commit. Failures that main has too, and hooks that cannot run here, are reported and do not count.
 */
export async function commitHook(
  treeRunner: TreeRunner,
  { base, tree }: { readonly base: TreeHash; readonly tree: TreeHash },
  signal: AbortSignal,
): Promise<Hooked> {
  const hook = await treeRunner.commitHook();
  if (!hook) return { verdict: accepted(GATE), output: '' };
  // A hook that is a file of the project is taken from main.
  const text = hook.path === null ? hook.text : await treeRunner.read(base, hook.path);
  if (text === null) return { verdict: accepted(GATE), output: '' };
  const { files } = await treeRunner.diff(base, tree);
  const changed = whatFits(files.filter(({ status }) => status !== 'deleted').map(({ path }) => path));
  if (changed.length === 0) return { verdict: accepted(GATE), output: '' };
  const at = hook.path ?? '.git/hooks/pre-commit';
  const run = (of: TreeHash, staged: readonly string[]) =>
    treeRunner.run(
      of,
      { program: 'sh', args: ['-c', SCRIPT, 'sh', at, ...staged], stdin: text, timeoutMs: TIMEOUT_MS },
      signal,
    );
  const { value, evidence } = await run(tree, changed);
  if (holds(value)) return { verdict: accepted(GATE, [evidence]), output: '' };
  const said = [value.stdout.text, value.stderr.text].filter((each) => each.trim() !== '').join('\n');
  const ended = value.outcome === 'exited' && value.exitCode !== MISSING;
  const there = await treeRunner.list(base);
  const alike = likeThese(changed, there);
  const onMain = alike.length > 0 || !ended ? alike : there.slice(0, 1);
  // A program that the hook starts for such files may be missing here. Without such a file on main, we cannot tell.
  const holdsOnMain = onMain.length > 0 && holds((await run(base, onMain)).value);
  if (!holdsOnMain) {
    const output = ended
      ? `${at} fails on main as well, and was not counted.`
      : `${at} could not be run to its end here: ${said.slice(-500)}`;
    return { verdict: accepted(GATE, [evidence]), output };
  }
  if (value.outcome === 'timed-out') return { verdict: unmeasured(GATE, tooSlow(at), [evidence]), output: said };
  const reason = {
    code: 'HOOK_FAILED',
    message: ended
      ? `${at}, which git runs before a commit, refuses the change`
      : `${at}, which git runs before a commit, runs to its end on main and not on the change`,
    next: 'Fix what it reports. The hook is run here too, so committing with --no-verify does not help.',
  };
  return { verdict: refused(GATE, [reason], [evidence]), output: `--- what ${at} said\n${said}` };
}

const holds = ({ outcome, exitCode }: { readonly outcome: string; readonly exitCode: number | null }): boolean =>
  outcome === 'exited' && exitCode === 0;

/** A shell's exit code for a program that is not there. */
const MISSING = 127;

const tooSlow = (at: string): Refusal => ({
  code: 'TIME_LIMIT',
  message: `${at}, which git runs before a commit, was still running after ${TIMEOUT_MS / 60_000} minutes, and ends on main`,
  next: 'Make it end on the change; a person may shorten what the hook does.',
});

/** Files of main on which a hook does the same as on the change: the same files, otherwise some with the same extensions. */
function likeThese(changed: readonly string[], there: readonly string[]): string[] {
  const has = new Set(there);
  const same = changed.filter((path) => has.has(path));
  if (same.length > 0) return same;
  const endings = new Set(changed.map((path) => posix.extname(path)));
  return there.filter((path) => endings.has(posix.extname(path))).slice(0, SOME);
}
const SOME = 5;

/** They must fit as arguments. Code comes first: a hook must not be lost in a heap of other files. */
function whatFits(paths: readonly string[]): string[] {
  const [code, others] = [paths.filter(isCode), paths.filter((path) => !isCode(path))];
  let left = MOST_BYTES;
  return [...code, ...others].filter((path) => {
    left -= Buffer.byteLength(path) + 1;
    return left >= 0;
  });
}
const MOST_BYTES = 500_000;

const SCRIPT = hookScript('commit-hook');
