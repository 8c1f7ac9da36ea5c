import { posix } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#contracts/json.ts';
import type { FinishedRun, ParsedReport } from './adapter.ts';
import { javascriptCanary, ownExpect } from './javascript-canary.ts';
import { javascriptFailure, type ReportedError, withoutColours } from './javascript-failure.ts';
import { exactly, explainJavascript, INSTALL_JS } from './javascript-run.ts';
import { byProgram, type OwnPattern, type RunnerProfile } from './profile.ts';
import { memberOf, readSettings } from './read-settings.ts';
import { writtenLists } from './script-settings.ts';
import { ownTargets, selectedFiles, startedPlan } from './started-plan.ts';
import { fromRoot, withIds } from './test-id.ts';

/** Jest, by its JSON report, which contains everything needed. */
export const jest: RunnerProfile = {
  runner: 'jest',
  family: 'javascript',
  found: {
    configs: ['jest.config.*'],
    keys: ['package.json#jest'],
    packages: ['jest', 'ts-jest', 'react-scripts', 'jest-expo'],
    commands: ['jest', 'react-scripts test'],
    run: ['jest'],
  },
  programs: ['jest', 'jest-cli'],
  lines: [],
  startedBy: byProgram('jest', 'jest-cli'),
  configFiles: /^jest([.-][\w-]+)*\.config\.[cm]?[jt]s(on)?$/,
  manifestKeys: ['jest'],
  packages: /^(jest|@jest\/.+|jest-.+|ts-jest|babel-jest)$/,
  modules: /^(jest-.+|@jest\/.+|jest)/,
  imports: ['@jest/globals'],
  names: ['jest'],
  variables: ['JEST_'],
  globals: ['jest'],
  ownPatterns,
  targetsNarrow: true,
  env: null,
  // With --bail it exits before it writes its report: a killed mutant would look like a broken runner.
  bail: null,
  canary: javascriptCanary((file) => ({
    imports: '',
    test: 'it',
    bodies: ['expect(1).toBe(2)', 'expect(() => 1).toThrow()', ...ownExpect(file)],
  })),
  asks: {
    test: 'it',
    load: '(path) => { try { return require(resolve(path)); } catch (error) { return import(resolve(path)); } }',
  },
  blankTest: "it('is there', () => {});\n",
  keepsCompiled: false,
  commandLine: {
    values:
      '-c --config --testMatch --testPathPattern --testPathPatterns --testRegex --maxWorkers -w --env ' +
      '--testEnvironment --projects --rootDir --selectProjects --shard --testTimeout --reporters --outputFile ' +
      '--workerIdleMemoryLimit --testPathIgnorePatterns -t --testNamePattern',
    dropped:
      /^(--coverage\w*|--collectCoverage\w*|--ci|--json|--outputFile|--watch\w*|-b|--bail|--colors?|--reporters|--verbose|--silent|--notify|-o|--onlyChanged|--passWithNoTests|-u|--updateSnapshot|-t|--testNamePattern|--shard)(=|$)/,
    verbs: '',
  },
  install: INSTALL_JS,
  isTestFile: (path) => /\.(test|spec)\.[cm]?[jt]sx?$/.test(path) || /(^|\/)__tests__\/.*\.[cm]?[jt]sx?$/.test(path),
  parse,
  explain: (run) => explainJavascript('jest', run),
  plan: (request) => {
    const { select, reports } = request;
    const files = selectedFiles(request);
    const name = select.type === 'test' ? ['-t', exactly([...select.suites, select.title].join(' '))] : [];
    return startedPlan(request, {
      script: [['jest', 'jest-cli']],
      ours: [
        ...['--json', `--outputFile=${posix.join(reports, 'report.json')}`, '--testLocationInResults'],
        ...['--ci', '--colors=false', '--coverage=false', '--watchAll=false', '--passWithNoTests=false', '--bail=0'],
        ...name,
        ...(files.length === 0 ? [] : ['--runTestsByPath', ...files]),
      ],
      targets: ownTargets(request),
      report: 'report.json',
    });
  },
};

function ownPatterns(read: (name: string) => string): OwnPattern[] | null {
  const settings = readSettings(read('jest.config.json')) ?? memberOf(readSettings(read('package.json')), 'jest');
  const program = ['js', 'ts', 'mjs', 'cjs'].map((ending) => read(`jest.config.${ending}`)).find((text) => text !== '');
  const lists = (name: string): string[] => {
    const stated = memberOf(settings, name);
    const texts = Array.isArray(stated) ? stated : [stated];
    const told = texts.filter((each): each is string => typeof each === 'string');
    return told.length > 0
      ? told
      : writtenLists(program ?? '', name).flatMap(({ of, texts }) => (of === '' ? texts : []));
  };
  const match = lists('testMatch').map((each) => each.replace('<rootDir>/', ''));
  const found = [...match, ...lists('testRegex').flatMap((each) => expressionOf(each))];
  return found.length > 0 ? found : null;
}

function expressionOf(text: string): RegExp[] {
  try {
    return [new RegExp(text.replace('<rootDir>', '^'))];
  } catch {
    return [];
  }
}

/** Jest accepts any value as a name (numbers, lists) and matches it as text. */
const Title = z.unknown().transform(String);
const Assertion = z.object({
  ancestorTitles: z.array(Title),
  title: Title,
  status: z.string(),
  duration: z.number().nullish(),
  failureMessages: z.array(z.string()).nullish(),
  failureDetails: z.array(z.unknown()).nullish(),
  location: z.object({ line: z.number() }).nullish(),
});
const JestReport = z.object({
  success: z.boolean(),
  numTotalTests: z.number(),
  wasInterrupted: z.boolean().optional(),
  testResults: z.array(
    z.object({ name: z.string(), status: z.string(), message: z.string(), assertionResults: z.array(Assertion) }),
  ),
});

function parse({ reports, request: { root } }: FinishedRun): ParsedReport {
  const read = JestReport.safeParse(parseJson(reports[0] ?? ''));
  const nothing = { tests: [], files: [], failures: [] };
  if (!read.success) return { ...nothing, unbelievable: 'the report does not read: it is cut off or not jest’s' };
  const { testResults, numTotalTests, wasInterrupted } = read.data;
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((found) => testOf(found, fromRoot(root, name), root)),
  );
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const empty = unloaded.filter(({ message }) => /must contain at least one test/.test(message));
  return {
    tests: withIds(tests),
    files: testResults.map(({ name }) => fromRoot(root, name)),
    failures: unloaded
      .filter((file) => !empty.includes(file))
      .map(({ name, message }) => ({ file: fromRoot(root, name), ...loadFailure(message, root) })),
    emptyFiles: empty.map(({ name }) => fromRoot(root, name)),
    ...(wasInterrupted ? { unbelievable: 'jest was interrupted' } : {}),
    ...(numTotalTests > tests.length
      ? { unbelievable: `jest counted ${numTotalTests} tests and reported ${tests.length}` }
      : {}),
  };
}

const STATES = { passed: 'passed', failed: 'failed', todo: 'todo' } as const;
const isState = (status: string): status is keyof typeof STATES => Object.hasOwn(STATES, status);

function testOf(found: z.infer<typeof Assertion>, file: string, root: string) {
  const { ancestorTitles, title, status, duration, failureMessages, failureDetails, location } = found;
  const text = failureMessages?.[0];
  const failure = text === undefined ? null : javascriptFailure(errorOf(text, failureDetails?.[0]), root);
  const line = location?.line;
  return {
    file,
    suites: ancestorTitles,
    title,
    state: isState(status) ? STATES[status] : ('skipped' as const),
    durationMs: Math.max(0, duration ?? 0),
    ...(failure ? { failure: { ...(line === undefined ? {} : { file, line }), ...failure } } : {}),
  };
}

const Details = z.object({
  matcherResult: z.object({ expected: z.unknown(), actual: z.unknown() }).partial().optional(),
  cause: z.object({ message: z.string(), name: z.string().optional(), stack: z.string().optional() }).optional(),
});

/** Jest reports an error as the text of its stack, with the compared values beside it. */
function errorOf(text: string, details: unknown): ReportedError {
  const stack = withoutColours(text);
  const at = stack.search(/\n\s+at /);
  const head = at === -1 ? stack : stack.slice(0, at);
  const [, name, message] = /^(\w*(?:Error|Exception)): ([\s\S]*)$/.exec(head) ?? [];
  const read = Details.safeParse(details);
  const compared = read.success ? read.data.matcherResult : undefined;
  const isExpectation = compared !== undefined || /^expect\(/.test(message ?? head);
  return {
    name: isExpectation ? 'AssertionError' : name,
    message: message ?? head,
    stack,
    ...(compared?.expected === undefined ? {} : { expected: show(compared.expected) }),
    ...(compared?.actual === undefined ? {} : { actual: show(compared.actual) }),
    ...(read.success && read.data.cause ? { cause: read.data.cause } : {}),
  };
}

const show = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)));

/** "● Test suite failed to run", then the error. */
function loadFailure(message: string, root: string) {
  const said = withoutColours(message).replace(/^● Test suite failed to run\s*/, '');
  const syntax = /Jest encountered an unexpected token[\s\S]*?Details:\s*([\s\S]*)/.exec(said)?.[1];
  const text = syntax ?? said;
  const name = syntax === undefined ? /^(\w*Error)\b/m.exec(text)?.[1] : 'SyntaxError';
  const short = text.split(/\n\s*\n/, 1)[0]?.trim() ?? text;
  return javascriptFailure({ name, message: short, stack: text }, root);
}
