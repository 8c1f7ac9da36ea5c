import { posix } from 'node:path';
import type { TreeHash } from '#contracts/ids.ts';
import type { ProjectRunner, TreeRunner } from '../../tree-runner.ts';

/**
 * Which files neither tests nor product are built from: Rust's examples and benchmarks are programs of their own, and Go
 * leaves out of `./...` what begins with `_` or `.`, and `testdata`. A test put beside them never runs.
 */
export async function notBuilt(
  treeRunner: Pick<TreeRunner, 'list' | 'readAll'>,
  tree: TreeHash,
  { runner, root }: Pick<ProjectRunner, 'runner' | 'root'>,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  if (runner === 'go test')
    return new Set(paths.filter((path) => posix.relative(root, path).split('/').some(isLeftOut)));
  const aside = runner === 'cargo test' ? paths.filter(isAside) : [];
  if (aside.length === 0) return new Set();
  const others = (await treeRunner.list(tree)).filter(
    (path) => /(\.rs|(^|\/)Cargo\.toml)$/.test(path) && !isAside(path),
  );
  const texts = [...(await treeRunner.readAll(tree, others))];
  return new Set(texts.some(([path, text]) => bringsIn(path, text)) ? [] : aside);
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
