import { posix } from 'node:path';
import type { TestSelection } from '#contracts/test-run.ts';
import type { JunitRunner } from './junit.ts';
import { maven } from './maven.ts';
import { byProgram, bySubcommand } from './profile.ts';

const files = (select: TestSelection): readonly string[] =>
  select.type === 'all' ? [] : select.type === 'files' ? select.files : [select.file];
const exact = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const stem = (file: string): string => file.replace(/^.*\//, '').replace(/\.\w+$/, '');

/** Runners that write JUnit XML, and so need only a row here. */
export const JUNIT_RUNNERS: readonly JunitRunner[] = [
  {
    runner: 'bats',
    found: {
      configs: ['test/*.bats', 'tests/*.bats', '*.bats', 'test/test_helper/bats-core'],
      packages: ['bats'],
      commands: ['bats'],
      run: ['bats', '--recursive', 'test'],
    },
    programs: ['bats'],
    startedBy: byProgram('bats'),
    launch: ['bats'],
    install: 'Install bats (the system’s package bats), then run again.',
    testFile: /\.bats$/,
    args: (select, report) => [
      // The report's name is fixed: report.xml in the given folder.
      ...['--report-formatter', 'junit', '--output', posix.dirname(report)],
      ...(select.type === 'test' ? ['--filter', `^${exact(select.title)}$`] : []),
      ...(select.type === 'all' ? ['--recursive', '.'] : files(select)),
    ],
  },
  {
    runner: 'ctest',
    found: {
      configs: ['CTestTestfile.cmake', 'CTestConfig.cmake'],
      keys: [
        'CMakeLists.txt~^\\s*(enable_testing|add_test|gtest_discover_tests|catch_discover_tests)\\s*\\(',
        'tests/CMakeLists.txt~^\\s*(add_test|gtest_discover_tests|catch_discover_tests)\\s*\\(',
        'test/CMakeLists.txt~^\\s*(add_test|gtest_discover_tests|catch_discover_tests)\\s*\\(',
      ],
      comesWith: ['CMakeLists.txt'],
      commands: ['ctest'],
      run: ['ctest', '--test-dir', 'build'],
    },
    programs: ['ctest'],
    startedBy: byProgram('ctest'),
    launch: ['ctest'],
    install: 'Install CMake 3.21 or later and build the project, then run again.',
    testFile: /(^|\/)([^/]*_test|test_[^/]*|[^/]*Test)\.(c|cc|cpp|cxx)$/,
    args: (select, report) => [
      ...['--test-dir', 'build', '--output-on-failure', '--no-tests=error', '--output-junit', report],
      ...(select.type === 'all'
        ? []
        : [
            '-R',
            select.type === 'test'
              ? `^${exact(select.title)}$`
              : files(select)
                  .map((file) => exact(stem(file)))
                  .join('|'),
          ]),
    ],
  },
  maven,
  {
    runner: 'gradle',
    found: {
      comesWith: ['build.gradle', 'build.gradle.kts'],
      commands: ['gradle test', './gradlew test', './gradlew check', './gradlew build'],
      run: ['./gradlew', 'test'],
    },
    lines: ['gradle', 'gradlew'].flatMap((program) =>
      ['test*', 'check', 'build', '*Test', '*:test', '*:check'].map((task) => `${program} ${task}`),
    ),
    startedBy: (words) =>
      bySubcommand('gradle', 'test', 'check')(words) || bySubcommand('gradlew', 'test', 'check')(words),
    launch: ['./gradlew'],
    install: 'Install Gradle, or use the project’s wrapper (./gradlew), then run again.',
    testFile: /(^|\/)src\/test\/.*(Test|Tests|Spec)\.(java|kt|groovy)$/,
    args: (select) => [
      // Up-to-date tests would not run again, and would write no report.
      ...['test', '--rerun-tasks', '--continue', '--console=plain', '--no-daemon'],
      ...files(select).flatMap((file) => [
        '--tests',
        `*${stem(file)}${select.type === 'test' ? `.${select.title}` : ''}`,
      ]),
    ],
    report: { from: 'project', folders: ['build/test-results'], suffix: '.xml' },
  },
  {
    runner: 'dotnet test',
    found: {
      packages: ['xunit', 'xunit.v3', 'NUnit', 'MSTest.TestFramework', 'MSTest', 'Microsoft.NET.Test.Sdk', 'TUnit'],
      comesWith: ['*.csproj', '*.sln', '*.slnx'],
      commands: ['dotnet test'],
      run: ['dotnet', 'test'],
    },
    lines: ['dotnet vstest', 'vstest.console'],
    startedBy: bySubcommand('dotnet', 'test'),
    launch: ['dotnet', 'test'],
    install: 'Install the .NET SDK and add the package JunitXml.TestLogger to the test project.',
    testFile: /Tests?\.cs$/,
    args: (select, report) => [
      ...['--nologo', '--logger', `junit;LogFilePath=${report}`],
      ...(select.type === 'all'
        ? []
        : [
            '--filter',
            select.type === 'test'
              ? `Name=${select.title}`
              : files(select)
                  .map((file) => `FullyQualifiedName~${stem(file)}`)
                  .join('|'),
          ]),
    ],
    env: { DOTNET_CLI_TELEMETRY_OPTOUT: '1', DOTNET_NOLOGO: '1' },
  },
  {
    runner: 'swift test',
    found: { comesWith: ['Package.swift'], commands: ['swift test'], run: ['swift', 'test'] },
    startedBy: bySubcommand('swift', 'test'),
    launch: ['swift', 'test'],
    install: 'Install Swift, then run again.',
    testFile: /(^|\/)Tests\/.*\.swift$/,
    args: (select, report) => [
      ...['--parallel', '--xunit-output', report],
      ...(select.type === 'all'
        ? []
        : [
            '--filter',
            select.type === 'test'
              ? `${[...select.suites, select.title].join('/')}$`
              : files(select).map(stem).join('|'),
          ]),
    ],
  },
];
