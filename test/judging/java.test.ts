import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { probedSandbox } from '../sandbox-here.ts';
import { describePacks } from './proof-pack.ts';

/** Packages of the system (Debian: maven, libsurefire-java, junit5), so that nothing is downloaded. */
const REPOSITORY = '/usr/share/maven-repo';
const NEEDED = ['org/junit/jupiter/junit-jupiter', 'org/apache/maven/surefire/surefire-junit-platform'];

function lacksMaven(): string | null {
  try {
    execFileSync('mvn', ['--version'], { stdio: 'ignore' });
  } catch {
    return 'mvn is not installed';
  }
  const missing = NEEDED.find((name) => !existsSync(`${REPOSITORY}/${name}`));
  return missing === undefined ? null : `${REPOSITORY} has no ${missing}`;
}

const lacks = (await probedSandbox()) ?? lacksMaven();
const version = lacks === null ? readdirSync(`${REPOSITORY}/${NEEDED[0]}`).find((name) => /^\d/.test(name)) : '5';

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>shop</groupId>
  <artifactId>cart</artifactId>
  <version>1.0</version>
  <properties>
    <maven.compiler.source>11</maven.compiler.source>
    <maven.compiler.target>11</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>${version}</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
</project>
`;

const method = (name: string, body: string): string =>
  `\n  public static int ${name}(int a, int b) {\n    return ${body};\n  }\n`;
const source = (...methods: readonly string[]): string =>
  `package shop;\n\npublic final class Cart {${methods.join('')}}\n`;
const test = (name: string, body: string): string => `\n  @Test\n  void ${name}() {\n    ${body}\n  }\n`;
const tests = (...list: readonly string[]): string =>
  `package shop;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n\nimport org.junit.jupiter.api.Test;\n\nclass CartTest {${list.join('')}}\n`;

const TOTAL = method('total', 'a + b');
const LARGEST = method('largest', 'Math.max(a, b)');
const SUMS = test('sumsUp', 'assertEquals(5, Cart.total(2, 3));');
const KNOWS = test('knowsTheLargest', 'assertEquals(3, Cart.largest(2, 3));');

describePacks('G10.17 Java', lacks, [
  {
    runner: 'maven',
    programs: ['mvn', 'java'],
    test: 'src/test/java/shop/CartTest.java',
    source: 'src/main/java/shop/Cart.java',
    files: {
      'pom.xml': POM,
      '.gitignore': 'target/\n',
      '.mvn/maven.config': `-Dmaven.repo.local=${REPOSITORY}\n`,
      // A step that lacks a method does not compile: the first one is there, and answers wrongly.
      'src/main/java/shop/Cart.java': source(TOTAL, method('largest', '0')),
      'src/test/java/shop/CartTest.java': tests(SUMS),
    },
    red: tests(SUMS, KNOWS),
    passing: tests(SUMS, test('addsMore', 'assertEquals(6, Cart.total(3, 3));')),
    weaker: tests(SUMS, test('knowsTheLargest', 'assertEquals(1, 1);')),
    skipping: tests(SUMS.replace('  @Test', '  @org.junit.jupiter.api.Disabled\n  @Test'), KNOWS),
    green: source(TOTAL, LARGEST),
    untested: source(TOTAL, LARGEST, method('smallest', 'Math.min(a, b)')),
  },
]);
