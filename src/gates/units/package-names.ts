import { posix } from 'node:path';
import { pnpmLinks } from './pnpm-links.ts';

export const PNPM_LOCK = 'pnpm-lock.yaml';

/** The names by which other code uses the project's packages. */
export function packageNames(
  units: readonly string[],
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
): Map<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const add = (name: string | undefined, unit: string): void => {
    if (name !== undefined && name !== '') found.set(name, [...(found.get(name) ?? []), unit]);
  };
  const links = pnpmLinks(texts.get(PNPM_LOCK) ?? '');
  // pnpm takes the others from the registry.
  const linked = links && new Set([...links.values()].flatMap((names) => [...names]));
  for (const unit of units) {
    const read = (name: string): string => texts.get(`${unit}/${name}`) ?? '';
    const name = /"name"\s*:\s*"([^"]+)"/.exec(read('package.json'))?.[1];
    if (name !== undefined && (linked === null || linked.has(name))) add(name, unit);
    add(/^module\s+(\S+)/m.exec(read('go.mod'))?.[1], unit);
    for (const manifest of ['Cargo.toml', 'pyproject.toml']) {
      const name = /^name\s*=\s*["']([^"']+)["']/m.exec(read(manifest))?.[1];
      for (const each of new Set([name, name?.replaceAll('-', '_')])) add(each, unit);
    }
  }
  for (const [name, unit] of pythonModules(units, paths)) add(name, unit);
  for (const [path, text] of texts)
    if (/(^|\/)tsconfig[\w.-]*\.json$/.test(path))
      for (const [name, unit] of aliases(path, text, units)) add(name, unit);
  return found;
}

/** Python folders and files at the top of a package, or in its `src`. */
function pythonModules(units: readonly string[], paths: readonly string[]): [string, string][] {
  const known = new Set(units);
  return paths.flatMap((path): [string, string][] => {
    const [, folder = '', name = ''] = /^(.*?)(?:\/src)?\/(\w+)(?:\/__init__)?\.py$/.exec(path) ?? [];
    return known.has(folder) && !/^(setup|conftest|tests?|docs)$/.test(name) ? [[name, folder]] : [];
  });
}

/** `"@scope/name/*": ["./packages/name/src/*"]` of the compiler's paths. */
function aliases(path: string, text: string, units: readonly string[]): [string, string][] {
  const written = /"paths"\s*:\s*\{([^}]*)\}/.exec(text)?.[1] ?? '';
  return [...written.matchAll(/"([^"]+)"\s*:\s*\[\s*"([^"]+)"/g)].flatMap(([, key = '', target = '']) => {
    const to = posix.join(posix.dirname(path), target);
    return units
      .filter((unit) => to === unit || to.startsWith(`${unit}/`))
      .map((unit): [string, string] => [key.replace(/\/?\*$/, ''), unit]);
  });
}
