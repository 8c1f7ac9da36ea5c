import { parse as parseToml } from 'smol-toml';
import { isRunnerPackage, KNOWN_RUNNERS } from '#project/test-runners/known-runners.ts';
import { OTHER_MANIFESTS } from './other-manifests.ts';

export const isManifest = (path: string): boolean =>
  /(^|\/)(package\.json|pyproject\.toml)$/.test(path) || OTHER_MANIFESTS.some(({ name }) => name.test(path));

/** Names of the changed parts that decide how work is measured. */
export function changedParts(path: string, before: string | null, after: string | null): string[] {
  const [was, is] = [measuringParts(path, before), measuringParts(path, after)];
  if (was === null || is === null) return ['it cannot be read'];
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...names].filter((name) => stable(was[name]) !== stable(is[name]) && !isNewScript(name, was));
}

/**
 * The part of a manifest that decides how work is measured; the rest of it (version, exports, most dependencies) may
 * change.
 */
export function measuringParts(path: string, text: string | null): Readonly<Record<string, unknown>> | null {
  if (text === null) return {};
  try {
    if (path.endsWith('package.json')) return packageParts(asRecord(JSON.parse(text)));
    if (path.endsWith('pyproject.toml')) return projectParts(parseToml(text));
    const other = OTHER_MANIFESTS.find(({ name }) => name.test(path));
    if (other) return other.parts(text);
  } catch {
    return null;
  }
  return {};
}

export function scriptsOf(manifest: string | null): Record<string, string> {
  try {
    const scripts = asRecord(asRecord(JSON.parse(manifest ?? '{}')).scripts);
    return Object.fromEntries(
      Object.entries(scripts).flatMap(([name, line]) => (typeof line === 'string' ? [[name, line]] : [])),
    );
  } catch {
    return {};
  }
}

/** Whether the delivered code needs a package, and not only its developers. */
export function needs(name: string, manifest: string): boolean {
  try {
    if (!manifest.trimStart().startsWith('{')) {
      const { dependencies } = asRecord(parseToml(manifest).project);
      return Array.isArray(dependencies) && dependencies.some((line) => new RegExp(`^${name}\\b`).test(String(line)));
    }
    const { dependencies, peerDependencies } = asRecord(JSON.parse(manifest));
    return [dependencies, peerDependencies].some((list) => name in asRecord(list));
  } catch {
    return false;
  }
}

/** A script that nothing calls affects nothing. One that npm runs before or after another, or automatically, does. */
function isNewScript(name: string, was: Readonly<Record<string, unknown>>): boolean {
  const [, script] = /^scripts\.(.+)$/.exec(name) ?? [];
  if (script === undefined || name in was) return false;
  const around = script.replace(/^(pre|post)/, '');
  return !LIFECYCLE.test(script) && (around === script || !(`scripts.${around}` in was));
}

const LIFECYCLE = /^(pre|post)?(install|prepare|prepublish|prepublishOnly|pack|test)$|^dependencies$/;

const PACKAGE_KEYS = `nyc c8 babel eslintConfig eslintIgnore prettier biome xo husky
  lint-staged simple-git-hooks pre-commit overrides resolutions pnpm stryker imports packageManager config volta browser`
  .split(/\s+/)
  .concat(KNOWN_RUNNERS.flatMap(({ manifestKeys }) => manifestKeys));
const PACKAGE_LISTS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

function packageParts(manifest: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const parts = Object.entries(manifest).filter(([key]) => PACKAGE_KEYS.includes(key));
  const scripts = Object.entries(asRecord(manifest.scripts)).map(([name, line]) => [`scripts.${name}`, line]);
  const measuring = PACKAGE_LISTS.flatMap((list) =>
    Object.entries(asRecord(manifest[list]))
      .filter(([name]) => isMeasuring(name))
      .map(([name, version]) => [`the version of ${name}`, version]),
  );
  return Object.fromEntries([...parts, ...scripts, ...measuring]);
}

/** Packages that run tests, assert, check, or stand between the tests and the code. */
export const isMeasuring = (name: string): boolean => isRunnerPackage(name) || MEASURING.test(name);

const MEASURING =
  /^(chai|chai-.+|sinon|expect|c8|nyc|istanbul.*|fast-check|@fast-check\/.+|@testing-library\/.+|jsdom|happy-dom|typescript|eslint|eslint-.+|@eslint\/.+|@typescript-eslint\/.+|typescript-eslint|prettier|@biomejs\/.+|oxlint|stylelint|stryker.*|@stryker-mutator\/.+|tsx|ts-node|esbuild|@swc\/.+|hypothesis|coverage|ruff|mypy|pyright|pylint|flake8|black|isort|mutmut)$/i;

/** Tables of tools that build or publish do not affect measuring. */
const BUILDS = new Set(['poetry', 'hatch', 'setuptools', 'flit', 'pdm', 'uv', 'setuptools_scm', 'maturin']);

function projectParts(manifest: Record<string, unknown>): Record<string, unknown> {
  const tools = Object.entries(asRecord(manifest.tool))
    .filter(([name]) => !BUILDS.has(name))
    .map(([name, table]) => [`tool.${name}`, table]);
  const needed = stringsIn(manifest).flatMap((line) => {
    const [, name] = /^([A-Za-z0-9][\w.-]*)\s*(\[[^\]]*\])?\s*([<>=!~@;].*)?$/.exec(line) ?? [];
    return name !== undefined && isMeasuring(name) ? [[`the version of ${name}`, line]] : [];
  });
  return Object.fromEntries([...tools, ...needed]);
}

/** Tables of dependencies. */
function stringsIn(manifest: Record<string, unknown>): string[] {
  const project = asRecord(manifest.project);
  const lists = [
    project.dependencies,
    ...Object.values(asRecord(project['optional-dependencies'])),
    ...Object.values(asRecord(manifest['dependency-groups'])),
  ];
  return lists.flatMap((list) => (Array.isArray(list) ? list.filter((line) => typeof line === 'string') : []));
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};

const stable = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => a.localeCompare(b)))
      : inner,
  ) ?? 'absent';
