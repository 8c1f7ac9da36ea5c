import { AssayError } from '#contracts/errors.ts';
import type { LanguageTable } from './language-table.ts';
import { javascript, tsx, typescript } from './tables/javascript.ts';
import { python } from './tables/python.ts';

/** Languages that mutants can be made for. */
export const MUTANT_LANGUAGES = ['typescript', 'tsx', 'javascript', 'python'] as const;
export type MutantLanguage = (typeof MUTANT_LANGUAGES)[number];

const TABLES: Readonly<Record<MutantLanguage, LanguageTable>> = { typescript, tsx, javascript, python };

export const isMutantLanguage = (name: string): name is MutantLanguage =>
  MUTANT_LANGUAGES.some((language) => language === name);

export function tableFor(language: string): LanguageTable {
  if (isMutantLanguage(language)) return TABLES[language];
  throw new AssayError('CONFIG_INVALID', `no mutants can be made for the language "${language}"`, {
    next: `Languages with mutants: ${MUTANT_LANGUAGES.join(', ')}.`,
  });
}
