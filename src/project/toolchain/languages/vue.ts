import type { LanguageTable } from '../language-table.ts';
import { JS_TOOLS } from './javascript-tools.ts';

export const vue: LanguageTable = {
  language: 'vue',
  extensions: ['vue'],
  manifests: [],
  // Tools made for the language come before those that also support it.
  tools: [
    { name: 'eslint-plugin-vue', role: 'linter', packages: ['eslint-plugin-vue'], run: ['eslint', '.'] },
    {
      name: 'vue-tsc',
      role: 'type-checker',
      packages: ['vue-tsc'],
      commands: ['vue-tsc'],
      run: ['vue-tsc', '--noEmit'],
    },
    {
      name: 'vue-language-server',
      role: 'lsp',
      packages: ['@vue/language-server'],
      run: ['vue-language-server', '--stdio'],
    },
    ...JS_TOOLS,
  ],
  defaults: {
    'package-manager': 'npm',
    'test-runner': 'vitest',
    linter: 'eslint-plugin-vue',
    formatter: 'prettier',
    'type-checker': 'vue-tsc',
    lsp: 'vue-language-server',
  },
};
