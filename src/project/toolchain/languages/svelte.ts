import type { LanguageTable } from '../language-table.ts';
import { JS_TOOLS } from './javascript-tools.ts';

export const svelte: LanguageTable = {
  language: 'svelte',
  extensions: ['svelte'],
  manifests: ['svelte.config.js'],
  // Tools made for the language come before those that also support it.
  tools: [
    { name: 'eslint-plugin-svelte', role: 'linter', packages: ['eslint-plugin-svelte'], run: ['eslint', '.'] },
    {
      name: 'prettier-plugin-svelte',
      role: 'formatter',
      packages: ['prettier-plugin-svelte'],
      run: ['prettier', '--check', '.'],
    },
    {
      name: 'svelte-check',
      role: 'type-checker',
      packages: ['svelte-check'],
      commands: ['svelte-check'],
      run: ['svelte-check'],
    },
    {
      name: 'svelte-language-server',
      role: 'lsp',
      packages: ['svelte-language-server'],
      run: ['svelteserver', '--stdio'],
    },
    ...JS_TOOLS,
  ],
  defaults: {
    'package-manager': 'npm',
    'test-runner': 'vitest',
    linter: 'eslint-plugin-svelte',
    formatter: 'prettier-plugin-svelte',
    'type-checker': 'svelte-check',
    lsp: 'svelte-language-server',
  },
};
