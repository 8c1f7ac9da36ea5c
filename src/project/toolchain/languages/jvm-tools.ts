import { toolRule } from '../../test-runners/profiles.ts';
import type { ToolRule } from '../language-table.ts';

/** Shared by Java and Kotlin: the build tool also runs the tests. */
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
  toolRule('maven'),
  toolRule('gradle'),
];
