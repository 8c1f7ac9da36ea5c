import type { ToolRule } from '../language-table.ts';

/** What Java and Kotlin share: who builds also runs the tests. */
export const JVM_TOOLS: readonly ToolRule[] = [
  {
    name: 'maven',
    role: 'package-manager',
    configs: ['pom.xml'],
    commands: ['mvn', './mvnw'],
    run: ['mvn', '--batch-mode', 'dependency:go-offline'],
  },
  {
    name: 'gradle',
    role: 'package-manager',
    configs: ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'],
    commands: ['gradle', './gradlew'],
    run: ['./gradlew', 'dependencies'],
  },
  {
    name: 'maven',
    role: 'test-runner',
    comesWith: ['pom.xml'],
    commands: ['mvn test', 'mvn verify', './mvnw verify', './mvnw test'],
    run: ['mvn', '--batch-mode', 'test'],
  },
  {
    name: 'gradle',
    role: 'test-runner',
    comesWith: ['build.gradle', 'build.gradle.kts'],
    commands: ['gradle test', './gradlew test', './gradlew check', './gradlew build'],
    run: ['./gradlew', 'test'],
  },
];
