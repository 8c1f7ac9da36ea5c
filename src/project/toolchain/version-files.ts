import { posix } from 'node:path';
import { parse } from 'smol-toml';
import { memberOf } from '../test-runners/read-settings.ts';

/**
 * Files of a Python project that an install generates and that are not committed: the version, which the package
 * imports from `_version.py`. `read`: a file of the project's folder, '' where there is none.
 */
export function versionFiles(read: (name: string) => string): string[] {
  const tool = memberOf(tomlOf(read('pyproject.toml')), 'tool');
  const at = (...names: string[]): unknown => names.reduce(memberOf, tool);
  const named = [
    at('setuptools_scm', 'version_file'),
    at('setuptools_scm', 'write_to'),
    at('hatch', 'build', 'hooks', 'vcs', 'version-file'),
    at('pdm', 'version', 'write_to'),
    /["']?(?:version_file|write_to)["']?\s*[:=]\s*["']([\w./-]+)["']/.exec(read('setup.py'))?.[1],
  ];
  const plain = named.flatMap((path) => (typeof path === 'string' ? [posix.normalize(path)] : []));
  return [...new Set(plain)].filter((path) => !/^(\.\.|\/)/.test(path) && /\.(py|txt)$/.test(path));
}

/** The content of such a file where no install has written it, with the names that the tools use. */
export const versionText = (path: string): string =>
  path.endsWith('.py')
    ? "__version__ = version = '0.0.0'\n__version_tuple__ = version_tuple = (0, 0, 0)\n__commit_id__ = commit_id = None\n"
    : '0.0.0\n';

function tomlOf(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
