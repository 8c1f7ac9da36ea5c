import type { ToolContext } from '#contracts/tool.ts';
import { runProcess } from '#host/run-process.ts';

export type HelpAnswer = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string };

/** The output of a program with these arguments. Never rejects. */
export type AskProgram = (args: readonly string[]) => Promise<HelpAnswer>;

export interface ProgramAskOptions {
  readonly path: string;
  /** An empty folder: a program that takes `--help` for something else finds nothing to work on. */
  readonly folder: string;
  readonly env: NonNullable<ToolContext['env']>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Starts the program itself, with no input, no terminal, no pager and no colours. */
export const askProgram =
  ({ path, folder, env, timeoutMs, signal }: ProgramAskOptions): AskProgram =>
  async (args) => {
    const result = await runProcess({
      program: path,
      args,
      cwd: folder,
      env: { ...env, ...PLAIN, GIT_CEILING_DIRECTORIES: folder },
      timeoutMs,
      signal,
      maxBytes: MOST_BYTES,
      graceMs: 200,
    });
    if (result.outcome === 'unstartable') return { ok: false, why: result.error.message };
    if (result.outcome !== 'exited')
      return { ok: false, why: `${result.outcome} after ${Math.round(result.durationMs)} ms` };
    const said = [result.stdout.text, result.stderr.text].find((text) => text.trim() !== '');
    // The exit code says little: git answers `-h` with 129, and many answer `--help` on stderr.
    return said === undefined
      ? { ok: false, why: `said nothing (exit code ${result.exitCode})` }
      : { ok: true, text: said };
  };

const MOST_BYTES = 1 << 20;

const PLAIN = {
  COLUMNS: '200',
  LC_ALL: 'C.UTF-8',
  MANPAGER: 'cat',
  MANWIDTH: '200',
  NO_COLOR: '1',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  TERM: 'dumb',
};
