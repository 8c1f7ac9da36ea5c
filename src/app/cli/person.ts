import { createInterface } from 'node:readline';
import { AssayError } from '#contracts/errors.ts';
import type { Cli } from './context.ts';

/** Some words are only a person's to say. An agent's shell has no terminal; one that makes itself one is not kept out. */
export function requirePerson(what: string): void {
  if (process.stdin.isTTY) return;
  throw new AssayError('PERMISSION_DENIED', `${what} needs a person at a terminal, and standard input is not one`, {
    next: 'Run it in your own terminal, or answer in the window: assay serve --open.',
  });
}

export const isAtTerminal = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

export interface Questions {
  /** What is answered, or the fallback on an empty line. */
  ask(question: string, fallback?: string): Promise<string>;
  confirm(question: string): Promise<boolean>;
  close(): void;
}

/** Questions on the terminal, one after the other; what is typed ahead answers the next. */
export function questions({ screen }: Cli): Questions {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const lines = reader[Symbol.asyncIterator]();
  const ask: Questions['ask'] = async (question, fallback = '') => {
    process.stderr.write(`${question}${fallback === '' ? '' : ` ${screen.paintErr('dim', `[${fallback}]`)}`} `);
    const { value, done } = await lines.next();
    if (done) throw new AssayError('USAGE', 'the answer never came', { next: 'Run it again, and answer.' });
    return String(value).trim() || fallback;
  };
  return {
    ask,
    confirm: async (question) => /^y(es)?$/i.test(await ask(`${question} (yes/no)`, 'no')),
    close: () => reader.close(),
  };
}

export async function confirmed(cli: Cli, question: string): Promise<boolean> {
  const asked = questions(cli);
  return asked.confirm(question).finally(() => asked.close());
}
