import { isMeasuring } from './manifest-change.ts';

export const isLockfile = (path: string): boolean => /(^|\/)(package-lock|npm-shrinkwrap)\.json$/.test(path);

/**
 * Packages that affect measuring and that an npm lockfile now takes from another place, or in another version: the
 * runner can be replaced without a change to the manifest. Other lockfiles are not read line by line: a person must
 * grant their layers.
 */
export function replacedPackages(before: string | null, after: string | null): string[] {
  const [was, is] = [entriesOf(before), entriesOf(after)];
  if (was === null || is === null) return before === null ? [] : ['the lockfile cannot be read'];
  return [...was].filter(([path, entry]) => is.get(path) !== entry && measures(path)).map(([path]) => path);
}

const measures = (path: string): boolean => isMeasuring(path.slice(path.lastIndexOf('node_modules/') + 13));

function entriesOf(text: string | null): Map<string, string> | null {
  try {
    const { packages = {} } = JSON.parse(text ?? '{}');
    return new Map(Object.entries(packages).map(([path, entry]) => [path, JSON.stringify(entry)]));
  } catch {
    return null;
  }
}
