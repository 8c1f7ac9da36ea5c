import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { specifiersOf } from '../specifiers.ts';
import type { Manifest } from './manifest.ts';

/** Imports in the package that nothing would answer once it is installed. `code`: JavaScript by path. */
export function missingImports(code: ReadonlyMap<string, string>, manifest: Manifest): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  const packages = new Set(Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }));
  return [...code].flatMap(([path, text]) =>
    specifiersOf(path, text).flatMap(({ value }) => {
      const target = ownFile(path, value, manifest);
      if (target === undefined) {
        return isBuiltin(value) || packages.has(packageName(value))
          ? []
          : [`${path} imports ${value}, which is not among the dependencies.`];
      }
      if (!target.endsWith('.js') || code.has(target)) return [];
      return [`${path} imports ${value}, which is not in the package (is it a test's file?).`];
    }),
  );
}

/** The file of this package that a specifier names; undefined if it names another package. */
function ownFile(path: string, specifier: string, manifest: Manifest): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  for (const [pattern, target] of Object.entries(manifest.imports ?? {})) {
    const prefix = pattern.slice(0, -1);
    if (specifier.startsWith(prefix)) return posix.join(target.slice(0, -1), specifier.slice(prefix.length));
  }
  return undefined;
}

function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
