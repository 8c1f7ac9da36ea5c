import { accepted, refused, type Verdict } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
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
 * Runs the repository's own hook, as the person has it, on the change as it would be committed, so skipping it in a
 * commit does not help. What fails on main as well, or cannot run here, is reported and does not count.
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
  const changed = files.filter(({ status }) => status !== 'deleted').map(({ path }) => path);
  if (changed.length === 0 || changed.length > MOST_FILES) return { verdict: accepted(GATE), output: '' };
  const at = hook.path ?? '.git/hooks/pre-commit';
  const run = (of: TreeHash, staged: readonly string[]) =>
    treeRunner.run(
      of,
      { program: 'sh', args: ['-c', SCRIPT, 'sh', at, ...staged], stdin: text, timeoutMs: TIMEOUT_MS },
      signal,
    );
  const { value, evidence } = await run(tree, changed);
  if (value.outcome === 'exited' && value.exitCode === 0) return { verdict: accepted(GATE, [evidence]), output: '' };
  const said = [value.stdout.text, value.stderr.text].filter((each) => each.trim() !== '').join('\n');
  if (value.outcome !== 'exited' || value.exitCode === 127)
    return {
      verdict: accepted(GATE, [evidence]),
      output: `${at} could not be run to its end here: ${said.slice(-500)}`,
    };
  const there = new Set(await treeRunner.list(base));
  const known = changed.filter((path) => there.has(path));
  const main = await run(base, known.length > 0 ? known : [...there].slice(0, 1));
  if (main.value.exitCode !== 0)
    return { verdict: accepted(GATE, [evidence]), output: `${at} fails on main as well, and was not counted.` };
  const reason = {
    code: 'HOOK_FAILED',
    message: `${at}, which git runs before a commit, refuses the change`,
    next: 'Fix what it reports. The hook is run here too, so committing with --no-verify does not help.',
  };
  return { verdict: refused(GATE, [reason], [evidence]), output: `--- what ${at} said\n${said}` };
}

/** They must fit as arguments; a larger change does not go through a hook for staged files. */
const MOST_FILES = 1_000;

const SCRIPT = hookScript('commit-hook');
