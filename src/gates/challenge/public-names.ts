import { posix } from 'node:path';
import type { CodeSymbol } from '#code/facts/fact-types.ts';
import { readFacts } from '#code/facts/facts.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { deliveredTargets } from '../tamper/entry-change.ts';
import type { TreeRunner } from '../tree-runner.ts';

type Trees = Pick<TreeRunner, 'list' | 'read' | 'readAll'>;

/**
 * What the packages of a tree deliver by name, through as many files as pass it on: for each entry the names that a
 * user can take from it (`slug`, `Store.save`), and the file that has them. JavaScript and TypeScript. `isAsked`: by the package's folder.
 */
export async function publicNames(
  treeRunner: Trees,
  tree: TreeHash,
  isAsked: (folder: string) => boolean,
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const files = await treeRunner.list(tree);
  const all = new Set(files);
  const manifests = await treeRunner.readAll(
    tree,
    files.filter((path) => posix.basename(path) === 'package.json' && isAsked(posix.dirname(path))),
  );
  const entries = [...manifests].flatMap(([path, text]) => entriesOf(path, text, all));
  const read = (path: string): Promise<string | null> => treeRunner.read(tree, path);
  const found = new Map<string, Names>();
  const names = new NamesOfFiles(read, all);
  for (const entry of new Set(entries)) found.set(entry, await names.of(entry));
  return found;
}

/** An entry that is built is read where its source usually is. */
function entriesOf(manifest: string, text: string, all: ReadonlySet<string>): string[] {
  const folder = posix.dirname(manifest);
  const targets = ['src/index', 'index', 'lib/index', 'source/index', ...deliveredTargets(text).flatMap(alsoInSources)];
  return targets.flatMap((target) => fileOf(posix.join(folder, target), all) ?? []);
}

const alsoInSources = (target: string): string[] => [
  target,
  target.replace(/^(\.\/)?[^/]+\//, 'src/').replace(/\.[cm]?js$/, ''),
];

const ENDS = ['', '.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs', '.jsx', '/index.ts', '/index.js'];

const fileOf = (path: string, all: ReadonlySet<string>): string | undefined =>
  [path, path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2')]
    .flatMap((each) => ENDS.map((end) => each + end))
    .find((each) => all.has(each) && IS_CODE.test(each));

const IS_CODE = /(?<!\.d)\.[cm]?[jt]sx?$/;
const MOST_FILES = 400;

type Names = Map<string, string>;

/** Of one tree: what a file has that others can take, read once. */
class NamesOfFiles {
  readonly #known = new Map<string, Names>();
  readonly #read: (path: string) => Promise<string | null>;
  readonly #all: ReadonlySet<string>;

  constructor(read: (path: string) => Promise<string | null>, all: ReadonlySet<string>) {
    this.#read = read;
    this.#all = all;
  }

  async of(path: string): Promise<Names> {
    const known = this.#known.get(path);
    if (known) return known;
    const names: Names = new Map();
    // Files may pass names on in a circle.
    this.#known.set(path, names);
    const text = this.#known.size > MOST_FILES ? null : await this.#read(path);
    const facts = text === null ? null : await readFacts(text, path).catch(() => null);
    if (!facts?.ok) return names;
    const { exports, symbols } = facts.facts;
    for (const { name, local = name, from, typeOnly } of exports) {
      if (typeOnly) continue;
      const next = from?.startsWith('.') ? fileOf(posix.join(posix.dirname(path), from), this.#all) : undefined;
      const there = next === undefined ? null : await this.of(next);
      if (name === '*') {
        for (const [each, at] of there ?? []) if (each !== 'default') names.set(each, at);
        continue;
      }
      names.set(name, path);
      const members = there
        ? [...there].flatMap(([each, at]) => (each.startsWith(`${local}.`) ? [{ last: lastOf(each), at }] : []))
        : membersOf(local, symbols).map((last) => ({ last, at: path }));
      for (const { last, at } of members) names.set(`${name}.${last}`, at);
    }
    return names;
  }
}

export const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** Stands for members that are not known. */
export const ANY = '*';

/** What a user calls of a class or an object; a class that extends another may have it from there. */
function membersOf(local: string, symbols: readonly CodeSymbol[]): string[] {
  const whole = symbols.find(({ path }) => path === local);
  if (whole === undefined) return [];
  if (/\bextends\b/.test(whole.signature)) return [ANY];
  return symbols
    .filter(({ path, name, kind, exported }) => path === `${local}.${name}` && exported && MEMBERS.has(kind))
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('_'));
}

const MEMBERS: ReadonlySet<string> = new Set(['method', 'getter', 'setter']);
