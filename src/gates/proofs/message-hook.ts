import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { hookScript } from './hook-script.ts';

const TIMEOUT_MS = 60_000;

export interface MessageToTake {
  readonly base: TreeHash;
  readonly message: string;
  /** Messages of main's commits: a hook that refuses these too cannot be run properly here. */
  readonly before: readonly string[];
}

/**
 * The message of the repository's own `commit-msg` hook, where it refuses a commit message; null where it accepts it,
 * where there is none, and where it refuses main's messages as well.
 */
export async function messageHook(
  treeRunner: TreeRunner,
  { base, message, before }: MessageToTake,
  signal: AbortSignal,
): Promise<string | null> {
  const hook = await treeRunner.commitHook('commit-msg');
  // A hook that is a file of the project is taken from main.
  const text = hook?.path ? await treeRunner.read(base, hook.path) : (hook?.text ?? null);
  if (text === null) return null;
  const at = hook?.path ?? '.git/hooks/commit-msg';
  const ask = async (words: string): Promise<string | null> => {
    const args = ['-c', SCRIPT, 'sh', at, words];
    const { value } = await treeRunner.run(base, { program: 'sh', args, stdin: text, timeoutMs: TIMEOUT_MS }, signal);
    if (value.outcome === 'exited' && value.exitCode === 0) return null;
    return [value.stdout.text, value.stderr.text].join('\n').trim().slice(-1_000) || 'it says nothing';
  };
  const said = await ask(message);
  if (said === null) return null;
  for (const each of before) if ((await ask(each)) === null) return `${at} refuses it: ${said}`;
  return null;
}

const SCRIPT = hookScript('message-hook');
