import { toolRule } from '../../test-runners/profiles.ts';
import type { LanguageTable } from '../language-table.ts';

export const rust: LanguageTable = {
  language: 'rust',
  extensions: ['rs'],
  manifests: ['Cargo.toml'],
  tools: [
    {
      name: 'cargo',
      role: 'package-manager',
      configs: ['Cargo.lock'],
      comesWith: ['Cargo.toml'],
      run: ['cargo', 'fetch', '--locked'],
    },
    {
      name: 'cargo nextest',
      role: 'test-runner',
      configs: ['.config/nextest.toml'],
      commands: ['cargo nextest'],
      run: ['cargo', 'nextest', 'run'],
    },
    toolRule('cargo test'),
    {
      name: 'clippy',
      role: 'linter',
      configs: ['clippy.toml', '.clippy.toml'],
      keys: ['Cargo.toml#lints.clippy', 'Cargo.toml#workspace.lints.clippy'],
      commands: ['cargo clippy'],
      run: ['cargo', 'clippy', '--all-targets', '--', '-D', 'warnings'],
    },
    {
      name: 'rustfmt',
      role: 'formatter',
      configs: ['rustfmt.toml', '.rustfmt.toml'],
      comesWith: ['Cargo.toml'],
      commands: ['cargo fmt', 'rustfmt'],
      run: ['cargo', 'fmt', '--check'],
    },
    {
      name: 'cargo check',
      role: 'type-checker',
      comesWith: ['Cargo.toml'],
      commands: ['cargo check'],
      run: ['cargo', 'check', '--all-targets'],
    },
    { name: 'rust-analyzer', role: 'lsp', configs: ['rust-analyzer.toml'], run: ['rust-analyzer'] },
  ],
  defaults: {
    'package-manager': 'cargo',
    'test-runner': 'cargo test',
    linter: 'clippy',
    formatter: 'rustfmt',
    'type-checker': 'cargo check',
    lsp: 'rust-analyzer',
  },
};
