import { posix } from 'node:path';
import { readFacts } from '#code/facts/facts.ts';

/** The files of a tree that a file imports: relative ones, and dotted Python modules. */
export async function modulesOf(path: string, text: string, files: readonly string[]): Promise<string[]> {
  const read = await readFacts(text, path);
  if (!read.ok) return [];
  const known = new Set(files);
  const found = read.facts.imports.flatMap(({ module, name }) =>
    path.endsWith('.py') ? pythonFiles(path, module, name) : scriptFiles(path, module),
  );
  return [...new Set(found.filter((file) => known.has(file)))];
}

/**
 * The same, through files that only re-export: a package's `__init__.py`, an `index.js`. A test that imports a
 * package's name depends on what that exports.
 */
export async function reachedFrom(
  path: string,
  text: string,
  files: readonly string[],
  read: (path: string) => Promise<string | null>,
): Promise<string[]> {
  const reached = new Set(await modulesOf(path, text, files));
  for (const each of reached) {
    if (reached.size >= MOST_REACHED) break;
    if (!HANDS_ON.test(each)) continue;
    for (const next of await modulesOf(each, (await read(each)) ?? '', files)) reached.add(next);
  }
  return [...reached];
}

const HANDS_ON = /(^|\/)(__init__\.py|index\.[cm]?[jt]sx?)$/;
const MOST_REACHED = 60;

function scriptFiles(from: string, module: string): string[] {
  if (!module.startsWith('.')) return [];
  const target = posix.join(posix.dirname(from), module);
  const stem = target.replace(/\.[cm]?jsx?$/, '');
  const ends = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
  return [target, ...ends.flatMap((end) => [stem + end, target + end, posix.join(target, `index${end}`)])];
}

function pythonFiles(from: string, module: string, name: string): string[] {
  const dots = /^\.+/.exec(module)?.[0].length ?? 0;
  const up = dots === 0 ? '' : posix.join(posix.dirname(from), '../'.repeat(dots - 1));
  const path = module.slice(dots).replaceAll('.', '/');
  const tops = dots === 0 ? ['', 'src/', 'lib/', `${posix.dirname(from)}/`] : [`${up}/`];
  return tops.flatMap((top) =>
    [path, posix.join(path, name)].flatMap((each) =>
      [`${each}.py`, `${each}/__init__.py`].map((file) => posix.normalize(top + file)),
    ),
  );
}
