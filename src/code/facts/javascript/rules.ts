import type { LanguageRules } from '../language.ts';
import { chainRules } from './chains.ts';
import { readDefinitions } from './definitions.ts';
import { readExports } from './exports.ts';
import { readImports } from './imports.ts';
import { scopeRules } from './scopes.ts';
import { stubRules } from './stubs.ts';
import { readTests } from './tests.ts';

/** JavaScript and TypeScript: their grammars have the same words for the same things. */
export const javascript: LanguageRules = {
  name: 'javascript',
  grammars: ['typescript', 'tsx', 'javascript'],
  definitions: readDefinitions,
  imports: readImports,
  exports: readExports,
  scopes: scopeRules,
  chains: chainRules,
  tests: readTests,
  stubs: stubRules,
};
