import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOnPath } from '#host/find-system.ts';

/** A line of shell that starts sandbox-runtime with the arguments of the script it stands in. */
export const RUNTIME_LINE = `exec ${process.execPath} ${join(dirname(fileURLToPath(import.meta.resolve('@anthropic-ai/sandbox-runtime'))), 'cli.js')} "$@"`;

/** The programs it needs on Linux and that are missing here. On macOS they come with the system. */
export const missingForRuntime = (): string[] =>
  ['bwrap', 'socat'].filter((name) => findOnPath(name, process.env) === null);
