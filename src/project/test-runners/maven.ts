import type { TestFailure, TestRunOutcome, TestSelection } from '#contracts/test-run.ts';
import type { FinishedRun } from './adapter.ts';
import { broken } from './judge-report.ts';
import type { JunitRunner, Placed } from './junit.ts';
import type { JunitCase } from './junit-xml.ts';
import { bySubcommand } from './profile.ts';
import { fromRoot } from './test-id.ts';

const INSTALL = 'Install a JDK and Maven, run mvn test once so that what it needs is fetched, then run again.';

/**
 * JUnit or TestNG through Maven's Surefire. Maven writes the reports from what the process that runs the code under
 * test prints: code that imitates Surefire's protocol is believed.
 */
export const maven: JunitRunner = {
  runner: 'maven',
  found: {
    comesWith: ['pom.xml'],
    commands: ['mvn test', 'mvn verify', './mvnw verify', './mvnw test'],
    run: ['mvn', '--batch-mode', 'test'],
  },
  lines: [
    ...['mvn install', 'mvn package', 'mvn *:test', 'mvn integration-test'],
    ...['mvnw test', 'mvnw verify', 'mvnw install', 'mvnw package'],
  ],
  startedBy: bySubcommand('mvn', 'test', 'verify'),
  launch: ['mvn'],
  install: INSTALL,
  testFile: /(^|\/)(Test[^/]*|[^/]*(Test|Tests|TestCase|IT))\.(java|kt)$/,
  args: (select) => [
    // A gate has no network: only what the person has downloaded is available.
    ...['--batch-mode', '--offline', '--no-transfer-progress', '-Dstyle.color=never', '-DtrimStackTrace=false', 'test'],
    ...(select.type === 'all' ? [] : ['-DfailIfNoTests=false', `-Dtest=${selected(select)}`]),
  ],
  report: { from: 'project', folders: ['target/surefire-reports'], suffix: '.xml' },
  placed,
  explained: (run) => compileErrors(run) ?? unresolved(run),
};

const classOf = (file: string): string =>
  file
    .replace(/^(.*\/)?src\/test\/\w+\//, '')
    .replace(/\.\w+$/, '')
    .replaceAll('/', '.');

function selected(select: Exclude<TestSelection, { type: 'all' }>): string {
  if (select.type === 'files') return select.files.map(classOf).join(',');
  // A row of a parametrised test runs together with the others.
  return `${classOf(select.file)}#${select.title.replace(/[([{].*$/s, '').trim()}`;
}

/** By Maven's own layout: the folder of a class follows its name. */
function placed({ classname, suites, failure, error }: JunitCase): Placed {
  const own = (classname || suites.at(-1) || '').replace(/\$.*$/s, '');
  const file = `src/test/java/${own.replaceAll('.', '/')}.java`;
  const frames = [
    ...((failure ?? error)?.text.matchAll(/^\s*at (?:[\w.]+\/)?([\w.$]+)\.[\w$<>]+\(([\w$]+\.\w+):(\d+)\)/gm) ?? []),
  ];
  const [, type = '', name = '', line = ''] = frames.find(([, each = '']) => !FOREIGN.test(each)) ?? [];
  if (type === '') return { file, failedAt: null };
  const folder = type.split('.').slice(0, -1).join('/');
  const isTest = type.replace(/\$.*$/s, '') === own;
  const at = isTest ? file : `src/main/java/${folder === '' ? '' : `${folder}/`}${name}`;
  return { file, failedAt: { file: at, line: Number(line) } };
}

const FOREIGN =
  /^(java|javax|jdk|sun|com\.sun|kotlin|org\.(junit|opentest4j|hamcrest|assertj|mockito|testng|apache\.maven))\./;

/** Maven stops at code that does not compile, and reports each place. */
function compileErrors({ exec, request: { root } }: FinishedRun): TestRunOutcome | null {
  const said = exec.stdout.text;
  const places = [...said.matchAll(/^\[ERROR\] (\/\S+\.(?:java|kt)):\[(\d+),\d+\] (.+(?:\n {2,}.+)*)/gm)];
  const failures = places.map(([, path = '', line = '', message = '']): TestFailure => {
    const file = fromRoot(root, path);
    return { kind: compileKind(message, file), message: message.replace(/\s*\n\s*/g, '; '), file, line: Number(line) };
  });
  const once = failures.filter((each, at) => failures.findIndex((other) => isSame(each, other)) === at);
  const [first] = once;
  return first ? broken(first.kind, `${first.file}:${first.line}: ${first.message}`, once) : null;
}

/** A plug-in or a dependency that was never downloaded is not a fault of the work. */
function unresolved({ exec }: FinishedRun): TestRunOutcome | null {
  const [, said] =
    /^\[ERROR\] (.*(?:could not be resolved|Could not resolve|in offline mode).*)$/im.exec(exec.stdout.text) ?? [];
  return said === undefined ? null : { type: 'infrastructure', message: `maven: ${said.slice(0, 500)}`, next: INSTALL };
}

const isSame = (one: TestFailure, other: TestFailure): boolean => one.file === other.file && one.line === other.line;

function compileKind(message: string, file: string): TestFailure['kind'] {
  const [, name] = /^package ([\w.]+) does not exist/.exec(message) ?? [];
  // A missing package of the project's own is still to be written; any other is a missing dependency.
  if (name !== undefined) return top(name) === top(classOf(file)) ? 'missing-symbol' : 'exception';
  if (
    /^(cannot find symbol|(constructor|method|class) .+ cannot be applied|no suitable |incompatible types|.+ has private access|.+ is not abstract and does not override)/.test(
      message,
    )
  )
    return 'missing-symbol';
  return 'syntax';
}

/** `com.example` of `com.example.shop`, `shop` of `shop.cart`. */
const top = (name: string): string => (/^(?:(?:com|org|net|io|dev|de)\.)?\w+/.exec(name) ?? [name])[0];
