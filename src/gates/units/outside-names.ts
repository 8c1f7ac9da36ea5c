import { posix } from 'node:path';
import { isRunnerKey } from '#project/test-runners/known-runners.ts';

/** The names in a text that lead out of its package's folder. */
export interface OutsideNames {
  /** Names of packages, with any path behind them: `@scope/name/sub`, `name`. */
  readonly words: readonly string[];
  /** Paths that lead out of the folder, from the project's top; '.' is the top. */
  readonly paths: readonly string[];
}

/**
 * All names and paths in a text: in an import, a string that is joined to a path, a line of a manifest. Finding too many
 * is harmless: more tests run. `home`: the package's folder, where its tests are started. `isThere`: whether the tree has
 * this file or folder.
 */
export function outsideNames(
  path: string,
  whole: string,
  home: string,
  isThere: (path: string) => boolean,
): OutsideNames {
  const text = /(^|\/)package\.json$/.test(path) ? whatMatters(whole) : whole;
  const paths: string[] = [];
  for (const [found] of joinDots(text).matchAll(UPWARD)) {
    const written = found.replaceAll(/['"`]/g, '').replace(/\*.*$/, '');
    const fromFile = posix.join(posix.dirname(path), written);
    if (leadsOut(fromFile, home)) paths.push(inProject(fromFile));
    // Paths given to programs are relative to the folder where they are started.
    const fromHome = inProject(posix.join(home, written));
    if (/[\w@]/.test(written) && isThere(fromHome)) paths.push(fromHome);
  }
  return { words: [...new Set(wordsIn(path, text))], paths: [...new Set(paths)] };
}

function wordsIn(path: string, text: string): string[] {
  if (path.endsWith('.toml')) return [...text.matchAll(/[\w-]+/g)].map(([word]) => word);
  if (MANIFEST.test(path)) return allWords(text);
  // A name with a scope can only be a package. A name without one may be any word, unless it is loaded.
  const scoped = [...text.matchAll(/(['"])([@~#][^'"\s]*)\1/g)].map(([, , word = '']) => word);
  const loaded = [...text.matchAll(LOADED)].map(([, , word = '']) => word);
  const words = [...scoped, ...loaded];
  if (path.endsWith('.py')) return [...words, ...pythonModules(text)];
  if (path.endsWith('.go'))
    return [...words, ...[...text.matchAll(/"([\w.-]+\/[^"\s]+)"/g)].map(([, word = '']) => word)];
  return path.endsWith('.rs')
    ? [...words, ...[...text.matchAll(/\b([a-z]\w*)::/g)].map(([, word = '']) => word)]
    : words;
}

/** A name that is loaded, resolved or mocked, or the prefix of a name that is put together. */
const LOADED =
  /\b(?:from|import|require|resolve|mock|importActual|requireActual|extends|preset|presets|plugins)\b['"]?\s*[:([]*\s*(['"`])([\w][^'"`\s$]*)/g;

/** Files that name packages without quotes, or as keys. */
const MANIFEST = /(^|\/)(package\.json|pyproject\.toml|setup\.cfg|requirements[\w-]*\.txt|Cargo\.toml|go\.mod)$/;

const allWords = (text: string): string[] => [...text.matchAll(/[\w@~#][\w@./~-]*/g)].map(([word]) => word);

/** `../x`, `../../`, and `'..'` alone: in a text without quotes two dots mean many things. */
const UPWARD = /(?<![\w./-])(?:\.\/)?\.\.\/[\w@.*+/-]*|(['"`])\.\.\1/g;

/** `'..', '..', 'x'` as the arguments of a join are one path. */
function joinDots(text: string): string {
  const joined = text.replaceAll(/(['"`])(\.\.(?:\/\.\.)*)\/?\1\s*,\s*(['"`])(?=[\w@.*])/g, '$3$2/');
  return joined === text ? text : joinDots(joined);
}

const leadsOut = (path: string, folder: string): boolean =>
  folder !== '.' && path.replace(/\/$/, '') !== folder && !path.startsWith(`${folder}/`);

function inProject(path: string): string {
  const plain = posix.normalize(path).replace(/\/$/, '');
  return plain === '' || plain.startsWith('..') ? '.' : plain;
}

/** The parts of a manifest that list dependencies and say how the package is built and tested; the rest has no effect here. */
function whatMatters(text: string): string {
  try {
    const told: [string, unknown][] = Object.entries(JSON.parse(text));
    return JSON.stringify(
      told.flatMap(([key, value]) => {
        if (key === 'scripts')
          return Object.entries(value ?? {}).filter(([name]) => /test|build|compile|^(pre|post|prepare)/.test(name));
        return /ependencies$|^(babel|imports|exports)$/.test(key) || isRunnerKey(key) ? [[key, value]] : [];
      }),
    );
  } catch {
    return text;
  }
}

const pythonModules = (text: string): string[] =>
  [...text.matchAll(/^[ \t]*(?:from[ \t]+([\w.]+)|import[ \t]+([\w., \t]+))/gm)].flatMap(([, from, names]) =>
    (from ?? names ?? '').split(',').map((each) => each.trim().split(/[.\s]/)[0] ?? ''),
  );
