import type { LanguageTable } from '../language-table.ts';
import { JS_TOOLS } from './javascript-tools.ts';

export const javascript: LanguageTable = {
  language: 'javascript',
  extensions: ['js', 'mjs', 'cjs', 'jsx'],
  manifests: ['package.json'],
  tools: [
    ...JS_TOOLS,
    { name: 'tsc', role: 'type-checker', configs: ['jsconfig.json'], run: ['tsc', '-p', 'jsconfig.json', '--noEmit'] },
    { name: 'flow', role: 'type-checker', configs: ['.flowconfig'], packages: ['flow-bin'], run: ['flow', 'check'] },
  ],
  defaults: {
    'package-manager': 'npm',
    'test-runner': 'vitest',
    linter: 'oxlint',
    formatter: 'prettier',
    lsp: 'typescript-language-server',
  },
};
