import type { LanguageRules } from '../language.ts';
import { chainRules } from './chains.ts';
import { readDefinitions } from './definitions.ts';
import { readExports } from './exports.ts';
import { readImports } from './imports.ts';
import { scopeRules } from './scopes.ts';
import { stubRules } from './stubs.ts';
import { readTests } from './tests.ts';

export const python: LanguageRules = {
  name: 'python',
  grammars: ['python'],
  definitions: readDefinitions,
  imports: readImports,
  exports: readExports,
  scopes: scopeRules,
  chains: chainRules,
  tests: readTests,
  stubs: stubRules,
};
