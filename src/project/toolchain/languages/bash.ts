import { toolRule } from '../../test-runners/profiles.ts';
import type { LanguageTable } from '../language-table.ts';

export const bash: LanguageTable = {
  language: 'bash',
  extensions: ['sh', 'bash', 'bats'],
  manifests: [],
  tools: [
    toolRule('bats'),
    {
      name: 'shellcheck',
      role: 'linter',
      configs: ['.shellcheckrc'],
      commands: ['shellcheck', 'ludeeus/action-shellcheck', 'id: shellcheck'],
      run: ['shellcheck'],
    },
    {
      name: 'shfmt',
      role: 'formatter',
      keys: ['.editorconfig~^(shell_variant|binary_next_line|switch_case_indent)\\b'],
      commands: ['shfmt', 'id: shfmt'],
      run: ['shfmt', '-d', '.'],
    },
    { name: 'bash-language-server', role: 'lsp', run: ['bash-language-server', 'start'] },
  ],
  defaults: { 'test-runner': 'bats', linter: 'shellcheck', formatter: 'shfmt', lsp: 'bash-language-server' },
};
