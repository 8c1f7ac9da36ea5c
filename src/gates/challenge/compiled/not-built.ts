import { posix } from 'node:path';
import type { TreeHash } from '#contracts/ids.ts';
import { escapePattern } from '#contracts/text.ts';
import type { ProjectRunner, TreeRunner } from '../../tree-runner.ts';

/**
 * Which files neither tests nor product are built from: Rust's examples and benchmarks are programs of their own, as is
 * a crate below (`fuzz`) that nothing names, and Go leaves out of `./...` what begins with `_` or `.`, and `testdata`. A
 * test put beside them never runs.
 */
export async function notBuilt(
  treeRunner: Pick<TreeRunner, 'list' | 'readAll'>,
  tree: TreeHash,
  { runner, root }: Pick<ProjectRunner, 'runner' | 'root'>,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  if (runner === 'go test')
    return new Set(paths.filter((path) => posix.relative(root, path).split('/').some(isLeftOut)));
  if (runner !== 'cargo test') return new Set();
  const listed = await treeRunner.list(tree);
  const crates = listed.filter((path) => posix.basename(path) === 'Cargo.toml').map((path) => posix.dirname(path));
  const below = crates.filter((crate) => posix.relative(root, crate) !== '' && isIn(root, crate));
  const [aside, others] = [paths.filter(isAside), paths.filter((path) => !isAside(path))];
  const inside = others.filter((path) => below.some((crate) => isIn(crate, path)));
  if (aside.length + inside.length === 0) return new Set();
  const known = listed.filter((path) => /(\.rs|(^|\/)Cargo\.toml)$/.test(path) && !isAside(path));
  const texts = [...(await treeRunner.readAll(tree, known))];
  const left = texts.some(([path, text]) => bringsIn(path, text)) ? [] : aside;
  const isNamed = (crate: string): boolean => texts.some(([path, text]) => !isIn(crate, path) && names(crate, text));
  const unnamed = new Set(below.filter((crate) => !isNamed(crate)));
  return new Set([...left, ...inside.filter((path) => [...unnamed].some((crate) => isIn(crate, path)))]);
}

const isIn = (folder: string, path: string): boolean => folder === '.' || path.startsWith(`${folder}/`);

/** As a member of the workspace, a dependency by its path, a module, or a text that is read. */
function names(crate: string, text: string): boolean {
  const folder = posix.basename(crate);
  const said = text.replaceAll(/^\s*exclude\s*=\s*\[[^\]]*\]/gm, '');
  if (/^\s*(default-)?members\s*=\s*\[[^\]]*[*?[]/m.test(said)) return true;
  return new RegExp(`["'/]${escapePattern(folder)}["'/]`).test(said) || /\binclude!\s*\(\s*(concat|env)!/.test(said);
}

const isLeftOut = (part: string): boolean => /^[_.]/.test(part) || part === 'testdata';

const isAside = (path: string): boolean => /(^|\/)(examples|benches)\/.*\.rs$/.test(path);

/** Delivered code may be made of such a file: by its path, as a link, or as a target of the manifest. */
function bringsIn(path: string, text: string): boolean {
  if (path.endsWith('.rs'))
    return (
      /\b(include!|path\s*=)[^;\]]*(concat!|env!|examples|benches)/.test(text) ||
      /^[\w./-]*(examples|benches)\/[\w./-]+$/.test(text.trim())
    );
  const targets = text.split(/^(?=\[)/m).filter((part) => !/^\[\[(example|bench)\]\]/.test(part));
  return targets.some((part) => /^\s*(path|build)\s*=\s*"[^"]*(examples|benches)\//m.test(part));
}
