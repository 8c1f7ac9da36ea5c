import type { LanguageTable } from '../language-table.ts';
import { JVM_TOOLS } from './jvm-tools.ts';

export const kotlin: LanguageTable = {
  language: 'kotlin',
  extensions: ['kt', 'kts'],
  manifests: [],
  tools: [
    ...JVM_TOOLS,
    {
      name: 'detekt',
      role: 'linter',
      configs: ['detekt.yml', 'config/detekt/detekt.yml', 'detekt-config.yml'],
      packages: ['io.gitlab.arturbosch.detekt', 'dev.detekt'],
      commands: ['detekt'],
      run: ['./gradlew', 'detekt'],
    },
    {
      name: 'ktlint',
      role: 'linter',
      keys: ['.editorconfig~^ktlint_'],
      packages: ['org.jlleitschuh.gradle.ktlint', 'org.jmailen.kotlinter'],
      commands: ['ktlint', 'ktlintCheck'],
      run: ['ktlint'],
    },
    {
      name: 'ktlint',
      role: 'formatter',
      keys: ['.editorconfig~^ktlint_'],
      packages: ['org.jlleitschuh.gradle.ktlint'],
      commands: ['ktlint -F', 'ktlintFormat'],
      run: ['ktlint', '--format'],
    },
    { name: 'kotlin-language-server', role: 'lsp', run: ['kotlin-language-server'] },
  ],
  defaults: {
    'package-manager': 'gradle',
    'test-runner': 'gradle',
    linter: 'ktlint',
    formatter: 'ktlint',
    lsp: 'kotlin-language-server',
  },
};
