import { AssayError } from '#contracts/errors.ts';
import type { LanguageAdapter } from './language.ts';
import { pythonTdd } from './python.ts';
import { typescriptTdd } from './typescript.ts';

/** A further language is added here and nowhere else. */
export const TDD_LANGUAGES: readonly LanguageAdapter[] = [typescriptTdd, pythonTdd];

export const languageNames = (): string[] => TDD_LANGUAGES.map(({ name }) => name);

export const languageOfPath = (path: string): LanguageAdapter | undefined =>
  TDD_LANGUAGES.find(({ extensions }) => extensions.some((extension) => path.endsWith(extension)));

export function languageNamed(name: string): LanguageAdapter {
  const found = TDD_LANGUAGES.find((language) => language.name === name);
  if (found) return found;
  throw new AssayError('CONFIG_INVALID', `no language is called ${JSON.stringify(name)}`, {
    next: `Known: ${languageNames().join(', ')}.`,
  });
}
