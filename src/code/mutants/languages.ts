import { AssayError } from '#contracts/errors.ts';
import type { MutantTable } from './language-table.ts';
import { javascriptMutants, tsx, typescriptMutants } from './tables/javascript.ts';
import { pythonMutants } from './tables/python.ts';

/** Languages that mutants can be made for. */
export const MUTANT_LANGUAGES = ['typescript', 'tsx', 'javascript', 'python'] as const;
export type MutantLanguage = (typeof MUTANT_LANGUAGES)[number];

const TABLES: Readonly<Record<MutantLanguage, MutantTable>> = {
  typescript: typescriptMutants,
  tsx,
  javascript: javascriptMutants,
  python: pythonMutants,
};

export const isMutantLanguage = (name: string): name is MutantLanguage =>
  MUTANT_LANGUAGES.some((language) => language === name);

export function tableFor(language: string): MutantTable {
  if (isMutantLanguage(language)) return TABLES[language];
  throw new AssayError('CONFIG_INVALID', `no mutants can be made for the language "${language}"`, {
    next: `Languages with mutants: ${MUTANT_LANGUAGES.join(', ')}.`,
  });
}
