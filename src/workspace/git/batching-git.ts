import { randomBytes } from 'node:crypto';
import { runProcess } from '#host/run-process.ts';
import type { Git, GitOutcome, GitRequest } from './git.ts';
import { gitEnv, gitOverrides } from './git-env.ts';

/** Short queries: a long one would make the others wait for it. */
const QUESTIONS = new Set(['rev-parse', 'symbolic-ref', 'show-ref', 'config', 'ls-files', 'ls-tree', 'diff-index']);
const MOST_BYTES = 64 * 1024 ** 2;
const TIMEOUT_MS = 120_000;

interface Waiting {
  readonly request: GitRequest;
  readonly settle: (outcome: GitOutcome | Promise<GitOutcome>) => void;
}

/**
 * Queries that are made at the same moment about the same repository are given to one process: starting one takes
 * longer than git takes for most answers, and blocks us meanwhile. A query without a plain answer is repeated by
 * itself, so errors are those of `git` alone.
 */
export function batchingGit(git: Git, path: string): Git {
  const groups = new Map<string, Waiting[]>();
  const flush = async (key: string): Promise<void> => {
    const group = groups.get(key) ?? [];
    groups.delete(key);
    const [first] = group;
    const together = first && group.length > 1 ? await askTogether(first.request, group, path).catch(() => null) : null;
    for (const [at, { request, settle }] of group.entries()) settle(together?.[at] ?? git.run(request));
  };
  return {
    run(request) {
      if (!isQuestion(request)) return git.run(request);
      const key = JSON.stringify([request.cwd, request.gitDir, request.workTree, request.env]);
      return new Promise((settle) => {
        const group = groups.get(key);
        if (group) return void group.push({ request, settle });
        groups.set(key, [{ request, settle }]);
        setImmediate(() => void flush(key));
      });
    },
  };
}

function isQuestion({ args, stdin, signal, durable, maxBytes, timeoutMs }: GitRequest): boolean {
  const at = args.findIndex((word, index) => !word.startsWith('-') && args[index - 1] !== '-c');
  const command = args[at] ?? '';
  // The type of an object takes no time to read; its contents may.
  const isShort = QUESTIONS.has(command) || (command === 'cat-file' && args[at + 1] === '-t');
  return isShort && [stdin, signal, durable, maxBytes, timeoutMs].every((each) => each === undefined);
}

/**
 * In the order of the group; null where a query has to be repeated alone. Null for all when the process did not end
 * well.
 */
async function askTogether(
  place: GitRequest,
  group: readonly Waiting[],
  path: string,
): Promise<(GitOutcome | null)[] | null> {
  const mark = randomBytes(16).toString('hex');
  const lines = group.map(({ request }) => `g ${request.args.map(quoted).join(' ')}; printf '%s%s\\n' ${mark} $?`);
  const script = `g() { git --no-pager ${gitOverrides.map(quoted).join(' ')} "$@"; }\n${lines.join('\n')}`;
  const chunks: Uint8Array[] = [];
  const ended = await runProcess({
    program: 'sh',
    args: ['-c', script],
    cwd: place.cwd ?? place.workTree ?? place.gitDir ?? '/',
    env: {
      ...gitEnv(path),
      ...(place.gitDir === undefined ? {} : { GIT_DIR: place.gitDir }),
      ...(place.workTree === undefined ? {} : { GIT_WORK_TREE: place.workTree }),
      ...place.env,
    },
    timeoutMs: TIMEOUT_MS,
    maxSpillBytes: MOST_BYTES,
    graceMs: 500,
    leavesNothing: true,
    onChunk: (stream, chunk) => {
      if (stream === 'stdout') chunks.push(chunk);
    },
  });
  if (ended.outcome !== 'exited' || ended.exitCode !== 0) return null;
  return answersIn(Buffer.concat(chunks), mark, group);
}

/** Each: git's output, the mark, its exit code, a line end. */
function answersIn(said: Buffer, mark: string, group: readonly Waiting[]): (GitOutcome | null)[] {
  let from = 0;
  return group.map(({ request }) => {
    const at = said.indexOf(mark, from, 'latin1');
    const end = at < 0 ? -1 : said.indexOf(0x0a, at);
    if (end < 0) return null;
    const stdout = said.subarray(from, at);
    const exitCode = Number(said.toString('latin1', at + mark.length, end));
    from = end + 1;
    const isAnswer = exitCode === 0 || (request.answers?.includes(exitCode) ?? false);
    return isAnswer ? { ok: true, exitCode, stdout, cut: false } : null;
  });
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
