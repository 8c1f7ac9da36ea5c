import { posix, relative } from 'node:path';
import type { AttemptEnv } from '#contracts/agent.ts';
import type { FoundTool } from '#contracts/toolchain.ts';
import { discover } from '#project/toolchain/discover.ts';
import { folderView } from '#project/toolchain/folder-view.ts';
import { LANGUAGES } from '#project/toolchain/languages/all.ts';

/** A slower one is of no use after every edit. */
const MOST_MS = 10_000;
const MOST_LINES = 10;
const MOST_OTHERS = 3;

/**
 * The project's own type checker, run in the workspace after files of its language were changed. Its messages about
 * those files are reported; one that is not installed, or is slow, is not run again in this attempt.
 */
export function checkAfterEdit({ folder, exec, permit }: AttemptEnv): AttemptEnv['check'] {
  if (exec === undefined) return undefined;
  const off = new Set<string>();
  let found: readonly Checker[] | undefined;
  return async (paths, signal) => {
    found ??= checkersOf(folder);
    const inside = paths.map((path) => (posix.isAbsolute(path) ? relative(folder, path) : path));
    const told: string[] = [];
    for (const { tool, root } of checkersFor(found, inside)) {
      const { name, run } = tool;
      if (off.has(`${name} ${root}`)) continue;
      const line = run.join(' ');
      const action = { type: 'command' as const, line, cwd: posix.join(folder, root) };
      if ((await permit({ id: `check ${name}`, tool: 'shell', action }, signal)).type === 'deny') continue;
      const ended = await exec(
        { program: 'sh', args: ['-c', FINDS, 'sh', ...run], cwd: root, timeoutMs: MOST_MS },
        signal,
      );
      if (ended.outcome !== 'exited' || ended.exitCode === null || ended.exitCode > 100) {
        off.add(`${name} ${root}`);
        if (ended.outcome === 'timed-out')
          told.push(`[${line} took longer than ${MOST_MS / 1_000} s: not run any more]`);
      } else if (ended.exitCode !== 0)
        told.push(saidOf(name, `${ended.stdout.text}\n${ended.stderr.text}`, root, inside));
    }
    return told.filter((text) => text !== '').join('\n');
  };
}

/** The project's own programs first; 127 where there is none. */
const FINDS = `PATH="$PWD/node_modules/.bin:$PWD/.venv/bin:$PATH" exec "$@"`;

interface Checker {
  readonly tool: FoundTool;
  /** '.' is the top. */
  readonly root: string;
  readonly extensions: readonly string[];
}

/** Those that a file of the project names: a mere default of the language is not the project's own. */
function checkersOf(folder: string): Checker[] {
  return discover(folderView(folder)).roots.flatMap(({ path: root, tools }) =>
    tools
      .filter(({ role, run, source }) => role === 'type-checker' && run.length > 0 && source !== 'default')
      .map((tool) => ({
        tool,
        root,
        extensions: LANGUAGES.find(({ language }) => language === tool.language)?.extensions ?? [],
      })),
  );
}

/** Pure. For each file the nearest root that has one for its language. */
function checkersFor(checkers: readonly Checker[], paths: readonly string[]): Set<Checker> {
  const wanted = new Set<Checker>();
  for (const path of paths) {
    const fitting = checkers.filter(
      ({ root, extensions }) =>
        extensions.includes(posix.extname(path).slice(1)) && (root === '.' || path.startsWith(`${root}/`)),
    );
    const [nearest] = fitting.toSorted((a, b) => b.root.length - a.root.length);
    if (nearest !== undefined) wanted.add(nearest);
  }
  return wanted;
}

/** Pure. Messages about the changed files, and a few others: another file may break with this one. */
export function saidOf(name: string, output: string, root: string, paths: readonly string[]): string {
  const own = paths.map((path) => (root === '.' ? path : posix.relative(root, path)));
  const lines = output.split('\n').filter((line) => /[:(]\d+/.test(line));
  const about = lines.filter((line) => own.some((path) => line.includes(path)));
  const others = lines.filter((line) => !about.includes(line));
  const shown = [...about.slice(0, MOST_LINES), ...others.slice(0, MOST_OTHERS)].map((line) =>
    line.trim().slice(0, 300),
  );
  if (shown.length === 0) return '';
  const left = lines.length - shown.length;
  return `[${name} says:\n${shown.join('\n')}${left > 0 ? `\nand ${left} more lines` : ''}]`;
}
