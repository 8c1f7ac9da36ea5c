import type { OpenProgramSandbox } from '#agents/program/program-sandbox.ts';
import { openUnsandboxedProgram } from '#sandbox/unsandboxed-program.ts';

/** A sandbox on the bare machine, as the tests of agents/ want one: that room may not reach into workspace/. */
export const unsandboxedProgram =
  (home: string | null, extra: Readonly<Record<string, string>> = {}): OpenProgramSandbox =>
  (_, place) =>
    openUnsandboxedProgram({ folder: place.folder, home, env: process.env, extra });
