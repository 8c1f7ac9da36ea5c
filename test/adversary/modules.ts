import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The sources of packages: the installed ones, and a folder that may have more (`jest`). */
const SOURCES = [join(import.meta.dirname, '../../node_modules'), process.env.ADVERSARY_MODULES ?? ''].filter(Boolean);

/** Null where a package is installed nowhere. */
export const lacksPackage = (name: string): string | null =>
  SOURCES.some((from) => existsSync(join(from, name, 'package.json'))) ? null : `${name} is not installed here`;

/** A node_modules folder with these packages and their dependencies. */
export function putModules(folder: string, packages: readonly string[]): void {
  const done = new Set<string>();
  const left = [...packages];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const from = SOURCES.map((source) => join(source, name)).find((path) => existsSync(join(path, 'package.json')));
    if (done.has(name) || from === undefined) continue;
    done.add(name);
    const at = join(folder, 'node_modules', name);
    mkdirSync(dirname(at), { recursive: true });
    cpSync(from, at, { recursive: true, verbatimSymlinks: true });
    const read = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
    const peers = Object.keys(read.peerDependencies ?? {}).filter(
      (each) => !read.peerDependenciesMeta?.[each]?.optional,
    );
    left.push(...Object.keys({ ...read.dependencies, ...read.optionalDependencies }), ...peers);
  }
}
