import { posix } from 'node:path';

/** The unit of a test, as far as it is in git. Paths are from its folder. */
export interface Written {
  readonly files: readonly string[];
  readonly manifest: string;
  /** The text of its `.gitignore`. */
  readonly ignored: string;
  /** The texts of its configuration files, which can define aliases. */
  readonly configured: string;
}

/**
 * Whether a file loads something that is not in git: from a folder without source (`../build/lib/index.js`), a file
 * that git ignores (`../index.js`), or the package itself by its name, where its entry is such a file and no alias
 * leads to its sources.
 */
export function loadsBuilt(path: string, text: string, { files, manifest, ignored, configured }: Written): boolean {
  const modules = [...text.matchAll(LOADED)].map(([, module = '']) => module);
  const own = entryOf(manifest);
  const entries = own !== null && modules.includes(own.name) && !hasAlias(own.name, configured) ? own.entries : [];
  const loaded = modules
    .filter((module) => module.startsWith('.'))
    .map((module) => posix.join(posix.dirname(path), module));
  return (
    loaded.some((file) => isMade(file, files, ignored)) || isEvery(entries, (file) => isMade(file, files, ignored))
  );
}

/** Whether a file configures how a package is compiled or bundled: it may define aliases. */
export const isBuildConfig = (path: string): boolean =>
  /^(tsconfig([.-][\w-]+)*\.json|(vite|vitest|jest)([.-][\w-]+)*\.config\.([cm]?[jt]s|json))$/.test(path);

const LOADED = /\b(?:from|import|require)\b\s*\(?\s*['"]([^'"\n]+)['"]/g;

/** `paths` of a tsconfig, `alias` of Vite, `moduleNameMapper` of Jest: the name as a key, or the value of `find`. */
export function hasAlias(name: string, configured: string): boolean {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  return new RegExp(`(['"])\\^?${escaped}\\$?\\1\\s*:|\\bfind:\\s*['"/]\\^?${escaped}[$'"/]`).test(configured);
}

function isMade(file: string, files: readonly string[], ignored: string): boolean {
  const [folder = '', ...rest] = file.split('/');
  if (/^(\.\.|node_modules)$/.test(folder)) return false;
  if (rest.length > 0 && !files.some((each) => each.startsWith(`${folder}/`))) return true;
  const isWritten = files.some((each) => each === file || each.startsWith(`${file}.`) || each.startsWith(`${file}/`));
  return !isWritten && ignored.split('\n').some((line) => ignores(line.trim(), file));
}

/** A line of a `.gitignore`, as far as it names files; a negated line is no reason to build. */
function ignores(line: string, file: string): boolean {
  if (line === '' || /^[#!]/.test(line)) return false;
  const pattern = line.replace(/^\//, '').replace(/\/$/, '');
  const isAnywhere = !pattern.includes('/') && !line.startsWith('/');
  return [pattern, `${pattern}/**`, ...(isAnywhere ? [`**/${pattern}`, `**/${pattern}/**`] : [])].some((each) =>
    posix.matchesGlob(file, each),
  );
}

/** The entry of a package under its own name. */
export function entryOf(manifest: string): { name: string; entries: string[] } | null {
  try {
    const { name, main, module, exports } = JSON.parse(manifest);
    if (typeof name !== 'string') return null;
    const top = typeof exports === 'object' && exports !== null ? (exports['.'] ?? exports) : exports;
    const entries = [main, module, ...stringsIn(top)].filter(
      (each) => typeof each === 'string' && !each.endsWith('.d.ts'),
    );
    return { name, entries: entries.map((each: string) => posix.normalize(each)) };
  } catch {
    return null;
  }
}

const stringsIn = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [value];

const isEvery = <T>(list: readonly T[], holds: (each: T) => boolean): boolean => list.length > 0 && list.every(holds);
