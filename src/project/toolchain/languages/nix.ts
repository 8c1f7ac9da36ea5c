import type { LanguageTable } from '../language-table.ts';

export const nix: LanguageTable = {
  language: 'nix',
  extensions: ['nix'],
  manifests: ['flake.nix', 'default.nix', 'shell.nix'],
  tools: [
    {
      name: 'nix flake',
      role: 'package-manager',
      configs: ['flake.lock'],
      comesWith: ['flake.nix'],
      run: ['nix', 'flake', 'archive'],
    },
    {
      name: 'nix flake check',
      role: 'test-runner',
      keys: ['flake.nix~\\bchecks\\b'],
      commands: ['nix flake check'],
      run: ['nix', 'flake', 'check'],
    },
    {
      name: 'statix',
      role: 'linter',
      configs: ['statix.toml'],
      keys: ['flake.nix~\\bstatix\\b'],
      commands: ['statix'],
      run: ['statix', 'check'],
    },
    {
      name: 'alejandra',
      role: 'formatter',
      configs: ['alejandra.toml'],
      keys: ['flake.nix~\\balejandra\\b'],
      commands: ['alejandra'],
      run: ['alejandra', '--check', '.'],
    },
    {
      name: 'nixfmt',
      role: 'formatter',
      keys: ['flake.nix~\\bnixfmt'],
      commands: ['nixfmt'],
      run: ['nixfmt', '--check', '.'],
    },
    { name: 'nixd', role: 'lsp', configs: ['.nixd.json'], run: ['nixd'] },
  ],
  defaults: { 'package-manager': 'nix flake', linter: 'statix', formatter: 'nixfmt', lsp: 'nixd' },
};
