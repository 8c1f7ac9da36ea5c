import { posix } from 'node:path';
import { readFacts } from '#code/facts/facts.ts';
import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { NOTHING, type Part, UNMEASURED } from './part.ts';
import { ANY, lastOf, publicNames } from './public-names.ts';

interface Trees {
  readonly base: TreeHash;
  readonly tree: TreeHash;
}

/**
 * Names that main delivers and the change does not, where no test that came with the change speaks of them. Every other
 * part measures what was added: nothing can be called or mutated where code is gone, and a test that main never had
 * cannot fail.
 */
export async function takenAway(
  treeRunner: Pick<TreeRunner, 'diff' | 'list' | 'read' | 'readAll'>,
  { base, tree }: Trees,
  runners: readonly ProjectRunner[],
): Promise<Part> {
  const { files } = await treeRunner.diff(base, tree);
  const isTest = (path: string): boolean => runners.some((runner) => runner.isTestFile(path));
  const cut = files.filter(
    ({ path, status, hunks }) =>
      CODE.test(path) &&
      !isTest(path) &&
      (status === 'deleted' ||
        status === 'renamed' ||
        hunks.some(({ lines }) => lines.some((line) => /^-.*\S/.test(line)))),
  );
  if (cut.length === 0) return NOTHING;
  const isAsked = (folder: string): boolean =>
    cut.some(({ path, oldPath = path }) => folder === '.' || oldPath.startsWith(`${folder}/`));
  const namesIn = (each: TreeHash): Promise<Names> => publicNames(treeRunner, each, isAsked);
  const gone = goneFrom(await namesIn(base), await namesIn(tree));
  if (gone.length === 0) return NOTHING;
  const tests = await treeRunner.readAll(
    tree,
    files.filter(({ path, status }) => status !== 'deleted' && isTest(path)).map(({ path }) => path),
  );
  const said = [...tests.values()].join('\n');
  const elsewhere = await definedIn(
    treeRunner,
    tree,
    files.filter(({ path }) => CODE.test(path) && !isTest(path)).map(({ path }) => path),
  );
  const isGone = ({ name }: Gone): boolean =>
    !asWord(lastOf(name)).test(said) && !(name.includes('.') && elsewhere.has(lastOf(name)));
  return { ...NOTHING, findings: gone.filter(isGone).map(findingOf) };
}

/** A method may have moved to another class, which this one asks. */
async function definedIn(
  treeRunner: Pick<TreeRunner, 'readAll'>,
  tree: TreeHash,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const [path, text] of await treeRunner.readAll(tree, paths)) {
    const read = await readFacts(text, path).catch(() => null);
    if (read?.ok) for (const { name } of read.facts.symbols) names.add(name);
  }
  return names;
}

const CODE = /\.[cm]?[jt]sx?$/;

interface Gone {
  readonly entry: string;
  readonly name: string;
  readonly from: string;
}

type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * An entry that is gone itself was moved or is another kind of change. One that answers with a value of its own now
 * (`module.exports = make()`) cannot be read for names. Pure.
 */
export function goneFrom(was: Names, is: Names): Gone[] {
  const found = new Map<string, Gone>();
  for (const [entry, names] of was) {
    const now = is.get(entry) ?? is.get(renamed(entry, is) ?? '');
    if (now === undefined || (now.has('default') && !names.has('default'))) continue;
    for (const [name, from] of names) {
      const [owner = name] = name.split('.');
      // Of what is gone as a whole, the parts are not told; what a class inherits is not known.
      const isTold = owner !== name && (!now.has(owner) || now.has(`${owner}.${ANY}`) || lastOf(name) === ANY);
      if (!UNSAID.test(name) && !now.has(name) && !isTold && !found.has(name)) found.set(name, { entry, name, from });
    }
  }
  return [...found.values()];
}

/** A value without a name, and what its name calls private. */
const UNSAID = /^(default\b|_)/;

/** `index.js` that became `index.ts`. */
const renamed = (entry: string, is: Names): string | undefined =>
  [...is.keys()].find((each) => withoutEnd(each) === withoutEnd(entry));

const withoutEnd = (path: string): string => path.slice(0, path.length - posix.extname(path).length);

const asWord = (word: string): RegExp => new RegExp(`(?<![\\w$])${word.replace(/\$/g, '\\$&')}(?![\\w$])`);

const findingOf = ({ entry, name, from }: Gone): Finding => ({
  ...{ file: entry, line: null, severity: 'major', code: UNMEASURED },
  message: `${entry} no longer has ${name}${from === entry ? '' : ` (of ${from})`}, which main delivers, and no test of this change says so. Keep it, or show in a test that it is gone; a person can waive this`,
});
