import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git, GitOutcome, GitRequest } from './git.ts';

const MOST_BYTES = 64 * 1024 ** 2;
const LARGEST = 8 * 1024 ** 2;
const MOST_KEPT = 5_000;

export interface RememberingGit extends Git {
  /** Call it after objects were removed: cached ones may be gone. */
  forget(): void;
}

/**
 * git's answers about objects named by their hashes never change, and where a repository keeps its parts changes only
 * with its `.git`. A process costs more than most of these answers, so each is cached. Failures, and objects that do
 * not exist (yet), are asked for again.
 */
export function rememberingGit(git: Git): RememberingGit {
  const kept = new Map<string, { readonly outcome: Promise<GitOutcome>; bytes: number }>();
  let total = 0;
  const drop = (key: string): void => {
    total -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  const settle = (key: string, outcome: GitOutcome): void => {
    const entry = kept.get(key);
    if (!entry) return;
    if (!outcome.ok || outcome.exitCode !== 0 || outcome.stdout.length > LARGEST) return drop(key);
    entry.bytes = outcome.stdout.length;
    total += entry.bytes;
    for (const oldest of kept.keys()) {
      if (total <= MOST_BYTES && kept.size <= MOST_KEPT) break;
      drop(oldest);
    }
  };
  const ask = (key: string, request: GitRequest): Promise<GitOutcome> => {
    const outcome = git.run(request);
    kept.set(key, { outcome, bytes: 0 });
    outcome.then(
      (settled) => settle(key, settled),
      () => drop(key),
    );
    return outcome;
  };
  return {
    forget: () => {
      kept.clear();
      total = 0;
    },
    async run(request) {
      const key = isOfObjects(request) ? keyOf(request) : await whereaboutsKey(request);
      return key === null ? git.run(request) : (kept.get(key)?.outcome ?? ask(key, request));
    },
  };
}

const keyOf = ({ gitDir, cwd, args, maxBytes, overflow, answers }: GitRequest): string =>
  JSON.stringify([gitDir ?? null, cwd ?? null, maxBytes ?? null, overflow ?? null, answers ?? null, args]);

const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})(?:\^\{tree\})?$/;
/** An object, or a file of a tree by its path. */
const FILE = /^(?:[0-9a-f]{40}|[0-9a-f]{64})(?::.+)?$/s;

/** Commands whose answer depends only on the objects they name, as long as they name them by hash. */
const OF_OBJECTS: Readonly<Record<string, readonly string[] | null>> = {
  'cat-file': ['-t', 'blob'],
  'rev-parse': ['--verify'],
  'merge-base': ['--is-ancestor'],
  'ls-tree': null,
  'diff-tree': null,
};

function isOfObjects(request: GitRequest): boolean {
  const { gitDir, workTree, cwd, env, stdin, signal, durable } = request;
  if (gitDir === undefined || [workTree, cwd, env, stdin, signal].some((each) => each !== undefined) || durable)
    return false;
  const [command = '', ...rest] = request.args;
  const flags = OF_OBJECTS[command];
  const [first = '', ...after] = rest;
  if (flags === undefined || (flags !== null && !flags.includes(first))) return false;
  if (first === 'blob') return after.length === 1 && FILE.test(after[0] ?? '');
  const end = rest.indexOf('--');
  const names = (end < 0 ? rest : rest.slice(0, end)).filter((word) => !word.startsWith('-'));
  return names.length > 0 && names.every((name) => HASH.test(name));
}

const WHEREABOUTS = new Set([
  '--show-object-format',
  '--is-inside-work-tree',
  '--git-common-dir',
  '--show-toplevel',
  '--absolute-git-dir',
]);

/** Null where it has to be asked: anything but the top of a plain checkout can change in more ways. */
async function whereaboutsKey(request: GitRequest): Promise<string | null> {
  const { cwd, args } = request;
  const [command, ...flags] = args;
  const others = [request.gitDir, request.workTree, request.env, request.stdin, request.signal];
  if (cwd === undefined || command !== 'rev-parse' || others.some((each) => each !== undefined)) return null;
  if (flags.length === 0 || !flags.every((flag) => WHEREABOUTS.has(flag))) return null;
  const folder = join(cwd, '.git');
  const [own, config, head] = await Promise.all([
    lstat(folder).catch(() => null),
    stat(join(folder, 'config')).catch(() => null),
    lstat(join(folder, 'HEAD')).catch(() => null),
  ]);
  if (!own?.isDirectory() || !config || !head) return null;
  const stamp = [own.dev, own.ino, config.ino, config.size, config.mtimeMs];
  return JSON.stringify([cwd, flags, stamp]);
}
