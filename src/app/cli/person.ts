import { createInterface, type Interface } from 'node:readline';
import { AssayError } from '#contracts/errors.ts';
import type { Cli } from './context.ts';

/**
 * Some decisions are only a person's. An agent's shell has no terminal; one that creates one for itself is not kept
 * out.
 */
export function requirePerson(what: string): void {
  if (process.stdin.isTTY) return;
  throw new AssayError('PERMISSION_DENIED', `${what} needs a person at a terminal, and standard input is not one`, {
    next: 'Run it in your own terminal, or answer in the window: assay serve --open.',
  });
}

export const isAtTerminal = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Lines from standard input. This file alone reads what a person types (`npm run check` sees to it). */
export const openTerminal = (prompt: string, isTty: boolean): Interface =>
  createInterface({
    input: process.stdin,
    ...(isTty ? { output: process.stderr } : {}),
    ...{ prompt, terminal: isTty },
  });

export interface Questions {
  /** The answer, or the fallback on an empty line. */
  ask(question: string, fallback?: string): Promise<string>;
  /** `usual` is the meaning of an empty line. */
  confirm(question: string, usual?: 'yes' | 'no'): Promise<boolean>;
  close(): void;
}

/** Questions on the terminal, one after the other; text typed ahead answers the next. */
export function questions({ screen }: Pick<Cli, 'screen'>): Questions {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const lines = reader[Symbol.asyncIterator]();
  const ask: Questions['ask'] = async (question, fallback = '') => {
    process.stderr.write(`${question}${fallback === '' ? '' : ` ${screen.paintErr('dim', `[${fallback}]`)}`} `);
    const { value, done } = await lines.next();
    if (done)
      throw new AssayError('USAGE', 'standard input ended before the answer', { next: 'Run it again, and answer.' });
    return String(value).trim() || fallback;
  };
  return {
    ask,
    confirm: async (question, usual = 'no') => /^y(es)?$/i.test(await ask(`${question} (yes/no)`, usual)),
    close: () => reader.close(),
  };
}

export async function confirmed(cli: Cli, question: string): Promise<boolean> {
  const asked = questions(cli);
  return asked.confirm(question).finally(() => asked.close());
}

/** One question and its answer; empty where the person left. */
export async function askLine(cli: Pick<Cli, 'screen'>, question: string): Promise<string> {
  const asked = questions(cli);
  return asked
    .ask(question)
    .catch(() => '')
    .finally(() => asked.close());
}

/**
 * A question that can be withdrawn: null when it was, or when the terminal is gone. Text typed within the first
 * `deafMs` was typed before the question could be read, and is ignored.
 */
export const askUnlessWithdrawn = (prompt: string, signal: AbortSignal, deafMs = 0): Promise<string | null> =>
  new Promise((resolve) => {
    const reader = createInterface({ input: process.stdin, output: process.stderr, prompt });
    const since = performance.now();
    const leave = (line: string | null): void => {
      signal.removeEventListener('abort', gone);
      resolve(line);
      reader.close();
    };
    const gone = (): void => {
      process.stderr.write('\n');
      leave(null);
    };
    signal.addEventListener('abort', gone, { once: true });
    reader.on('line', (line) => {
      if (performance.now() - since >= deafMs) return leave(line);
      reader.prompt();
    });
    reader.once('close', () => leave(null));
    // The command is interrupted, as outside of a question.
    reader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    reader.prompt();
  });

/** A secret, typed without being shown, or all of standard input where that is no terminal. */
export async function readSecret(name: string): Promise<string> {
  if (!process.stdin.isTTY) {
    let text = '';
    for await (const chunk of process.stdin) text += String(chunk);
    if (text.trim() === '') throw new AssayError('USAGE', `standard input has nothing for ${name}`);
    return text.replace(/\r?\n$/, '');
  }
  process.stderr.write(`${name}: `);
  const mute = { write: () => true } as unknown as NodeJS.WritableStream;
  const reader = createInterface({ input: process.stdin, output: mute, terminal: true });
  const text = await new Promise<string>((resolve) => reader.question('', resolve));
  reader.close();
  process.stderr.write('\n');
  return text;
}
