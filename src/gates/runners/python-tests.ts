import type { FileView } from '#project/toolchain/file-view.ts';

/**
 * The runner that Python tests are written for, if the project's files do not name one: tests that use only unittest
 * need nothing but Python. Null if no test shows it.
 */
export function runnerOfTests(view: FileView, root: string): 'pytest' | 'unittest' | null {
  const isTest = (path: string): boolean =>
    (root === '.' || path.startsWith(`${root}/`)) && /(^|\/)(test[^/]*|[^/]*_test)\.py$/.test(path);
  const texts = view.paths
    .filter(isTest)
    .slice(0, MOST_READ)
    .map((path) => view.read(path) ?? '');
  if (texts.some((text) => /^\s*(import|from) pytest\b|^(async )?def test/m.test(text))) return 'pytest';
  return texts.some((text) => /^\s*(import|from) unittest\b/m.test(text)) ? 'unittest' : null;
}

const MOST_READ = 40;
