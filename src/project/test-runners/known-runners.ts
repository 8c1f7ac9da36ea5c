import { NO_TRACES, type RunnerTraces } from './profile.ts';
import { PROFILES } from './profiles.ts';

/** Runners that Assay does not run but must recognise: how they are detected, and which files and packages they use. */
const OTHER_RUNNERS: readonly RunnerTraces[] = [
  other('jasmine', { programs: ['jasmine'], packages: /^jasmine.*$/, modules: /^jasmine/ }),
  other('karma', { programs: ['karma'], configFiles: config('karma'), packages: /^karma.*$/ }),
  other('wdio', { programs: ['wdio'], configFiles: config('wdio') }),
  other('web-test-runner', { configFiles: config('web-test-runner') }),
  other('bun test', { configFiles: /^bunfig\.toml$/, modules: /^bun:test/, imports: ['bun:test'] }),
  other('playwright', {
    configFiles: config('playwright'),
    packages: /^(playwright.*|@playwright\/.+)$/,
    modules: /^@playwright\/test/,
    imports: ['@playwright/test'],
    names: ['playwright/test'],
  }),
  other('cypress', { configFiles: config('cypress'), packages: /^cypress$/ }),
  other('nose', {
    family: 'python',
    programs: ['nose2', 'nosetests'],
    packages: /^nose.*$/,
    modules: /^nose2?/,
    names: ['nose2'],
  }),
  other('tox', { family: 'python', programs: ['tox'], packages: /^tox$/, names: ['tox'], variables: ['TOX'] }),
  other('nox', { family: 'python', programs: ['nox'], packages: /^nox$/ }),
  other('trial', { family: 'python', programs: ['trial'], modules: /^trial/ }),
];

function other(runner: string, traces: Partial<RunnerTraces>): RunnerTraces {
  return { ...NO_TRACES, runner, family: 'javascript', ...traces };
}

function config(name: string): RegExp {
  return new RegExp(`^${name}([.-][\\w-]+)*\\.config\\.[cm]?[jt]s(on)?$`);
}

/** Every runner that is recognised: those that Assay runs, then the others. */
export const KNOWN_RUNNERS: readonly RunnerTraces[] = [...PROFILES.values(), ...OTHER_RUNNERS];

/** The names of a family's runners, as an expression: `vitest|jest|…`. */
export const runnerNames = (family: RunnerTraces['family']): string =>
  KNOWN_RUNNERS.filter((each) => each.family === family)
    .map(({ runner }) => runner)
    .join('|');

export const isRunnerConfig = (name: string): boolean =>
  KNOWN_RUNNERS.some(({ configFiles }) => configFiles?.test(name) === true);

/** Whether a key of package.json configures a runner. */
export const isRunnerKey = (key: string): boolean =>
  KNOWN_RUNNERS.some(({ manifestKeys }) => manifestKeys.includes(key));

export const isRunnerPackage = (name: string): boolean =>
  KNOWN_RUNNERS.some(({ packages }) => packages?.test(name.toLowerCase()) === true);

/** Whether a module belongs to a runner: `vitest/node`, `unittest.mock`. */
export const isRunnerModule = (module: string): boolean =>
  KNOWN_RUNNERS.some(({ modules }) => {
    const found = modules?.exec(module);
    return found != null && /^([./]|$)/.test(module.slice(found[0].length));
  });

/** An expression for the names of variables that tell a program which runner runs it. */
export const runnerVariables = (family: RunnerTraces['family']): string =>
  KNOWN_RUNNERS.filter((each) => each.family === family)
    .flatMap(({ variables }) => variables)
    .join('|');
