import type { LanguageTable } from '../language-table.ts';
import { JS_TOOLS } from './javascript-tools.ts';

export const typescript: LanguageTable = {
  language: 'typescript',
  extensions: ['ts', 'mts', 'cts', 'tsx'],
  manifests: ['tsconfig.json', 'deno.json', 'deno.jsonc'],
  tools: [
    {
      name: 'deno test',
      role: 'test-runner',
      comesWith: ['deno.json', 'deno.jsonc'],
      commands: ['deno test'],
      run: ['deno', 'test'],
    },
    {
      name: 'deno lint',
      role: 'linter',
      keys: ['deno.json#lint'],
      comesWith: ['deno.json', 'deno.jsonc'],
      commands: ['deno lint'],
      run: ['deno', 'lint'],
    },
    {
      name: 'deno fmt',
      role: 'formatter',
      keys: ['deno.json#fmt'],
      comesWith: ['deno.json', 'deno.jsonc'],
      commands: ['deno fmt'],
      run: ['deno', 'fmt', '--check'],
    },
    {
      name: 'deno check',
      role: 'type-checker',
      comesWith: ['deno.json', 'deno.jsonc'],
      commands: ['deno check'],
      run: ['deno', 'check', '.'],
    },
    {
      name: 'deno',
      role: 'package-manager',
      configs: ['deno.lock'],
      comesWith: ['deno.json', 'deno.jsonc'],
      run: ['deno', 'install'],
    },
    { name: 'deno lsp', role: 'lsp', comesWith: ['deno.json', 'deno.jsonc'], run: ['deno', 'lsp'] },
    ...JS_TOOLS,
    {
      name: 'tsc',
      role: 'type-checker',
      configs: ['tsconfig.json', 'tsconfig.*.json'],
      packages: ['typescript'],
      commands: ['tsc'],
      run: ['tsc', '--noEmit'],
    },
    // TypeScript 7 has its own server, and the older one does not work with it.
    { name: 'tsc --lsp', role: 'lsp', packages: ['typescript@7'], run: ['tsc', '--lsp', '--stdio'] },
  ],
  defaults: {
    'package-manager': 'npm',
    'test-runner': 'vitest',
    linter: 'oxlint',
    formatter: 'prettier',
    'type-checker': 'tsc',
    lsp: 'typescript-language-server',
  },
};
