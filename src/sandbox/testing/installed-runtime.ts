import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOnPath } from '#host/find-system.ts';

/** A line of shell that starts sandbox-runtime with the arguments of the script it stands in. */
export const RUNTIME_LINE = `exec ${process.execPath} ${join(dirname(fileURLToPath(import.meta.resolve('@anthropic-ai/sandbox-runtime'))), 'cli.js')} "$@"`;

/** What it works by on Linux, and is not here. On macOS the system brings all of it. */
export const missingForRuntime = (): string[] =>
  ['bwrap', 'socat'].filter((name) => findOnPath(name, process.env) === null);
