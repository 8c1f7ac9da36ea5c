import { createInterface } from 'node:readline/promises';
import { AssayError } from '#contracts/errors.ts';
import type { Cli } from './context.ts';

/** Some words are only a person's to say. An agent's shell has no terminal; one that makes itself one is not kept out. */
export function requirePerson(what: string): void {
  if (process.stdin.isTTY) return;
  throw new AssayError('PERMISSION_DENIED', `${what} wants a person at a terminal, and standard input is none`, {
    next: 'Run it in your own terminal, or answer in the window: assay serve --open.',
  });
}

export const isAtTerminal = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** A question on the terminal; what is answered, or the fallback on an empty line. */
export async function askPerson({ screen }: Cli, question: string, fallback = ''): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const hint = fallback === '' ? '' : ` ${screen.paintErr('dim', `[${fallback}]`)}`;
    return (await lines.question(`${question}${hint} `)).trim() || fallback;
  } finally {
    lines.close();
  }
}

export const confirmed = async (cli: Cli, question: string): Promise<boolean> =>
  /^y(es)?$/i.test(await askPerson(cli, `${question} (yes/no)`, 'no'));
