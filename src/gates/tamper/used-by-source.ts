import { posix } from 'node:path';
import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../tree-runner.ts';

/**
 * Whether delivered code imports the file. A folder `spec/` or `tests/` below the sources can be part of the product;
 * one at the top is not, whatever imports it.
 */
export async function usedBySource(
  treeRunner: TreeRunner,
  tree: TreeHash,
  path: string,
  liesAside: (path: string) => boolean,
): Promise<boolean> {
  if (/^(tests?|__tests__|specs?|e2e)\//.test(path)) return false;
  const stem = posix.basename(path).replace(/\.[^.]+$/, '');
  const python = path.endsWith('.py');
  const sources = (await treeRunner.list(tree)).filter(
    (file) => file !== path && !liesAside(file) && /\.([cm]?[jt]sx?|py)$/.test(file) && python === file.endsWith('.py'),
  );
  for (const [file, text] of await treeRunner.readAll(tree, sources)) {
    if (!text.includes(stem)) continue;
    if (python ? importsModule(text, path) : importsFile(text, file, path)) return true;
  }
  return false;
}

const importsFile = (text: string, from: string, path: string): boolean =>
  [...text.matchAll(/(?:from|import|require\()\s*\(?['"](\.[^'"]+)['"]/g)].some(([, module = '']) => {
    const target = posix.join(posix.dirname(from), module);
    const bare = path.replace(/\.[cm]?[jt]sx?$/, '');
    return target === path || target.replace(/\.[cm]?[jt]sx?$/, '') === bare || posix.join(target, 'index') === bare;
  });

function importsModule(text: string, path: string): boolean {
  const parts = path
    .replace(/^(src|lib)\//, '')
    .replace(/(\/__init__)?\.py$/, '')
    .split('/');
  const [last = '', before = ''] = parts.toReversed();
  return new RegExp(
    `(import\\s+[\\w.]*\\b${parts.join('\\.')}\\b|from\\s+[\\w.]*${before}\\s+import\\b.*\\b${last}\\b|from\\s+[\\w.]*\\.${last}\\s+import)`,
  ).test(text);
}
