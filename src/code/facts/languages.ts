import { javascript } from './javascript/rules.ts';
import type { LanguageRules } from './language.ts';
import { python } from './python/rules.ts';

/** A further language joins here. */
const LANGUAGES: readonly LanguageRules[] = [javascript, python];

export const rulesOf = (grammar: string): LanguageRules | undefined =>
  LANGUAGES.find(({ grammars }) => grammars.includes(grammar));
