import type { LanguageRules } from '../language.ts';
import { javascriptChainRules } from './chains.ts';
import { readJavascriptDefinitions } from './definitions.ts';
import { readJavascriptExports } from './exports.ts';
import { readJavascriptImports } from './imports.ts';
import { javascriptScopeRules } from './scopes.ts';
import { javascriptStubRules } from './stubs.ts';
import { readJavascriptTests } from './tests.ts';

/** JavaScript and TypeScript: their grammars use the same node types. */
export const javascriptFacts: LanguageRules = {
  name: 'javascript',
  grammars: ['typescript', 'tsx', 'javascript'],
  definitions: readJavascriptDefinitions,
  imports: readJavascriptImports,
  exports: readJavascriptExports,
  scopes: javascriptScopeRules,
  chains: javascriptChainRules,
  tests: readJavascriptTests,
  stubs: javascriptStubRules,
};
