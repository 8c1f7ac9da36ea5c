import { programText } from '#host/program-text.ts';
import type { AskPlace } from './asker.ts';

/** A program of `programs/` that calls code in its own language, with the names and the pipe filled in. */
export const compiledProgram = (
  file: string,
  { key, nonce, pipe }: AskPlace,
  values: Readonly<Record<string, string>> = {},
): string =>
  programText(new URL(`./programs/${file}`, import.meta.url), {
    ...{ KEY: key, NONCE: nonce, PIPE: JSON.stringify(pipe).slice(1, -1) },
    ...values,
  });
