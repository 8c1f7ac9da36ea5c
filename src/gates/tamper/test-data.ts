import { posix } from 'node:path';
import { readFacts } from '#code/facts/facts.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { isManifest } from './manifest-change.ts';
import { usedBySource } from './used-by-source.ts';

/**
 * Whether a file, wherever it is, contains data that tests pass to the code or compare with its results: tests that call
 * the project's code name the file, and delivered code does not. A file that is itself under test (a schema, a manifest)
 * does not count.
 */
export async function isTestData(
  treeRunner: TreeRunner,
  accepted: TreeHash,
  path: string,
  liesAside: (path: string) => boolean,
): Promise<boolean> {
  const text = await treeRunner.read(accepted, path);
  if (text === null || isManifest(path) || PROSE.test(path)) return false;
  // Most changed files are code with behaviour, and need only this check.
  if (CODE.test(path) && (await doesSomething(path, text))) return false;
  const files = await treeRunner.list(accepted);
  const name = CODE.test(path) ? posix.basename(path).replace(CODE, '') : posix.basename(path);
  const tests = [...(await treeRunner.readAll(accepted, files.filter(liesAside)))].filter(([, own]) =>
    own.includes(name),
  );
  const uses = await Promise.all(tests.map(([test, own]) => useOf(test, own, name)));
  if (!uses.some((use) => use !== 'none')) return false;
  if (CODE.test(path)) {
    const meant = uses.includes('rows') || (await isOnlyValues(treeRunner, accepted, path, files));
    return meant && !(await usedBySource(treeRunner, accepted, path, liesAside));
  }
  const delivered = files.filter((each) => !liesAside(each) && (CODE.test(each) || isManifest(each)));
  return ![...(await treeRunner.readAll(accepted, delivered)).values()].some((own) => own.includes(name));
}

const CODE = /\.([cm]?[jt]sx?|py)$/;
const PROSE = /\.(md|mdx|rst|txt|adoc)$|(^|\/)LICEN[CS]E/;

const FUNCTIONS = /^(function|method|constructor|getter|setter|class)$/;

/**
 * Modules without a function or a class, in a folder that has none at all: nothing there can be the unit under test.
 */
async function isOnlyValues(
  treeRunner: TreeRunner,
  tree: TreeHash,
  path: string,
  files: readonly string[],
): Promise<boolean> {
  const folder = posix.dirname(path);
  if (folder === '.') return false;
  const beside = files.filter((each) => each.startsWith(`${folder}/`) && CODE.test(each));
  for (const [each, text] of await treeRunner.readAll(tree, beside)) if (await doesSomething(each, text)) return false;
  return true;
}

async function doesSomething(path: string, text: string): Promise<boolean> {
  const read = await readFacts(text, path);
  return !read.ok || read.facts.symbols.some(({ kind }) => FUNCTIONS.test(kind));
}

/** Whether a test file imports other code of the project, and uses this file as a table of tests for it. */
async function useOf(path: string, text: string, name: string): Promise<'none' | 'read' | 'rows'> {
  const read = await readFacts(text, path);
  if (!read.ok) return 'none';
  const { imports } = read.facts;
  const isIt = (module: string): boolean =>
    posix.basename(path.endsWith('.py') ? module.replaceAll('.', '/') : module).replace(CODE, '') === name;
  const own = imports.filter(({ module, typeOnly }) => !typeOnly && isOwn(path, module));
  if (!own.some(({ module }) => !isIt(module))) return 'none';
  const given = own.flatMap(({ module, local }) => (isIt(module) && local !== undefined ? [local] : []));
  const isTable = given.some((local) =>
    new RegExp(`\\.(each|for)\\(\\s*${local}\\b|parametrize\\([^)]*,\\s*${local}\\b`).test(text),
  );
  return isTable ? 'rows' : 'read';
}

const isOwn = (path: string, module: string): boolean =>
  path.endsWith('.py') ? !LIBRARY.test(module) : /^([./#~]|@\/)/.test(module);

const LIBRARY =
  /^(pytest|unittest|hypothesis|json|csv|os|sys|re|io|pathlib|math|datetime|typing|collections|__future__)\b/;
