import { parse as parseToml } from 'smol-toml';

/** What of a manifest decides how work is measured; the rest of it (dependencies, version, exports) may change. */
export function measuringParts(path: string, text: string | null): Readonly<Record<string, unknown>> | null {
  if (text === null) return {};
  try {
    if (path.endsWith('package.json')) return packageParts(JSON.parse(text));
    if (path.endsWith('pyproject.toml')) return { tool: toolTables(parseToml(text)) };
    if (path.endsWith('setup.cfg')) return { text: text.replace(/^\[(metadata|options)[^\]]*\][^[]*/gm, '') };
  } catch {
    return null;
  }
  return {};
}

export const isManifest = (path: string): boolean => /(^|\/)(package\.json|pyproject\.toml|setup\.cfg)$/.test(path);

const PACKAGE_KEYS = `scripts jest vitest mocha ava nyc c8 tap babel eslintConfig eslintIgnore prettier biome xo husky
  lint-staged simple-git-hooks pre-commit overrides resolutions stryker imports`.split(/\s+/);

function packageParts(manifest: unknown): Record<string, unknown> {
  if (manifest === null || typeof manifest !== 'object') return {};
  return Object.fromEntries(Object.entries(manifest).filter(([key]) => PACKAGE_KEYS.includes(key)));
}

/** Tables of tools that build or publish say nothing about measuring. */
const BUILDS = new Set(['poetry', 'hatch', 'setuptools', 'flit', 'pdm', 'uv', 'setuptools_scm', 'maturin']);

function toolTables(manifest: Record<string, unknown>): Record<string, unknown> {
  const { tool } = manifest;
  if (tool === null || typeof tool !== 'object') return {};
  return Object.fromEntries(Object.entries(tool).filter(([name]) => !BUILDS.has(name)));
}

/** Names of the parts that differ. */
export function changedParts(path: string, before: string | null, after: string | null): string[] {
  const [was, is] = [measuringParts(path, before), measuringParts(path, after)];
  if (was === null || is === null) return ['it cannot be read'];
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...names].filter((name) => stable(was[name]) !== stable(is[name]));
}

const stable = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => a.localeCompare(b)))
      : inner,
  ) ?? 'absent';
