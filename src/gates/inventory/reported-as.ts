import { posix } from 'node:path';
import type { ProjectRunner } from '../tree-runner.ts';

/**
 * Whether a test that a runner reports under `told` may be written in `path`. Most runners name the file; Go names the
 * package, cargo the target, and tests that are compiled first are reported under the compiled file, which is not in
 * the tree.
 */
export function isReportedAs({ runner }: Pick<ProjectRunner, 'runner'>, told: string, path: string): boolean {
  const name = posix.normalize(told);
  if (name === path) return true;
  if (runner === 'go test') return posix.dirname(path) === name && path.endsWith('.go');
  if (runner === 'cargo test') return path.endsWith('.rs') && isInTarget(name, path);
  if (runner === 'maven')
    return posix.join('/', path).endsWith(name.replace(/^(.*\/)?src\/test\/java(?=\/)/, '')) && isJvm(path);
  return stemOf(name) === stemOf(path) && BUILT.test(name) && !BUILT.test(path);
}

/** Maven names the class, whose folder follows its name, under any test root of the project. */
const isJvm = (path: string): boolean => /\.(java|kt)$/.test(path);

const BUILT = /(^|\/)(dist|build|out|lib|compiled|target|tmp|\.?cache)([-_.][\w-]+)?\//;

const stemOf = (path: string): string => posix.basename(path).replace(/(\.[cm]?[jt]sx?)$/, '');

/** `tests/a.rs` with `tests/a/…`, `tests/all/main.rs` with its folder, `src/lib.rs` with all of `src`, doc tests too. */
function isInTarget(target: string, path: string): boolean {
  if (target.startsWith('doc-tests of ')) return /(^|\/)src\//.test(path);
  const folder = posix.dirname(target);
  const whole = /^(main|lib|mod)\.rs$/.test(posix.basename(target));
  return path.startsWith(`${target.replace(/\.rs$/, '')}/`) || (whole && path.startsWith(`${folder}/`));
}
