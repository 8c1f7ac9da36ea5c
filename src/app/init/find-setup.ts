import { plural } from '#contracts/text.ts';
import type { FoundTool } from '#contracts/toolchain.ts';
import { findRunners } from '#gates/runners/find-runners.ts';
import type { ProjectRunner } from '#gates/tree-runner.ts';
import { discover } from '#project/toolchain/discover.ts';
import type { FileView } from '#project/toolchain/file-view.ts';
import { readPlan } from '#workflows/gated-pr/plan.ts';
import type { GitFacts } from './git-facts.ts';

/** Something that was found, and the reason for it. */
export interface FoundSetting<T> {
  readonly value: T;
  readonly why: string;
}

export interface Setup {
  readonly main: FoundSetting<string> | null;
  readonly plan: FoundSetting<string> | null;
  /** Possible checks of the project, most likely first; trying them shows which hold. */
  readonly preflight: readonly FoundSetting<string>[];
  readonly test: FoundSetting<readonly string[]> | null;
}

/** What a project says about itself. `has` tells whether a program exists: a missing one cannot check anything. */
export async function findSetup(
  view: FileView,
  git: GitFacts,
  has: (program: string) => boolean = () => true,
): Promise<Setup> {
  const tools = discover(view).roots.flatMap((root) => root.tools.map((tool) => ({ tool, root: root.path })));
  const atTop = tools.filter(({ root }) => root === '.').map(({ tool }) => tool);
  return {
    main: findMain(git),
    plan: findPlan(view),
    preflight: [
      ...fromScripts(view, atTop),
      ...one(fromMakefile(view)),
      ...one(fromTestScript(view, has)),
      ...one(fromTools(atTop.filter(({ run: [program = ''] }) => has(program)))),
      ...one(fromLanguage(view)),
    ],
    test: describeRunners(
      await findRunners(view, {}),
      tools.map(({ tool }) => tool),
    ),
  };
}

const one = <T>(found: T | null): T[] => (found === null ? [] : [found]);

function findMain({ branches, current, remoteHead }: GitFacts): FoundSetting<string> | null {
  if (remoteHead !== null && branches.includes(remoteHead))
    return { value: remoteHead, why: 'the remote’s main branch' };
  const usual = ['main', 'master', 'trunk', 'develop'].find((name) => branches.includes(name));
  if (usual !== undefined) return { value: usual, why: 'a branch of that name' };
  return current !== null && branches.length === 1 ? { value: current, why: 'the only branch' } : null;
}

const PLAN = /^(docs?\/|\.github\/)?(master[-_ ]?)?(plan|roadmap|todo)\.md$/i;

function findPlan(view: FileView): FoundSetting<string> | null {
  const read = view.paths
    .filter((path) => PLAN.test(path))
    .map((path) => ({ path, ...readPlan(view.read(path) ?? '') }))
    .filter(({ items, problems }) => items.length > 0 && problems.length === 0)
    .sort((a, b) => a.path.split('/').length - b.path.split('/').length);
  const [best] = read;
  if (!best) return null;
  const open = best.items.filter(({ done }) => !done).length;
  const why = [`read as a plan: ${plural(best.items.length, 'PR')}, ${open} open`, ...(best.hint ? [best.hint] : [])];
  return { value: best.path, why: why.join('; ') };
}

const SCRIPTS = ['preflight', 'check', 'verify', 'validate', 'ci', 'lint'];

/**
 * The script that claims to check everything, then lint with types; by the package manager, or by npm where that one
 * cannot.
 */
function fromScripts(view: FileView, tools: readonly FoundTool[]): FoundSetting<string>[] {
  const scripts = scriptsOf(view.read('package.json'));
  // A script that fixes problems would report none.
  const others = [...scripts.keys()].filter(
    (each) => /(^|:)lint(:|$)/.test(each) && !/(^|[:_-])fix([:_-]|$)/.test(each),
  );
  const name = SCRIPTS.find((each) => scripts.has(each)) ?? others[0];
  const types = ['typecheck', 'type-check', 'types', 'tsc'].find((each) => scripts.has(each));
  const both = name === 'lint' && types !== undefined ? [[name, types]] : [];
  const sets = [...both, ...[name, types].flatMap((each) => (each === undefined ? [] : [[each]]))];
  const found = tools.find(({ role, confidence }) => role === 'package-manager' && confidence !== 'default')?.name;
  const managers = found === 'pnpm' || found === 'yarn' || found === 'bun' ? [found, 'npm'] : ['npm'];
  return managers.flatMap((manager) =>
    sets.map((names) => ({
      value: names.map((each) => `${manager} run ${each}`).join(' && '),
      why: `${names.length > 1 ? 'scripts' : 'script'} ${names.map((each) => `"${each}"`).join(' and ')} of package.json`,
    })),
  );
}

function scriptsOf(manifest: string | null): Map<string, string> {
  try {
    const { scripts } = JSON.parse(manifest ?? '{}');
    return new Map(
      Object.entries(scripts ?? {}).flatMap(([name, line]) => (typeof line === 'string' ? [[name, line]] : [])),
    );
  } catch {
    return new Map();
  }
}

/** Programs that only check: none is a test by its name, and none writes anything. */
const CHECKERS =
  /^(xo|standard|eslint|oxlint|tsd|tsd-check|dtslint|flow|publint|attw|biome (check|ci|lint)|(vue-)?tsc\b.* --noEmit|prettier\b.* (-c|--check|-l|--list-different))\b/;
const WRITES = /(^|\s)(--fix|--write|-w|fix)(\s|=|$)/;

/** The checks of a test script that runs more than tests: `xo && ava && tsd` has two of them. */
function fromTestScript(view: FileView, has: (program: string) => boolean): FoundSetting<string> | null {
  const parts = (scriptsOf(view.read('package.json')).get('test') ?? '').split('&&').map((part) => part.trim());
  const checks = parts.filter((part) => {
    const [program = ''] = part.split(/\s+/);
    return CHECKERS.test(part) && has(program) && !WRITES.test(part) && !/[|;&<>`$]/.test(part);
  });
  if (checks.length === 0) return null;
  return { value: checks.join(' && '), why: 'in the script "test" of package.json, beside the tests' };
}

function fromMakefile(view: FileView): FoundSetting<string> | null {
  const text = ['Makefile', 'makefile', 'GNUmakefile'].map((path) => view.read(path)).find((each) => each !== null);
  const target = ['preflight', 'check', 'verify', 'lint'].find((name) =>
    new RegExp(`^${name}\\s*:`, 'm').test(text ?? ''),
  );
  return target === undefined ? null : { value: `make ${target}`, why: `target "${target}" of the Makefile` };
}

/** Linter and type checker that the project itself names. */
function fromTools(tools: readonly FoundTool[]): FoundSetting<string> | null {
  const checks = (['linter', 'type-checker'] as const).flatMap(
    (role) => tools.find((tool) => tool.role === role && tool.confidence !== 'default' && tool.run.length > 0) ?? [],
  );
  if (checks.length === 0) return null;
  const why = checks.map(({ name, reason }) => `${name} (${reason.file ?? reason.text})`).join(', ');
  return { value: checks.map(({ run }) => run.join(' ')).join(' && '), why };
}

/** Where the project has no check of its own: that its files can be parsed, which every language can check. */
function fromLanguage(view: FileView): FoundSetting<string> | null {
  const isThere = (name: string): boolean => view.paths.includes(name);
  if (isThere('go.mod')) return { value: 'go vet ./...', why: 'go.mod' };
  if (isThere('Cargo.toml')) return { value: 'cargo check --all-targets', why: 'Cargo.toml' };
  const python = [...new Set(view.paths.flatMap((path) => /^([^/]+)\/.*\.py$/.exec(path)?.[1] ?? []))];
  const folders = python.filter((name) => !/^(docs?|examples?|\..*)$/.test(name));
  if (folders.length > 0 && ['pyproject.toml', 'setup.py', 'setup.cfg', 'tox.ini'].some(isThere))
    return { value: `python3 -m compileall -q ${folders.join(' ')}`, why: 'Python files' };
  return null;
}

/** The runners, with the reason for each: the project's own test script, or evidence of the tool. */
function describeRunners(
  runners: readonly ProjectRunner[],
  tools: readonly FoundTool[],
): FoundSetting<readonly string[]> | null {
  const sure = runners.filter(
    ({ runner, start, because }) =>
      start || because || tools.some(({ name, confidence }) => name === runner && confidence !== 'default'),
  );
  if (sure.length === 0) return null;
  const why = ({ runner, root, start, because }: ProjectRunner): string => {
    if (because !== undefined) return `${runner}: ${because}`;
    const tool = tools.find(({ name, role }) => role === 'test-runner' && name === runner);
    const said = start ? `the test script of ${root === '.' ? '' : `${root}/`}package.json` : tool?.reason.file;
    return `${runner}: ${said ?? tool?.reason.text ?? 'its files'}`;
  };
  return { value: [...new Set(sure.map(({ runner }) => runner))], why: [...new Set(sure.map(why))].join('; ') };
}
