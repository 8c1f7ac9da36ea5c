import { posix } from 'node:path';
import type { FileView } from '#project/toolchain/file-view.ts';
import { pnpmLinks } from '../units/pnpm-links.ts';
import { entryOf, hasAlias, isBuildConfig } from './loads-built.ts';

/** A package of the project whose build output the tests of another one load. */
export interface SiblingBuild {
  /** From the project's top. */
  readonly folder: string;
  /** The command to run there. */
  readonly line: string;
}

/**
 * The packages that have to be built before the tests of a folder run, in this order: its dependencies whose entries
 * are build output and that no alias maps to their sources, and the packages that those need.
 */
export function siblingBuilds(view: FileView, root: string): readonly SiblingBuild[] {
  if (root === '.') return [];
  const packages = packagesOf(view);
  const own = packages.find(({ folder }) => folder === root);
  if (!own) return [];
  const found = new Map<string, SiblingBuild>();
  const isPnpm = view.paths.some((path) => /^pnpm-(lock|workspace)\.yaml$/.test(path));
  const linked = isPnpm ? pnpmLinks(view.read('pnpm-lock.yaml') ?? '') : null;
  const visited = new Set<string>([root]);
  /** Whether the package manager takes the project's own package, and not the one in the registry. */
  const isLinked = (from: Package, { name, version }: Package, range: string | undefined): boolean => {
    if (range === undefined) return false;
    if (/^(workspace|link|file|portal):/.test(range)) return true;
    return isPnpm ? linked?.get(from.folder)?.has(name) === true : fits(range, version);
  };
  const visit = (from: Package, kinds: readonly (keyof Manifest)[], of: (path: string) => boolean): void => {
    const texts = textsOf(view, from.folder, of);
    const configured = textsOf(view, from.folder, isBuildConfig) + topConfiguration(view);
    for (const each of packages) {
      const isNeeded =
        !visited.has(each.folder) &&
        kinds.some((kind) => isLinked(from, each, from.manifest[kind]?.[each.name])) &&
        texts.includes(each.name) &&
        !hasAlias(each.name, configured);
      if (!isNeeded || !isBuilt(view, each)) continue;
      visited.add(each.folder);
      // A package is built from its sources and the files they load.
      visit(each, ['dependencies', 'peerDependencies', 'devDependencies'], (path) => !OF_TESTS.test(path));
      found.set(each.folder, { folder: each.folder, line: 'npm run build' });
    }
  };
  visit(own, ['dependencies', 'peerDependencies', 'devDependencies'], () => true);
  return [...found.values()];
}

/** npm and yarn take the project's own if its version fits: the major version, or the minor one before 1.0. */
function fits(range: string, version: string): boolean {
  if (/^(\*|latest|)$/.test(range) || version === '') return true;
  const numbersOf = (text: string): string => {
    const [, major = '', minor = ''] = /(\d+)(?:\.(\d+))?/.exec(text) ?? [];
    return major === '0' ? `0.${minor}` : major;
  };
  return range.split('||').some((each) => numbersOf(each) === numbersOf(version));
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
interface Package {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly text: string;
  readonly manifest: Manifest;
  readonly hasBuild: boolean;
}

/** Cached: every package of a project asks for the same list. */
const listed = new WeakMap<FileView, readonly Package[]>();

function packagesOf(view: FileView): readonly Package[] {
  const known = listed.get(view) ?? readPackages(view);
  listed.set(view, known);
  return known;
}

function readPackages(view: FileView): Package[] {
  return view.paths
    .filter((path) => path.endsWith('/package.json'))
    .flatMap((path): Package[] => {
      const text = view.read(path) ?? '';
      try {
        const { name, version = '', scripts, ...manifest } = JSON.parse(text);
        if (typeof name !== 'string') return [];
        return [
          {
            folder: posix.dirname(path),
            name,
            version: String(version),
            text,
            manifest,
            hasBuild: typeof scripts?.build === 'string',
          },
        ];
      } catch {
        return [];
      }
    });
}

/** Whether its build makes the files that others load: none of its entries is a file of the tree. */
function isBuilt(view: FileView, { folder, text, hasBuild }: Package): boolean {
  const entries = entryOf(text)?.entries ?? [];
  const isThere = (entry: string): boolean => {
    const path = posix.join(folder, entry);
    return (
      view.isThere(path) ||
      ['.js', '.ts', '.mjs', '.cjs', '/index.js', '/index.ts'].some((end) => view.isThere(path + end))
    );
  };
  const isPattern = (entry: string): boolean => entry.includes('*');
  const plain = entries.filter((entry) => !isPattern(entry));
  return hasBuild && plain.length > 0 && !plain.some(isThere);
}

const textsOf = (view: FileView, folder: string, of: (path: string) => boolean): string =>
  view.paths
    .filter(
      (path) =>
        path.startsWith(`${folder}/`) &&
        CODE.test(path) &&
        !path.endsWith('/package.json') &&
        of(path.slice(folder.length + 1)),
    )
    .map((path) => view.read(path) ?? '')
    .join('\n');

const topConfiguration = (view: FileView): string =>
  view.paths
    .filter((path) => !path.includes('/') && isBuildConfig(path))
    .map((path) => view.read(path) ?? '')
    .join('\n');

const CODE = /\.([cm]?[jt]sx?|vue|svelte|json)$/;
const OF_TESTS = /(^|\/)(tests?|__tests__|specs?|bench|examples?)\/|[.-](test|spec)\./;
