import { readFileSync } from 'node:fs';

/**
 * The text of a program that is written into a place where nothing of Assay can be imported. It lies beside us as a real
 * file, so that it is linted and formatted like any other; `__NAME__` in it stands for a value.
 */
export function programText(file: URL, values: Readonly<Record<string, string>> = {}): string {
  const text = readFileSync(file, 'utf8');
  return text.replaceAll(/(?:\/\/ )?'?__([A-Z]+)__'?/g, (whole, name: string) => values[name] ?? whole);
}
