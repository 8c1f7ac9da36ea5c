import { posix } from 'node:path';
import type { ToolchainRoot, ToolSettings } from '#contracts/toolchain.ts';
import type { OwnPattern } from '#project/test-runners/profile.ts';
import { PROFILES, profileFor } from '#project/test-runners/profiles.ts';
import { discover } from '#project/toolchain/discover.ts';
import type { FileView } from '#project/toolchain/file-view.ts';
import { servicesOf } from '../services/service.ts';
import type { ProjectRunner } from '../tree-runner.ts';
import { isBuildConfig, loadsBuilt } from './loads-built.ts';
import { runnerOfTests } from './python-tests.ts';
import { readScripts } from './read-scripts.ts';
import { type PlainRunner, runnerInFile } from './runner-in-file.ts';
import { BARE_START, type StartedRunner, startedRunner } from './runner-words.ts';
import { siblingBuilds } from './sibling-builds.ts';

/**
 * The runners of a project. A project is a set of units: folders with a manifest of their own. A folder without tests is
 * not a unit, and one that the runner of a folder above covers belongs to that runner.
 */
export async function findRunners(view: FileView, settings: ToolSettings): Promise<ProjectRunner[]> {
  const { roots } = discover(view, { settings });
  const units: Unit[] = [];
  for (const root of roots) units.push(...(await unitsIn(view, root, settings)));
  const owned = units.filter((unit) => !units.some((other) => covers(other, unit)));
  const services = servicesOf(settings.services ?? {});
  const found = owned.map((unit) => ({
    ...asStated(asRunner(unit, owned, view), settings),
    ...(services.length > 0 ? { services } : {}),
  }));
  const used = found.filter(
    (each) => view.paths.some((path) => each.isTestFile(path)) || hasTestsInside(view, each, found),
  );
  // There are no tests yet: the first one will be at the top.
  return used.length > 0 ? used : found.filter(({ root }) => root === '.');
}

/** All of Rust's tests may be in the source files. */
function hasTestsInside(view: FileView, { runner, root }: ProjectRunner, runners: readonly ProjectRunner[]): boolean {
  if (runner !== 'cargo test') return false;
  const deeper = runners.filter((other) => other.root !== root && isBelow(other.root, root));
  const isOwn = (path: string): boolean =>
    path.endsWith('.rs') && isBelow(path, root) && !deeper.some((other) => isBelow(path, other.root));
  return view.paths.some((path) => isOwn(path) && RUST_TEST.test(view.read(path) ?? ''));
}
const RUST_TEST = /#\[(\w+::)*(test|rstest|test_case|wasm_bindgen_test)\b/;

interface Unit {
  readonly root: string;
  readonly runner: string;
  readonly started: (StartedRunner & { readonly setup?: readonly string[] }) | null;
  /** Found in the project, here or in a folder above: more than the default runner of its language. */
  readonly certain: boolean;
  /** This very folder starts the runner or configures it; evidence above would apply to any folder. */
  readonly isOwn: boolean;
  /** Its `test` script starts the one of each package. Any other script only covers the top. */
  readonly handsOn?: boolean;
  readonly because?: string;
}

async function unitsIn(view: FileView, root: ToolchainRoot, settings: ToolSettings): Promise<Unit[]> {
  const stated = statedFor(settings, root.path);
  if (stated.length > 0) return stated;
  const scripts = scriptsOf(view.read(posix.join(root.path, 'package.json')));
  const inFile = (file: string): PlainRunner | null => runnerInFile(view, posix.join(root.path, file));
  const named = settings.test === undefined ? await readScripts(scripts, inFile) : [];
  const byScript = named
    .filter(({ runner }) => PROFILES.has(runner))
    .map((started) => ({
      root: root.path,
      runner: started.runner,
      started: needed(view, root.path, started, scripts),
      certain: true,
      isOwn: true,
      handsOn: HANDS_ON.test(scripts.test ?? ''),
    }));
  const inJavaScript = byScript.length > 0;
  const byTools = root.languages
    .filter(({ language }) => !(inJavaScript && JAVASCRIPT.has(language)))
    .flatMap(({ language }) =>
      root.tools
        .filter((tool) => tool.role === 'test-runner' && tool.language === language && PROFILES.has(tool.name))
        .slice(0, 1),
    );
  // It names packages, but no known runner: the tests are for a runner that Assay does not know.
  const hasPackages = /"(dev)?[dD]ependencies"/.test(view.read(posix.join(root.path, 'package.json')) ?? '');
  const isForeign = (language: string): boolean => hasPackages && JAVASCRIPT.has(language);
  // The best guess for each language; a mere default of the language was not found in the project.
  const sure = byTools.filter(({ confidence }) => confidence !== 'default');
  const written =
    settings.test === undefined && byTools.some(({ language }) => language === 'python')
      ? runnerOfTests(view, root.path)
      : null;
  if (sure.length === 0 && written !== null) {
    const because = `its tests are written for ${written}`;
    return [...byScript, { root: root.path, runner: written, started: null, certain: true, isOwn: true, because }];
  }
  const tools = sure.length > 0 || inJavaScript ? sure : byTools.filter(({ language }) => !isForeign(language));
  const names = [...new Set(tools.map(({ name }) => name))];
  const isOwn = (runner: string): boolean =>
    tools.some(
      ({ name, source, reason }) =>
        name === runner && source === 'config-file' && posix.dirname(reason.file ?? '') === root.path,
    );
  return [
    ...byScript,
    ...names.map((runner) => ({
      ...{ root: root.path, runner, started: null },
      ...{ certain: sure.length > 0, isOwn: isOwn(runner) },
    })),
  ];
}

const JAVASCRIPT = new Set<string>(['javascript', 'typescript', 'vue', 'svelte']);

/** A command in the configuration is started as it is written. */
function statedFor({ test }: ToolSettings, root: string): Unit[] {
  const settings = test === undefined ? [] : Array.isArray(test) ? test : [test];
  return settings.flatMap((setting) => {
    if (typeof setting === 'string' || !setting.command || (setting.root ?? '.') !== root) return [];
    const started = startedRunner(setting.command);
    const runner = setting.tool ?? started?.runner ?? named(setting.command);
    if (runner === undefined || !PROFILES.has(runner)) return [];
    const start = started ?? { runner, ...launched(setting.command) };
    return [{ root, runner, started: start, certain: true, isOwn: true }];
  });
}

/** What the configuration says about a runner besides its command. */
function asStated(found: ProjectRunner, { test }: ToolSettings): ProjectRunner {
  const settings = test === undefined ? [] : Array.isArray(test) ? test : [test];
  const own = settings.find(
    (each) =>
      typeof each === 'object' &&
      (each.root ?? found.root) === found.root &&
      (each.tool === undefined || each.tool === found.runner),
  );
  if (typeof own !== 'object') return found;
  const { include, timeout, setup = found.setup, env } = own;
  const inUnit = (path: string): string => (found.root === '.' ? path : posix.relative(found.root, path));
  return {
    ...found,
    ...(setup === undefined ? {} : { setup }),
    ...(env ? { env: { ...found.env, ...env } } : {}),
    ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
    ...(include ? { isTestFile: (path) => include.some((pattern) => posix.matchesGlob(inUnit(path), pattern)) } : {}),
  };
}

const named = ([program = '', second, third]: readonly string[]): string | undefined => {
  const words = /^python/.test(program) && second === '-m' ? third : program;
  return [...PROFILES.keys()].find((name) => name === words || name === `${words} ${second}`);
};

const launched = (command: readonly string[]) => {
  const [program = '', ...args] = command;
  const launch: readonly [string, ...string[]] = [program, ...args];
  return { launch, start: BARE_START };
};

/**
 * A type check has to run first only if it writes the tests, or the files that they load. If no earlier command makes the
 * files that the tests load, the project's `build` script is run.
 */
function needed<T extends StartedRunner & { setup: readonly string[] }>(
  view: FileView,
  root: string,
  started: T,
  scripts: Readonly<Record<string, string>>,
): T {
  const { targets } = started.start;
  const read = (name: string): string => view.read(posix.join(root, name)) ?? '';
  const files = view.paths.filter((path) => isBelow(path, root)).map((path) => inFolder(path, root));
  const isTest = (path: string): boolean => targets.some((target) => isAt(path, target)) && CODE.test(path);
  const tests = files.filter((path) => isTest(path) || profileFor(started.runner).isTestFile(path));
  const configured = files.filter(isBuildConfig).map(read);
  const written = {
    ...{ files, manifest: read('package.json'), ignored: read('.gitignore') },
    configured: configured.join('\n'),
  };
  const isBuilt =
    (targets.length > 0 && !targets.some((target) => view.paths.some((path) => isAt(path, target)))) ||
    tests.some((path) => loadsBuilt(path, read(path), written));
  const setup = isBuilt ? started.setup : started.setup.filter((line) => !/^(vue-)?tsc\b/.test(line));
  const isMissing = isBuilt && setup.length === 0 && Object.hasOwn(scripts, 'build');
  return { ...started, setup: isMissing ? ['npm run build'] : setup };
}

/**
 * The runner of a folder above runs everything below if a script there starts it. If no script does (`turbo run test`
 * starts the one of each package), it runs the folders that have no settings of their own. A script also decides for
 * folders where files further up suggest another runner.
 */
function covers(outer: Unit, inner: Unit): boolean {
  const isAbove = outer.root !== inner.root && isBelow(inner.root, outer.root);
  if (!isAbove || !outer.certain || !isJavaScript(outer.runner) || !isJavaScript(inner.runner)) return false;
  if (outer.handsOn === true && inner.started !== null) return false;
  if (outer.runner === inner.runner) return outer.started !== null || !inner.isOwn;
  return outer.started !== null && !inner.isOwn;
}

const HANDS_ON =
  /\b(pnpm|yarn|npm|bun)\b[^&|;]*\s(-r|--recursive|--filter|-F|-ws|--workspaces|workspaces)(\s|=|$)|\b(lerna|turbo|nx|wsrun) /;

/** These search for tests in all folders below their own. A Python or Go project further down starts its own. */
const isJavaScript = (runner: string): boolean => profileFor(runner).family === 'javascript';

function asRunner({ root, runner, started, because }: Unit, units: readonly Unit[], view: FileView): ProjectRunner {
  const inner = units.map((unit) => unit.root).filter((other) => other !== root && isBelow(other, root));
  const adapter = profileFor(runner);
  const read = (name: string): string => view.read(posix.join(root, name)) ?? '';
  const files = view.paths.filter((path) => isBelow(path, root)).map((path) => inFolder(path, root));
  const env = adapter.env?.(files, read) ?? {};
  const named = started?.start.targets ?? [];
  const targets = adapter.configuredTargets?.(named, read) ?? named;
  const patterns = adapter.ownPatterns?.(read, started?.start.options ?? [], targets) ?? null;
  const narrow = adapter.targetsNarrow === true;
  const isShared =
    units.filter((unit) => unit.root === root && isJavaScript(unit.runner) === isJavaScript(runner)).length > 1;
  const isTestFile = (path: string): boolean => {
    if (!isBelow(path, root) || inner.some((other) => isBelow(path, other))) return false;
    const own = inFolder(path, root);
    if (SUPPORT.test(own)) return false;
    if (!narrow && targets.some((target) => isAt(own, target)) && CODE.test(own)) return true;
    if (isShared && targets.length > 0 && !(narrow && targets.some((target) => isNarrowed(own, target)))) return false;
    return patterns ? isNamed(own, patterns) : adapter.isTestFile(own);
  };
  const setup = started?.setup ?? [];
  const siblings = isJavaScript(runner) ? siblingBuilds(view, root) : [];
  const usual = targets.length === 0 && patterns === null ? (adapter.usualTargets?.(files) ?? []) : [];
  const start =
    usual.length > 0 || targets !== named
      ? { ...BARE_START, ...started?.start, targets: usual.length > 0 ? usual : targets }
      : started?.start;
  return {
    ...{ runner, root, isTestFile },
    ...(start ? { start } : {}),
    ...(started?.launch ? { launch: started.launch } : {}),
    ...(setup.length > 0 ? { setup: setup.join(' && ') } : {}),
    ...(siblings.length > 0 ? { siblings } : {}),
    ...(because === undefined ? {} : { because }),
    ...(Object.keys(env).length > 0 ? { env } : {}),
  };
}

function isNamed(path: string, patterns: readonly OwnPattern[]): boolean {
  const [away, named] = [patterns.filter(isAway), patterns.filter((pattern) => !isAway(pattern))];
  if (away.some((pattern) => posix.matchesGlob(path, asGlob(pattern.slice(1))))) return false;
  return named.some((each) =>
    typeof each === 'string' ? posix.matchesGlob(path, asGlob(each)) : each.test(`/${path}`),
  );
}

/** Syntax that runners accept and Node does not: `./` at the beginning, `(a|b)` for alternatives. */
const asGlob = (pattern: string): string =>
  pattern.replace(/^\.\//, '').replaceAll(/(?<![?*+@!\\])\((?=[^()]*\|)/g, '@(');

const isAway = (pattern: OwnPattern): pattern is string => typeof pattern === 'string' && pattern.startsWith('!');

const CODE = /\.[cm]?[jt]sx?$/;
const SUPPORT = /(^|\/)(fixtures|__fixtures__|support|helpers|__mocks__)\//;

const inFolder = (path: string, root: string): string => (root === '.' ? path : path.slice(root.length + 1));
const isBelow = (path: string, folder: string): boolean => folder === '.' || path.startsWith(`${folder}/`);

/** Whether a target that narrows the run keeps this file. An expression cannot be judged, so it keeps every file. */
const isNarrowed = (path: string, target: string): boolean =>
  /[\\^$*|()[\]]/.test(target) || `./${path}`.includes(posix.normalize(target).replace(/^\.\//, ''));

/** Whether a target of a command line is this file: by name, by its folder, by a pattern. */
function isAt(path: string, target: string): boolean {
  const plain = posix.normalize(target).replace(/\/$/, '');
  if (path === plain || (plain === '.' && !path.includes('/')) || posix.dirname(path) === plain) return true;
  return /[*?{[]/.test(plain) && posix.matchesGlob(path, plain);
}

function scriptsOf(manifest: string | null): Record<string, string> {
  try {
    const { scripts } = JSON.parse(manifest ?? '{}');
    return Object.fromEntries(Object.entries(scripts ?? {}).filter(([, line]) => typeof line === 'string')) as Record<
      string,
      string
    >;
  } catch {
    return {};
  }
}
