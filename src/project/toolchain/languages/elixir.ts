import type { LanguageTable } from '../language-table.ts';

export const elixir: LanguageTable = {
  language: 'elixir',
  extensions: ['ex', 'exs', 'heex'],
  manifests: ['mix.exs'],
  tools: [
    {
      name: 'mix',
      role: 'package-manager',
      configs: ['mix.lock'],
      comesWith: ['mix.exs'],
      commands: ['mix deps.get'],
      run: ['mix', 'deps.get', '--check-locked'],
    },
    {
      name: 'mix test',
      role: 'test-runner',
      configs: ['test/test_helper.exs'],
      comesWith: ['mix.exs'],
      commands: ['mix test'],
      run: ['mix', 'test'],
    },
    {
      name: 'credo',
      role: 'linter',
      configs: ['.credo.exs'],
      packages: ['credo'],
      commands: ['mix credo'],
      run: ['mix', 'credo'],
    },
    {
      name: 'mix format',
      role: 'formatter',
      configs: ['.formatter.exs'],
      comesWith: ['mix.exs'],
      commands: ['mix format'],
      run: ['mix', 'format', '--check-formatted'],
    },
    {
      name: 'dialyzer',
      role: 'type-checker',
      configs: ['.dialyzer_ignore.exs'],
      packages: ['dialyxir'],
      commands: ['mix dialyzer'],
      run: ['mix', 'dialyzer'],
    },
    { name: 'elixir-ls', role: 'lsp', run: ['elixir-ls'] },
  ],
  defaults: {
    'package-manager': 'mix',
    'test-runner': 'mix test',
    linter: 'credo',
    formatter: 'mix format',
    'type-checker': 'dialyzer',
    lsp: 'elixir-ls',
  },
};
