import { readFileSync } from 'node:fs';

type Values = Readonly<Record<string, string>>;

/**
 * The text of a program that is written into a place where nothing of Assay can be imported. It lies beside us as a real
 * file, so that it is linted and formatted like any other; `__NAME__` in it stands for a value.
 */
export const programText = (file: URL, values: Values = {}): string => filled(readFileSync(file, 'utf8'), values);

/** A script for `sh -c`: its own comments and the line that names its shell are left out, since `ps` would show them. */
export const shellText = (file: URL, values: Values = {}): string =>
  filled(readFileSync(file, 'utf8').replaceAll(/^[ \t]*#(?! __[A-Z]+__$).*\n/gm, ''), values);

const filled = (text: string, values: Values): string =>
  text.replaceAll(/(?:\/\/ |# )?'?__([A-Z]+)__'?/g, (whole, name: string) => values[name] ?? whole);
