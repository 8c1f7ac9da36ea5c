import { posix } from 'node:path';
import { grammarOf } from '#code/symbols/languages.ts';
import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { DiffFile } from '#contracts/workspace.ts';
import { protectionOf } from '../tamper/protected-paths.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { liesAside } from './lies-aside.ts';
import { addedText, namedIn, programsByOtherNames } from './other-names.ts';
import { NOTHING, type Part, UNMEASURED } from './part.ts';

/**
 * Changed code that uses what nothing measures. The tests' own folders, by an import or a link: code there counts as part
 * of the tests, so it is neither called nor mutated, and it is not delivered. Or a program whose name does not show that it
 * is one.
 */
export async function usesUnmeasuredCode(
  treeRunner: TreeRunner,
  { base, tree }: { readonly base: TreeHash; readonly tree: TreeHash },
  runners: readonly ProjectRunner[],
): Promise<Part> {
  const { files } = await treeRunner.diff(base, tree);
  const all = new Set(await treeRunner.list(tree));
  const isOfTests = (path: string): boolean =>
    all.has(path) && runners.some(({ root }) => ofTests(posix.relative(root, path)));
  const delivered = files.filter(
    ({ path }) =>
      all.has(path) &&
      grammarOf(path) !== undefined &&
      protectionOf(path) === null &&
      !liesAside(path) &&
      !runners.some((runner) => runner.isTestFile(path) || ofTests(posix.relative(runner.root, path))),
  );
  const programs = await programsByOtherNames(treeRunner, tree, files);
  const findings: Finding[] = [];
  for (const file of delivered) {
    const text = (await treeRunner.read(tree, file.path)) ?? '';
    const from = reachedBy(file, text).find((paths) => paths.some((path) => withEnds(path).some(isOfTests)));
    if (from) findings.push(findingOf(file.path, from[0] ?? ''));
    const program = namedIn(file, programs);
    if (program) findings.push(byOtherName(file.path, program));
  }
  return { ...NOTHING, findings };
}

/** Folders of the tests beside the sources, and test files by their names. */
const ofTests = (path: string): boolean =>
  /^(tests?|__tests__|specs?|e2e|fixtures?)\//.test(path) || /(\.|_)(test|spec)\.\w+$|(^|\/)test_\w+\.py$/.test(path);

/** Its newly added imports, or the target of a link: each as paths that may be meant. */
function reachedBy(file: DiffFile, text: string): string[][] {
  const { path, kind } = file;
  const from = (module: string): string => posix.join(posix.dirname(path), module);
  if (kind === 'symlink') return [[from(text.trim())]];
  const said = addedText(file);
  if (path.endsWith('.py'))
    return [...said.matchAll(/^\s*(?:from|import)\s+(tests?(?:\.\w+)*)/gm)].map(([, module = '']) => {
      const at = module.replaceAll('.', '/');
      return [`${at}.py`, `${at}/__init__.py`];
    });
  return [...said.matchAll(/(?:from|import|require\()\s*\(?['"](\.[^'"]+)['"]/g)].map(([, module = '']) => [
    from(module),
  ]);
}

const withEnds = (path: string): string[] => [
  path,
  path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2'),
  ...['.ts', '.js', '.tsx', '.jsx', '.mjs', '.cjs', '.json', '/index.ts', '/index.js'].map((end) => path + end),
];

const findingOf = (file: string, from: string): Finding => ({
  ...{ file, line: null, severity: 'critical', code: UNMEASURED },
  message: `${file} takes what it does from ${from}, which belongs to the tests: nothing there is measured, and it is not delivered. Move it to the sources; a person can waive this`,
});

const byOtherName = (file: string, program: string): Finding => ({
  ...{ file, line: null, severity: 'critical', code: UNMEASURED },
  message: `${file} takes what it does from ${program}, a program whose name ${posix.extname(program) === '' ? 'has no extension' : 'has another extension than its language'}, or that is built: nothing there is measured. Give it the extension of its language (.js, .py, .rs), or write what it does as source; a person can waive this`,
});
