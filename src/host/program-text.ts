import { readFileSync } from 'node:fs';

type Values = Readonly<Record<string, string>>;

/**
 * The text of a program that is written to a place where it cannot import anything of Assay. It is a real file beside
 * ours, so it is linted and formatted like any other; `__NAME__` in it is replaced by a value.
 */
export const programText = (file: URL, values: Values = {}): string => filled(readFileSync(file, 'utf8'), values);

/** A script for `sh -c`: its comments and its shebang are left out, since `ps` would show them. */
export const shellText = (file: URL, values: Values = {}): string =>
  filled(readFileSync(file, 'utf8').replaceAll(/^[ \t]*#(?! __[A-Z]+__$).*\n/gm, ''), values);

const filled = (text: string, values: Values): string =>
  text.replaceAll(/(?:\/\/ |# )?'?__([A-Z]+)__'?/g, (whole, name: string) => values[name] ?? whole);
