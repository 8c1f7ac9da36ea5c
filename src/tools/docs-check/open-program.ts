import { access, constants, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { AssayError, type ErrorInfo } from '#contracts/errors.ts';
import type { ToolContext } from '#contracts/tool.ts';
import { findOnPath } from '#host/find-system.ts';
import { homeOf } from '#host/home.ts';
import { cachedAsk } from './cli/answer-cache.ts';
import { askProgram } from './cli/ask-program.ts';
import { type CommandTree, openTree } from './cli/command-tree.ts';

export interface ProgramChoice {
  /** A name on PATH or of the project, or a path. */
  readonly program: string;
  readonly timeoutMs: number;
  readonly depth: number;
  readonly maxCommands: number;
  readonly cache: boolean;
  readonly cacheFolder?: string | undefined;
}

export type ProgramUse<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ErrorInfo };

/** Provides the tree of a program, read on demand, in an empty folder that is removed afterwards. */
export async function withProgram<T>(
  choice: ProgramChoice,
  context: Pick<ToolContext, 'cwd' | 'env' | 'signal'>,
  use: (tree: CommandTree, path: string) => Promise<T>,
): Promise<ProgramUse<T>> {
  const env = context.env ?? {};
  const path = await locate(choice.program, context.cwd, env);
  if (path === null) return { ok: false, error: notFound(choice.program, context.cwd) };
  const folder = await mkdtemp(join(tmpdir(), 'assay-docs-check-'));
  try {
    const asking = askProgram({ path, folder, env, timeoutMs: choice.timeoutMs, signal: context.signal });
    const cacheFolder = choice.cache
      ? (choice.cacheFolder ?? (env.ASSAY_HOME || env.HOME ? homeOf(env).cache : null))
      : null;
    const { ask, save } = cacheFolder
      ? await cachedAsk(await realpath(path), cacheFolder, asking)
      : { ask: asking, save: async () => undefined };
    const opened = await openTree(basename(path), ask, {
      depth: choice.depth,
      commands: choice.maxCommands,
      parallel: 4,
    });
    if (!opened.ok) return { ok: false, error: unreadable(choice.program, opened.why) };
    const value = await use(opened.tree, path);
    await save();
    return { ok: true, value };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function locate(program: string, cwd: string, env: NonNullable<ToolContext['env']>): Promise<string | null> {
  if (program.includes('/')) return (await runs(resolve(cwd, program))) ? resolve(cwd, program) : null;
  for (const folder of ['bin', 'node_modules/.bin']) {
    const own = resolve(cwd, folder, program);
    if (await runs(own)) return own;
  }
  return findOnPath(program, env);
}

const runs = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

const notFound = (program: string, cwd: string): ErrorInfo =>
  new AssayError(
    'BINARY_NOT_FOUND',
    `There is no program ${program} in ${cwd}/bin, ${cwd}/node_modules/.bin or on PATH.`,
    {
      next: 'Build or install it, or give its path.',
    },
  ).toInfo();

const unreadable = (program: string, why: string): ErrorInfo =>
  new AssayError('HELP_UNREADABLE', `${program} --help cannot be read: ${why}.`, {
    next: `Run ${program} --help yourself; it has to print its usage, options or commands and end within the time limit.`,
  }).toInfo();
