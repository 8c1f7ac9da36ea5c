import type { Command, ExecResult } from '#contracts/exec.ts';

/**
 * Runs an install command in a folder; where and how safely is for the caller to choose. Everything it may write lies
 * under `root`. Without one it is a question, such as which version a program has: it writes and reaches nothing.
 */
export type RunInstall = (command: Command, folder: string, signal?: AbortSignal, root?: string) => Promise<ExecResult>;
