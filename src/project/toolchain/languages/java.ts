import type { LanguageTable } from '../language-table.ts';
import { JVM_TOOLS } from './jvm-tools.ts';

export const java: LanguageTable = {
  language: 'java',
  extensions: ['java'],
  manifests: ['pom.xml', 'build.gradle', 'build.gradle.kts'],
  tools: [
    ...JVM_TOOLS,
    {
      name: 'checkstyle',
      role: 'linter',
      configs: ['checkstyle.xml', 'config/checkstyle/checkstyle.xml'],
      packages: ['checkstyle', 'maven-checkstyle-plugin'],
      commands: ['checkstyle'],
      run: ['mvn', 'checkstyle:check'],
    },
    {
      name: 'spotbugs',
      role: 'linter',
      packages: ['com.github.spotbugs', 'spotbugs-maven-plugin'],
      run: ['mvn', 'spotbugs:check'],
    },
    {
      name: 'pmd',
      role: 'linter',
      configs: ['pmd.xml', 'config/pmd/pmd.xml'],
      packages: ['pmd', 'maven-pmd-plugin'],
      run: ['mvn', 'pmd:check'],
    },
    {
      name: 'spotless',
      role: 'formatter',
      packages: ['com.diffplug.spotless', 'spotless-maven-plugin'],
      commands: ['spotlessCheck', 'spotless:check'],
      run: ['./gradlew', 'spotlessCheck'],
    },
    {
      name: 'google-java-format',
      role: 'formatter',
      packages: ['google-java-format'],
      run: ['google-java-format', '--dry-run'],
    },
    { name: 'jdtls', role: 'lsp', run: ['jdtls'] },
  ],
  defaults: {
    'package-manager': 'maven',
    'test-runner': 'maven',
    linter: 'checkstyle',
    formatter: 'google-java-format',
    lsp: 'jdtls',
  },
};
