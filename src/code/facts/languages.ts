import { javascriptFacts } from './javascript/rules.ts';
import type { LanguageRules } from './language.ts';
import { pythonFacts } from './python/rules.ts';

/** A further language is added here. */
const LANGUAGES: readonly LanguageRules[] = [javascriptFacts, pythonFacts];

export const rulesOf = (grammar: string): LanguageRules | undefined =>
  LANGUAGES.find(({ grammars }) => grammars.includes(grammar));
