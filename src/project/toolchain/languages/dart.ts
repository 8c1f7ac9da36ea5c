import type { LanguageTable } from '../language-table.ts';

export const dart: LanguageTable = {
  language: 'dart',
  extensions: ['dart'],
  manifests: ['pubspec.yaml'],
  tools: [
    {
      name: 'pub',
      role: 'package-manager',
      configs: ['pubspec.lock'],
      comesWith: ['pubspec.yaml'],
      commands: ['dart pub get', 'flutter pub get'],
      run: ['dart', 'pub', 'get'],
    },
    {
      name: 'flutter test',
      role: 'test-runner',
      packages: ['flutter_test'],
      commands: ['flutter test'],
      run: ['flutter', 'test'],
    },
    {
      name: 'dart test',
      role: 'test-runner',
      configs: ['dart_test.yaml'],
      packages: ['test'],
      commands: ['dart test'],
      run: ['dart', 'test'],
    },
    {
      name: 'dart analyze',
      role: 'linter',
      configs: ['analysis_options.yaml'],
      packages: ['lints', 'flutter_lints', 'very_good_analysis'],
      commands: ['dart analyze', 'flutter analyze'],
      run: ['dart', 'analyze'],
    },
    {
      name: 'dart format',
      role: 'formatter',
      comesWith: ['pubspec.yaml'],
      commands: ['dart format'],
      run: ['dart', 'format', '--set-exit-if-changed', '.'],
    },
    {
      name: 'dart analyze',
      role: 'type-checker',
      configs: ['analysis_options.yaml'],
      comesWith: ['pubspec.yaml'],
      run: ['dart', 'analyze'],
    },
    { name: 'dart', role: 'lsp', comesWith: ['pubspec.yaml'], run: ['dart', 'language-server'] },
  ],
  defaults: {
    'package-manager': 'pub',
    'test-runner': 'dart test',
    linter: 'dart analyze',
    formatter: 'dart format',
    'type-checker': 'dart analyze',
    lsp: 'dart',
  },
};
