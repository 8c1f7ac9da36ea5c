import { toolRule } from '../../test-runners/profiles.ts';
import type { LanguageTable } from '../language-table.ts';

export const swift: LanguageTable = {
  language: 'swift',
  extensions: ['swift'],
  manifests: ['Package.swift'],
  tools: [
    {
      name: 'swift package',
      role: 'package-manager',
      configs: ['Package.resolved'],
      comesWith: ['Package.swift'],
      run: ['swift', 'package', 'resolve'],
    },
    toolRule('swift test'),
    {
      name: 'swiftlint',
      role: 'linter',
      configs: ['.swiftlint.yml'],
      packages: ['SwiftLint', 'SwiftLintPlugins'],
      commands: ['swiftlint'],
      run: ['swiftlint', '--strict'],
    },
    {
      name: 'swiftformat',
      role: 'formatter',
      configs: ['.swiftformat'],
      packages: ['SwiftFormat'],
      commands: ['swiftformat'],
      run: ['swiftformat', '--lint', '.'],
    },
    {
      name: 'swift-format',
      role: 'formatter',
      configs: ['.swift-format'],
      packages: ['swift-format'],
      commands: ['swift format', 'swift-format'],
      run: ['swift', 'format', 'lint', '-r', '.'],
    },
    { name: 'sourcekit-lsp', role: 'lsp', run: ['sourcekit-lsp'] },
  ],
  defaults: {
    'package-manager': 'swift package',
    'test-runner': 'swift test',
    linter: 'swiftlint',
    formatter: 'swift-format',
    lsp: 'sourcekit-lsp',
  },
};
