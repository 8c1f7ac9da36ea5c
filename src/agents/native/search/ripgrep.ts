import type { AttemptEnv } from '#contracts/agent.ts';
import type { Command, ExecResult } from '#contracts/exec.ts';
import { runProcess } from '#host/run-process.ts';
import { scrubEnv } from '#host/scrub-env.ts';
import {
  badPattern,
  capped,
  type Match,
  MOST_LINES,
  NO_SUCH_PATH,
  type SearchQuery,
  type SearchResult,
  TOO_SLOW,
} from './query.ts';

const TIMEOUT_MS = 20_000;

/**
 * By ripgrep in the sandbox: an agent that has commands could replace a folder by a link during a search, and the
 * sandbox contains nothing outside to lead to. Undefined where there is no ripgrep.
 */
export async function ripgrep(
  place: AttemptEnv,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<SearchResult | undefined> {
  const command = { program: 'rg', args: argumentsOf(query), timeoutMs: TIMEOUT_MS };
  const ended = await (place.exec?.(command, signal) ?? onHost(place.folder, command, signal));
  if (ended.outcome === 'unstartable') return undefined;
  if (ended.outcome === 'timed-out') return TOO_SLOW;
  if (ended.outcome === 'exited' && ended.exitCode === 127) return undefined;
  if (ended.exitCode === 2 && ended.stdout.bytes === 0) return badOrMissing(ended.stderr.text);
  const lines = ended.stdout.text.split('\n').flatMap(matchOf);
  return capped(lines, !ended.stdout.truncated && ended.outcome === 'exited');
}

function matchOf(line: string): Match[] {
  const [path, rest] = line.split('\0', 2);
  return path === undefined || rest === undefined
    ? []
    : [{ path: path.replace(/^\.\//, ''), rest: rest.replace(/\r$/, '') }];
}

const argumentsOf = ({ pattern, path, glob, ignoreCase }: SearchQuery): string[] => [
  ...['--no-config', '--line-number', '--with-filename', '--null', '--no-heading', '--color=never', '--sort=path'],
  ...['--hidden', '--glob=!.git', '--no-require-git', '--no-ignore-global', '--no-ignore-parent'],
  ...['--max-columns=400', '--max-columns-preview', `--max-count=${MOST_LINES + 1}`],
  ...(ignoreCase ? ['--ignore-case'] : []),
  ...(glob === undefined ? [] : [`--glob=${glob}`]),
  ...['--regexp', pattern, '--', path === '' ? '.' : path],
];

const onHost = (folder: string, { program, args }: Command, signal: AbortSignal): Promise<Pick<ExecResult, Seen>> =>
  runProcess({ program, args: args ?? [], cwd: folder, env: scrubEnv(process.env), timeoutMs: TIMEOUT_MS, signal });

type Seen = 'outcome' | 'exitCode' | 'stdout' | 'stderr';

function badOrMissing(said: string): SearchResult {
  if (/No such file or directory/.test(said)) return NO_SUCH_PATH;
  return badPattern(said.trim().slice(0, 400));
}
