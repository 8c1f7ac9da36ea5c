import type { LanguageRules } from '../language.ts';
import { pythonChainRules } from './chains.ts';
import { readPythonDefinitions } from './definitions.ts';
import { readPythonExports } from './exports.ts';
import { readPythonImports } from './imports.ts';
import { pythonScopeRules } from './scopes.ts';
import { pythonStubRules } from './stubs.ts';
import { readPythonTests } from './tests.ts';

export const pythonFacts: LanguageRules = {
  name: 'python',
  grammars: ['python'],
  definitions: readPythonDefinitions,
  imports: readPythonImports,
  exports: readPythonExports,
  scopes: pythonScopeRules,
  chains: pythonChainRules,
  tests: readPythonTests,
  stubs: pythonStubRules,
};
