import { posix } from 'node:path';
import { z } from 'zod';

/**
 * Whether the project delivers a file: an entry or a file that a package.json publishes, a module of a Python package
 * that is not test code, or the only module of a Python project.
 */
export function deliveredBy(
  manifests: ReadonlyMap<string, string>,
  files: readonly string[],
): (path: string) => boolean {
  const entries = new Set(
    [...manifests].flatMap(([path, text]) =>
      posix.basename(path) === 'package.json'
        ? entriesOf(text).map((entry) => posix.join(posix.dirname(path), entry))
        : [],
    ),
  );
  for (const [path, text] of manifests)
    if (PYTHON_MANIFEST.test(path))
      for (const name of modulesOf(text)) entries.add(posix.join(posix.dirname(path), name));
  const present = new Set(files);
  const isInPackage = (path: string): boolean =>
    path.endsWith('.py') &&
    present.has(posix.join(posix.dirname(path), '__init__.py')) &&
    posix.basename(path) !== 'conftest.py' &&
    !/(^|\/)(tests?|testing|scripts?|tools?|ci)\//.test(path);
  return (path) => entries.has(path) || isInPackage(path);
}

const PYTHON_MANIFEST = /(^|\/)(pyproject\.toml|setup\.(cfg|py))$/;

/** Single modules: named like the project, listed as its modules, or started by one of its commands. */
function modulesOf(manifest: string): string[] {
  const named = [...manifest.matchAll(/^\s*name\s*=\s*["']?([\w.-]+)["']?\s*,?$/gm)].map(([, name]) => name ?? '');
  const listed = [...manifest.matchAll(/\bpy[_-]modules\s*=\s*(\[[^\]]*\]|[^\n]*(?:\n[ \t]+[\w.]+)*)/g)].flatMap(
    ([, list]) => list?.match(/[\w.]+/g) ?? [],
  );
  const packed = [
    ...manifest.matchAll(/\{\s*include\s*=\s*["']([\w./]+)\.py["']/g),
    ...manifest.matchAll(/^\[tool\.flit\.\w+\]\n(?:[^[\n].*\n|\n)*?module\s*=\s*["']([\w.]+)["']/gm),
  ].map(([, name]) => name ?? '');
  const started = [...manifest.matchAll(/=\s*["']?([\w.]+):[\w.]+["']?\s*$/gm)].map(([, module]) => module ?? '');
  return [
    ...named.map((name) => name.replaceAll(/[-.]+/g, '_').toLowerCase()),
    ...listed,
    ...packed,
    ...started,
  ].flatMap((name) => [`${name}.py`, `src/${name}.py`]);
}

const Entries = z
  .object({
    ...{ main: z.unknown(), module: z.unknown(), browser: z.unknown(), bin: z.unknown(), exports: z.unknown() },
    ...{ types: z.unknown(), typings: z.unknown(), files: z.unknown() },
  })
  .partial();

function entriesOf(manifest: string): string[] {
  try {
    return Object.values(Entries.parse(JSON.parse(manifest))).flatMap(stringsIn);
  } catch {
    return [];
  }
}

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : [];
