import type { FoundTool } from '#contracts/toolchain.ts';
import { ADAPTERS } from '#project/test-runners/adapters.ts';
import { discover } from '#project/toolchain/discover.ts';
import type { FileView } from '#project/toolchain/file-view.ts';
import { readPlan } from '#workflows/gated-pr/plan.ts';
import type { GitFacts } from './git-facts.ts';

/** Something that was found, and what spoke for it. */
export interface Found<T> {
  readonly value: T;
  readonly why: string;
}

export interface Setup {
  readonly main: Found<string> | null;
  readonly plan: Found<string> | null;
  readonly preflight: Found<string> | null;
  readonly test: Found<readonly string[]> | null;
}

/** What a project says about itself. Pure. */
export function findSetup(view: FileView, git: GitFacts): Setup {
  const tools = discover(view).roots.flatMap((root) => root.tools.map((tool) => ({ tool, root: root.path })));
  const atTop = tools.filter(({ root }) => root === '.').map(({ tool }) => tool);
  return {
    main: findMain(git),
    plan: findPlan(view),
    preflight: fromScripts(view, atTop) ?? fromMakefile(view) ?? fromTools(atTop),
    test: findRunners(tools.map(({ tool }) => tool)),
  };
}

function findMain({ branches, current, remoteHead }: GitFacts): Found<string> | null {
  if (remoteHead !== null && branches.includes(remoteHead))
    return { value: remoteHead, why: 'the remote’s main branch' };
  const usual = ['main', 'master', 'trunk', 'develop'].find((name) => branches.includes(name));
  if (usual !== undefined) return { value: usual, why: 'a branch of that name' };
  return current !== null && branches.length === 1 ? { value: current, why: 'the only branch' } : null;
}

const PLAN = /^(docs?\/|\.github\/)?(master[-_ ]?)?(plan|roadmap|todo)\.md$/i;

function findPlan(view: FileView): Found<string> | null {
  const read = view.paths
    .filter((path) => PLAN.test(path))
    .map((path) => ({ path, ...readPlan(view.read(path) ?? '') }))
    .filter(({ items, problems }) => items.length > 0 && problems.length === 0)
    .sort((a, b) => a.path.split('/').length - b.path.split('/').length);
  const [best] = read;
  if (!best) return null;
  const open = best.items.filter(({ done }) => !done).length;
  return { value: best.path, why: `read as a plan: ${best.items.length} PRs, ${open} open` };
}

const SCRIPTS = ['preflight', 'check', 'verify', 'validate', 'ci', 'lint'];

function fromScripts(view: FileView, tools: readonly FoundTool[]): Found<string> | null {
  const scripts = scriptsOf(view.read('package.json'));
  const name = SCRIPTS.find((each) => scripts.has(each));
  if (name === undefined) return null;
  const found = tools.find(({ role, confidence }) => role === 'package-manager' && confidence !== 'default')?.name;
  const manager = found === 'pnpm' || found === 'yarn' || found === 'bun' ? found : 'npm';
  const line = (script: string) => `${manager} run ${script}`;
  const types = ['typecheck', 'type-check', 'types', 'tsc'].find((each) => scripts.has(each));
  if (name !== 'lint' || types === undefined) return { value: line(name), why: `script "${name}" of package.json` };
  return { value: `${line(name)} && ${line(types)}`, why: `scripts "${name}" and "${types}" of package.json` };
}

function scriptsOf(manifest: string | null): Set<string> {
  try {
    const { scripts } = JSON.parse(manifest ?? '{}');
    return new Set(scripts !== null && typeof scripts === 'object' ? Object.keys(scripts) : []);
  } catch {
    return new Set();
  }
}

function fromMakefile(view: FileView): Found<string> | null {
  const text = ['Makefile', 'makefile', 'GNUmakefile'].map((path) => view.read(path)).find((each) => each !== null);
  const target = ['preflight', 'check', 'verify', 'lint'].find((name) =>
    new RegExp(`^${name}\\s*:`, 'm').test(text ?? ''),
  );
  return target === undefined ? null : { value: `make ${target}`, why: `target "${target}" of the Makefile` };
}

/** Linter and type checker that the project itself names. */
function fromTools(tools: readonly FoundTool[]): Found<string> | null {
  const checks = (['linter', 'type-checker'] as const).flatMap(
    (role) => tools.find((tool) => tool.role === role && tool.confidence !== 'default' && tool.run.length > 0) ?? [],
  );
  if (checks.length === 0) return null;
  const why = checks.map(({ name, reason }) => `${name} (${reason.file ?? reason.text})`).join(', ');
  return { value: checks.map(({ run }) => run.join(' ')).join(' && '), why };
}

function findRunners(tools: readonly FoundTool[]): Found<readonly string[]> | null {
  const runners = tools.filter(
    ({ role, name, confidence }) => role === 'test-runner' && confidence !== 'default' && ADAPTERS.has(name),
  );
  if (runners.length === 0) return null;
  const where = (tool: FoundTool) => `${tool.name}: ${tool.reason.file ?? tool.reason.text}`;
  const value = [...new Set(runners.map(({ name }) => name))];
  return { value, why: [...new Set(runners.map(where))].join('; ') };
}
