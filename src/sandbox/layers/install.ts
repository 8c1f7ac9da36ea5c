import type { Command, ExecResult } from '#contracts/exec.ts';

/**
 * Runs an install command in a folder; the caller chooses where and how safely. Everything it may write is under
 * `root`. Without `root` it is a query, such as the version of a program: it writes and reaches nothing.
 */
export type RunInstall = (command: Command, folder: string, signal?: AbortSignal, root?: string) => Promise<ExecResult>;
