import { z } from 'zod';
import type { ShellParser } from '#code/shell-tree.ts';

export interface DocsToolOptions {
  /** The cache folder; default: from ASSAY_HOME or HOME of the call's environment. */
  readonly cacheFolder?: string;
  readonly parser?: () => Promise<ShellParser>;
}

/** What both tools ask about the program. */
export const programFields = {
  program: z
    .string()
    .min(1)
    .describe('A program of the project (bin, node_modules/.bin), on PATH, or its path: "git", "./bin/assay"'),
  timeoutMs: z
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(10_000)
    .describe('Time for each call of the program, in milliseconds'),
  depth: z.number().int().min(1).max(10).default(5).describe('How many subcommands deep to read'),
  maxCommands: z.number().int().min(1).max(2_000).default(400).describe('How many commands to read at most'),
  cache: z
    .boolean()
    .default(true)
    .describe('Use what the program said the last time, if its file has not changed since'),
};

export const PROGRAM_ERRORS = {
  BINARY_NOT_FOUND: 'There is no such program, or it cannot be run by this user.',
  HELP_UNREADABLE: 'The program prints no usable help, fails to start or does not end in time.',
  TOOL_INPUT_INVALID: 'A field is missing, unknown or out of its range.',
};
