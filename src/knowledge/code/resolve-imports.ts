import { posix } from 'node:path';
import type { WorkspacePackages } from './workspace-packages.ts';

/** Finds the project's files that imports refer to, in any language: by path, then by the end of a path. */
export class ImportResolver {
  readonly #byPath = new Map<string, string[]>();
  readonly #bySuffix = new Map<string, string[]>();
  readonly #byFolder = new Map<string, string[]>();
  readonly #packages: WorkspacePackages;

  constructor(paths: Iterable<string>, packages: WorkspacePackages = new Map()) {
    this.#packages = packages;
    for (const path of paths) {
      const bare = bareOf(path);
      append(this.#byPath, bare, path);
      append(this.#byPath, path, path);
      const parts = bare.split('/');
      for (let from = Math.max(0, parts.length - DEEPEST); from < parts.length; from += 1)
        append(this.#bySuffix, parts.slice(from).join('/'), path);
      if (path.endsWith('.go')) append(this.#byFolder, posix.dirname(path), path);
    }
  }

  resolve(from: string, imports: readonly string[]): string[] {
    const found = new Set<string>();
    for (const written of imports) for (const path of this.#one(from, written)) if (path !== from) found.add(path);
    return [...found];
  }

  #one(from: string, written: string): readonly string[] {
    const folder = posix.dirname(from);
    if (/^\.{1,2}(\/|$)/.test(written)) return this.#exact(posix.join(folder, written));
    if (from.endsWith('.py')) return this.#python(folder, written);
    if (from.endsWith('.go')) return this.#go(written);
    const ofPackage = SCRIPT.test(from) ? this.#package(written) : [];
    if (ofPackage.length > 0) return ofPackage;
    const path = written.replace(/^(crate|self|super)::/, '').replace(/::|\\|\.(?=[A-Za-z_]\w*$|\w+\.)/g, '/');
    const inside = this.#exact(posix.join(folder, path));
    if (inside.length > 0) return inside;
    return this.#suffix(path.replace(/^[@#~]\/?/, ''), SCRIPT.test(from) ? 2 : 1);
  }

  #exact(path: string): readonly string[] {
    return this.#byPath.get(path) ?? this.#byPath.get(bareOf(path)) ?? [];
  }

  /** A package of the project by its name: its sources, not its build output. */
  #package(written: string): readonly string[] {
    const parts = written.split('/');
    const named = written.startsWith('@') ? 2 : 1;
    const folder = this.#packages.get(parts.slice(0, named).join('/'));
    if (folder === undefined) return [];
    const inside = parts.slice(named).join('/');
    for (const place of ['src', '', 'lib']) {
      const found = this.#exact(posix.join(folder, place, inside));
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Only when one file, or few, end that way: `utils` alone may be anything. */
  #suffix(path: string, least: number): readonly string[] {
    const parts = bareOf(path).split('/').slice(-DEEPEST);
    for (let at = 0; parts.length - at >= least; at += 1) {
      const files = this.#bySuffix.get(parts.slice(at).join('/'));
      if (files && files.length <= 2) return files;
    }
    return [];
  }

  #python(folder: string, written: string): readonly string[] {
    const dots = /^\.*/.exec(written)?.[0].length ?? 0;
    const path = written.slice(dots).replaceAll('.', '/');
    if (dots > 0) return this.#exact(posix.join(folder, ...Array.from({ length: dots - 1 }, () => '..'), path));
    return this.#byPath.get(path) ?? this.#suffixWhole(path);
  }

  #suffixWhole(path: string): readonly string[] {
    const files = path.includes('/') ? this.#bySuffix.get(path) : undefined;
    return files && files.length <= 2 ? files : [];
  }

  #go(written: string): readonly string[] {
    const parts = written.split('/');
    for (let at = 0; at < parts.length; at += 1) {
      const files = this.#byFolder.get(parts.slice(at).join('/'));
      if (files) return files.slice(0, 40);
    }
    return [];
  }
}

const DEEPEST = 5;
const SCRIPT = /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs|vue|svelte)$/;

/** Without its extension; a folder's index file stands for the folder. */
function bareOf(path: string): string {
  return path.replace(/\.(d\.)?[A-Za-z0-9]+$/, '').replace(/\/(index|__init__|mod)$/, '');
}

function append(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (!list) map.set(key, [value]);
  else if (list.length < 40 && list.at(-1) !== value) list.push(value);
}
