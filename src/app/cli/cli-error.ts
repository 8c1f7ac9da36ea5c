import { AssayError, ERROR_CODES, type ErrorInfo, EXIT, isErrorCode, toErrorInfo } from '#contracts/errors.ts';
import { oneLine } from '#contracts/text.ts';
import type { Screen } from './screen.ts';

/** Prints an error in the requested form, and returns its exit code. */
export function reportError(screen: Screen, thrown: unknown, asJson: boolean): number {
  const info = toErrorInfo(thrown);
  if (asJson) screen.json({ error: info });
  else for (const line of errorLines(screen, info)) screen.err(line);
  if (process.env.ASSAY_DEBUG === '1' && thrown instanceof Error) screen.err(thrown.stack ?? '');
  return thrown instanceof AssayError ? thrown.exitCode : EXIT.failed;
}

export function errorLines({ paintErr }: Screen, { code, message, next }: ErrorInfo): string[] {
  const hint = code === 'UNEXPECTED' ? 'This is a mistake in Assay. ASSAY_DEBUG=1 shows where.' : next;
  return [
    `${paintErr('red', `error ${code}:`)} ${oneLine(message)}`,
    ...(hint === undefined ? [] : [`  ${paintErr('dim', 'next:')} ${hint}`]),
  ];
}

/** The exit code of a failed run: "later" and "a person" where its error says so, else failed. */
export function exitCodeOf({ code }: ErrorInfo): number {
  const exit = isErrorCode(code) ? ERROR_CODES[code] : EXIT.failed;
  return exit === EXIT.later || exit === EXIT.person ? exit : EXIT.failed;
}

export const usage = (seen: string, next: string): AssayError => new AssayError('USAGE', seen, { next });
